// What a Content-Security-Policy says of a frame with a given address: CSP 3, section 6.7.2, as far as frames need it.

/** The sources a policy allows frames from; null where it does not speak of them. */
function frameSources(policy: string): string[] | null {
  const directives = new Map<string, string[]>();
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    // The first of a name counts.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives.get('frame-src') ?? directives.get('child-src') ?? directives.get('default-src') ?? null;
}

/** Whether a page at `page` under this policy may frame `address`. Both are full addresses. */
export function allowsFrame(policy: string, page: string, address: string): boolean {
  const sources = frameSources(policy);
  if (sources === null) return true;
  const [own, framed] = [new URL(page), new URL(address)];
  return sources.some((source) => matches(source, own, framed));
}

function matches(source: string, own: URL, framed: URL): boolean {
  if (source === '*') return /^https?:$/.test(framed.protocol);
  if (source.toLowerCase() === "'self'") return framed.origin === own.origin;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return sameScheme(source.toLowerCase(), framed.protocol);
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (parts === null || source.startsWith("'")) return false;
  const [, scheme, host, port, path] = parts;
  if (!sameScheme(scheme === undefined ? own.protocol : `${scheme.toLowerCase()}:`, framed.protocol))
    return false;
  if (!sameHost(host!.toLowerCase(), framed.hostname)) return false;
  if (port !== '*' && (port ?? '') !== framed.port && !isDefault(port, framed)) return false;
  if (path === undefined || path === '/') return true;
  return path.endsWith('/') ? framed.pathname.startsWith(path) : framed.pathname === path;
}

/** http: also stands for https:. */
function sameScheme(allowed: string, found: string): boolean {
  return allowed === found || (allowed === 'http:' && found === 'https:');
}

function sameHost(allowed: string, found: string): boolean {
  return allowed.startsWith('*.') ? found.endsWith(allowed.slice(1)) : allowed === found;
}

/** The address writes no port where it is the usual one of its scheme. */
function isDefault(port: string | undefined, { protocol, port: found }: URL): boolean {
  return found === '' && port === (protocol === 'https:' ? '443' : '80');
}
