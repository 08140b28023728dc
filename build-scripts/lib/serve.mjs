// A plain static server: what any host of static files would do, with the one header that embeds need.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.safetensors': 'application/octet-stream',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

/**
 * Serves `folder` on 127.0.0.1 at the first free port from `port` up (0: any). `headers` join every answer;
 * `prefix` puts the whole site below a path, as a project page of a host would be. `cors: false`: a host that lets no
 * other site read its files.
 */
export async function serve(
  folder,
  { port = 8080, headers = {}, prefix = '/', types = TYPES, cors = true } = {},
) {
  const server = createServer((request, response) => {
    let path;
    try {
      path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    } catch {
      response.writeHead(400).end();
      return;
    }
    const send = (status, extra = {}) =>
      response.writeHead(status, {
        ...(cors && { 'Access-Control-Allow-Origin': '*' }),
        'Cache-Control': 'no-cache',
        ...headers,
        ...extra,
      });
    if (!path.startsWith(prefix)) {
      send(404, { 'Content-Type': 'text/plain' });
      response.end('Not found');
      return;
    }
    let file = normalize(join(folder, path.slice(prefix.length)));
    const inside = file === normalize(folder) || file.startsWith(normalize(folder + sep));
    if (inside && existsSync(file) && statSync(file).isDirectory()) {
      if (!path.endsWith('/')) {
        send(301, { Location: `${path}/` });
        response.end();
        return;
      }
      file = join(file, 'index.html');
    }
    if (!inside || !existsSync(file)) {
      send(404, { 'Content-Type': 'text/plain' });
      response.end('Not found');
      return;
    }
    send(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    const attempt = (next) => {
      server.once('error', (error) =>
        error.code === 'EADDRINUSE' && next < port + 50 ? attempt(next + 1) : reject(error),
      );
      server.listen(next, '127.0.0.1', resolve);
    };
    attempt(port);
  });
  const address = `http://127.0.0.1:${server.address().port}${prefix}`;
  return { address, close: () => new Promise((resolve) => server.close(resolve)) };
}
