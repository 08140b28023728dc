// Classic scripts that name each other, in place of modules: a frame without an origin may load no module from a server
// that sends no CORS headers, and may load any classic script. The build writes every chunk as one call of `part`.

type Exports = Record<string, unknown>;
/** A chunk in the CommonJS form: reads other parts, fills its exports; `place` is where the data lies. */
type Make = (require: (name: string) => Exports, exports: Exports, place: string) => void;

interface Part {
  make: Make;
  exports?: Exports;
}

export interface Parts {
  /** Called by each chunk's script. */
  part(name: string, make: Make): void;
  /** Runs a part whose needs are all defined. */
  require(name: string): Exports;
  /** Resolves with the first part of `names`, the others being what it needs and does not find here yet. */
  load(names: readonly string[]): Promise<Exports>;
}

/** `fetchScript` runs the script of a part, which then calls `part`; null in a page that carries all it has. */
export function openParts(place: string, fetchScript: ((name: string) => Promise<void>) | null): Parts {
  const known = new Map<string, Part>();
  const coming = new Map<string, Promise<void>>();

  const arrive = (name: string): Promise<void> => {
    if (known.has(name)) return Promise.resolve();
    if (fetchScript === null) return Promise.reject(new Error(`The part ${name} is not in this file.`));
    const before = coming.get(name);
    if (before !== undefined) return before;
    const arriving = fetchScript(name).finally(() => coming.delete(name));
    coming.set(name, arriving);
    return arriving;
  };

  const require = (name: string): Exports => {
    const part = known.get(name);
    if (part === undefined) throw new Error(`The part ${name} did not define itself.`);
    if (part.exports === undefined) {
      part.exports = {};
      part.make(require, part.exports, place);
    }
    return part.exports;
  };

  return {
    part(name, make) {
      if (!known.has(name)) known.set(name, { make });
    },
    require,
    async load(names) {
      await Promise.all(names.map(arrive));
      return require(names[0]!);
    },
  };
}

/** Puts the script of a part on the page. One that fails can be asked for again. */
export function scriptFetcher(folder: string): (name: string) => Promise<void> {
  return (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = new URL(name, folder).href;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error(`The script ${name} did not arrive.`));
      };
      document.head.append(script);
    });
}
