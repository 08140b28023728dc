#!/usr/bin/env node
// node build-scripts/tables.mjs [--write]: computes the tables E1, E2, E5, E6 and E7 with the built module and prints
// them beside the numbers of an independent implementation (float64, its own random draws). Exits with 1 when a cell
// is outside its band. --write records the run in docs/tables.md; with the same build it is the same to the letter.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { Explained, main, options, root, say } from './lib/run.mjs';
import { setupPackages } from './lib/setup.mjs';
import { attentionOutputs, topAgreement } from './tables/attention-outputs.mjs';
import { BAND, failures, markdown } from './tables/compare.mjs';
import { randomFeatures } from './tables/random-features.mjs';
import { monotonicity, sharpness } from './tables/sharpness.mjs';

const INTRODUCTION = `# Tables of the literature, computed again

\`npm run tables\` computes these with the built module: feature maps, attention, streams and statistics, nothing else.
Each cell reads *ours | reference (z)*. The references come from an independent implementation in float64 with random
numbers of its own, so that two right answers differ by chance: z counts the standard errors between them, with the
rounding of the reference's last digit. A cell is outside its band, and marked, beyond ${BAND} of them. Seeds are fixed:
another run gives the same page.
`;

await main(async () => {
  const { write = false } = options(['write']);
  await setupPackages();
  const module = join(root, 'dist/lib/attention.js');
  if (!existsSync(module)) await build(['lib']);
  const { loadAttention } = await import(pathToFileURL(module).href);
  const api = await loadAttention();
  const analysis = await api.analysis();
  // Only here: it needs packages that have been installed.
  const { bitErrors, rankBound, recall } = await import('./tables/capacity.mjs');
  const tables = [
    randomFeatures,
    attentionOutputs,
    topAgreement,
    sharpness,
    monotonicity,
    rankBound,
    bitErrors,
    recall,
  ];
  const page = [INTRODUCTION];
  const outside = [];
  for (const compute of tables) {
    const table = compute(api, analysis);
    page.push(markdown(table));
    outside.push(...failures(table));
    say(page.at(-1));
  }
  if (write) writeFileSync(join(root, 'docs/tables.md'), page.join('\n'));
  if (outside.length > 0) throw new Explained(`${outside.length} outside the band:\n${outside.join('\n')}`);
  say(`Every cell is within ${BAND} standard errors.`);
});
