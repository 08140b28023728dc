#!/usr/bin/env node
// node build-scripts/build.mjs [core] [lib] [site] [embed] [offline] [scorm] [package]
// Fills dist/; without names, everything. Sets up what it needs first.
import { existsSync } from 'node:fs';
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
    const script = new URL(`./lib/build-${part}.mjs`, import.meta.url);
    if (wanted(part) && existsSync(script)) await (await import(script)).default();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await main(async () => {
    say('Building the linear attention playground');
    const names = process.argv.slice(2);
    await build(names.length > 0 ? names : undefined);
    say('Done: dist/ is filled.');
  });
