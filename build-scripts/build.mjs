#!/usr/bin/env node
// node build-scripts/build.mjs [core] [lib] [site] [embed] [offline] [scorm] [package]
// Fills dist/; without names, everything. Sets up what it needs first.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildCore } from './lib/core.mjs';
import { Explained, main, say } from './lib/run.mjs';
import { setupPackages, setupToolchain } from './lib/setup.mjs';

// In this order: each part uses what the ones before it leave.
const PARTS = ['core', 'lib', 'site', 'embed', 'offline', 'scorm', 'package'];

/** Builds the named parts and those they stand on. */
export async function build(names = PARTS) {
  const unknown = names.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0)
    throw new Explained(`No part is called ${unknown.join(', ')}; there are ${PARTS.join(', ')}.`);
  await setupPackages();
  const toolchain = await setupToolchain();
  const last = Math.max(...names.map((name) => PARTS.indexOf(name)));
  const wanted = (name) => names.includes(name) || (PARTS.indexOf(name) < 2 && PARTS.indexOf(name) <= last);
  if (wanted('core')) await buildCore(toolchain);
  for (const part of PARTS.slice(1)) {
    if (wanted(part)) await (await import(`./lib/build-${part}.mjs`)).default();
  }
}

// By the path and not by the address, where a space is %20; and through links, which the address has followed.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await main(async () => {
    say('Building the linear attention playground');
    const names = process.argv.slice(2);
    await build(names.length > 0 ? names : undefined);
    say(names.length > 0 ? `Done: ${names.join(', ')}.` : 'Done: dist/ is filled.');
  });
