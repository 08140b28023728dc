#!/usr/bin/env node
// npm start: sets everything up, builds the playground and serves it.
// npm start -- --dev: the same with Vite's development server, which follows changes of the page's sources. What is embedded in
// other pages is as the last build left it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { develop } from './lib/develop.mjs';
import { main, options, root, say } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';

await main(async () => {
  const { dev: development = false } = options(['dev']);
  say(
    'Linear attention playground: setting up and building. A first run takes a few minutes, a second one seconds.',
  );
  await build(development ? ['core', 'lib'] : undefined);
  const site = join(root, 'dist/site');
  const { address } = await (development ? develop(site) : serve(site));
  say();
  say(`The playground is at ${address}`);
  if (development && !existsSync(join(site, 'v1')))
    say('Previews and files in Teach are made by `npm run build`, and are missing until then.');
  say('Stop it with Ctrl+C.');
});
