#!/usr/bin/env node
// npm start: sets everything up, builds the playground and serves it.
// npm start -- --dev: the same with Vite's development server, which follows changes of the page's sources.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { main, options, root, say } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';

await main(async () => {
  const { dev: development = false } = options(['dev']);
  say(
    'Linear attention playground: setting up and building. A first run takes a few minutes, a second one seconds.',
  );
  await build(development ? ['core', 'lib'] : undefined);
  let address;
  if (development) {
    const { createServer } = await import('vite');
    const server = await createServer({
      configFile: fileURLToPath(new URL('vite.config.mjs', import.meta.url)),
    });
    await server.listen();
    address = server.resolvedUrls.local[0];
  } else {
    ({ address } = await serve(join(root, 'dist/site')));
  }
  say();
  say(`The playground is at ${address}`);
  say('Stop it with Ctrl+C.');
});
