// Our module beside what a page could use instead, on one core in one run: Markdown tables for docs/performance.md.
//
// The libraries are packages of this folder's own package.json. They are installed into build/bench, beside a copy of
// these files, and are never packages of the project.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ask, root, say, step } from '../lib/run.mjs';
import { setupBrowser } from '../lib/setup.mjs';
import { browsers } from './browsers.mjs';
import { peers } from './peers/index.mjs';
import { firstTable, rivalTable } from './tables.mjs';

const here = fileURLToPath(new URL('./', import.meta.url));
const work = join(root, 'build/bench');
const PAGE = '<!doctype html><meta charset="utf-8"><script type="module" src="page/page.js"></script>\n';

async function prepare() {
  mkdirSync(work, { recursive: true });
  cpSync(here, work, { recursive: true });
  cpSync(join(root, 'dist/lib'), join(work, 'module'), { recursive: true });
  writeFileSync(join(work, 'index.html'), PAGE);
  const lock = readFileSync(join(work, 'package-lock.json'), 'utf8');
  const stamp = join(work, 'node_modules/.installed-lock');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    await step('Installing the rivals', 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: work,
      hint: 'npm needs its registry. Check the network, or the registry that `npm config get registry` names.',
    });
    writeFileSync(stamp, lock);
  }
  // A file for each peer, so that a page loads only the one it measures.
  const options = ['--bundle', '--splitting', '--format=esm', '--platform=browser', '--external:node:*'];
  const production = '--define:process.env.NODE_ENV="production"';
  const esbuild = join(work, 'node_modules/esbuild/bin/esbuild');
  await step('Bundling the page', 'node', [esbuild, 'page.mjs', ...options, production, '--outdir=page'], {
    cwd: work,
  });
}

// All on the last core, where the system can pin.
const pin = ask('taskset', ['-V']) === null ? [] : ['taskset', '-c', String(cpus().length - 1)];

/** Runs a script of this benchmark and hands over what it prints, a JSON object a line. */
async function run(script, args, use) {
  const [command, ...rest] = [...pin, 'node', script, ...args];
  const env = {
    ...process.env,
    ATTENTION_MODULE: pathToFileURL(join(root, 'dist/lib/attention.js')).href,
  };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    // Libraries print too.
    if (line.startsWith('{')) use(JSON.parse(line));
  }
  return ended;
}

const progress = (engine, { task, peer, variant, ms, error }) =>
  say(`    ${engine}, ${task}: ${peers[peer].title}, ${variant}: ${error ?? `${ms.toFixed(2)} ms`}`);

async function inNode(length) {
  const rows = [];
  const code = await run(join(work, 'run-node.mjs'), [length], (row) => {
    rows.push(row);
    progress('Node', row);
  });
  if (code !== 0) say(`  Node's run ended early, with code ${code}: its table is not whole.`);
  return rows;
}

async function inBrowser(name, path, length) {
  const { title } = browsers[name];
  const result = { version: 'unknown', page: [], first: [] };
  const code = await run(join(here, 'run-browser.mjs'), [name, path, work, length], (row) => {
    if (row.version !== undefined) result.version = row.version;
    else if (row.first !== undefined) result.first.push(row);
    else {
      result.page.push(row);
      progress(title, row);
    }
  });
  if (code !== 0) say(`  ${title}'s run ended early, with code ${code}: its tables are not whole.`);
  return result;
}

/**
 * Measures in Node and Chromium, or in the browsers of these names alone, and prints the tables. Returns everything
 * measured.
 */
export async function rivals(length, names) {
  await prepare();
  const paths = new Map();
  for (const name of names ?? ['chromium']) paths.set(name, await setupBrowser(name));
  const results = {};
  if (names === undefined) results.node = await inNode(length);
  for (const [name, path] of paths) results[name] = await inBrowser(name, path, length);
  if (results.node !== undefined) {
    say(`\n### Node ${process.version} (V8 ${process.versions.v8})\n`);
    say(rivalTable(results.node));
  }
  for (const name of paths.keys()) {
    const { version, page, first } = results[name];
    const engine = `${browsers[name].title} ${version}`;
    say(`\n### ${engine}\n`);
    say(rivalTable(page));
    say(`\n### First answer on a cold page, softmax, n = 1024, ${engine}\n`);
    say(firstTable(first));
  }
  return results;
}
