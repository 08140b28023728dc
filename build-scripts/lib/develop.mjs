// The development server of the pages. What only a build makes, it takes from `site`, where the last one left it.
import { fileURLToPath } from 'node:url';
import { LICENCES } from './licences.mjs';
import { serve } from './serve.mjs';

/** Serves on the first free port from `port` up (0: any). */
export async function develop(site, { port = 5173 } = {}) {
  const { createServer } = await import('vite');
  const built = await serve(site, { port: 0 });
  const server = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.mjs', import.meta.url)),
    // One page would answer for all addresses that are not there: for packages too, whose readers could make nothing of it.
    appType: 'mpa',
    server: { port, proxy: { '/v1/': built.address, [`/${LICENCES}`]: built.address } },
  });
  await server.listen();
  return {
    address: server.resolvedUrls.local[0],
    close: () => Promise.all([server.close(), built.close()]),
  };
}
