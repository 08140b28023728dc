// The real core in Node, behind the same session that answers the page's worker.

import type { Calls, Engine } from '../../web/engine/calls.js';
import { CancelledError } from '../../web/engine/errors.js';
import type { Instance } from '../../web/engine/instance.js';
import { Session } from '../../web/engine/session.js';
import type { Attention } from '../../web/engine/types.js';

const LIBRARY = new URL('../../dist/lib/attention.js', import.meta.url).href;

export async function engineInNode(): Promise<Engine> {
  const { loadAttention } = (await import(/* @vite-ignore */ LIBRARY)) as {
    loadAttention: () => Promise<Attention>;
  };
  // The library's own class, bundled; it has the same members as the one that Session was compiled against.
  const session = new Session((await loadAttention()) as Instance, 1);
  return {
    call: async (name, args, options = {}) =>
      session.run(name, args as never, {
        sliceMs: 50,
        progress: (progress) => options.onProgress?.(progress),
        pause: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          if (options.signal?.aborted) throw new CancelledError();
        },
      }) as Promise<Calls[typeof name]['out']>,
  };
}
