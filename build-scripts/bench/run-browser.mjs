// node run-browser.mjs <its name> <its path> <folder with the page> full|quick: prints the rows of every peer at every task,
// and {first, peer, ms} for first answers, a JSON object a line. A fresh page, with nothing cached, for each.
import { serve } from '../lib/serve.mjs';
import { browsers } from './browsers.mjs';
import { peers } from './peers/index.mjs';
import { sharesWhile, untilQuiet } from './processes.mjs';
import { inRounds } from './rounds.mjs';
import { median } from './timing.mjs';

const FIRST_TASK = 'softmax-1024';
const FIRST_RUNS = { full: 7, quick: 3 };
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

const [name, path, folder, length] = process.argv.slice(2);
const print = (row) => console.log(JSON.stringify(row));

const server = await serve(folder, { port: 0, types: TYPES });
const browser = await browsers[name].launch(path);
const freshPage = () => browser.open(server.address);
const quiet = () => untilQuiet(browser.seconds);
/** Calls a function of page.mjs. */
const call = (page, method, ...given) =>
  page.evaluate(`globalThis.${method}(${given.map((each) => JSON.stringify(each)).join(', ')})`);

async function open(peer, task) {
  const page = await freshPage();
  const others = [];
  return {
    async prepare() {
      await quiet();
      await call(page, 'preparePeer', peer, task, length);
      // The engine goes on compiling in other threads.
      await quiet();
    },
    async round(backwards) {
      const [, ...shares] = await sharesWhile(browser.seconds, () => call(page, 'peer.round', backwards));
      others.push(shares.reduce((sum, share) => sum + share, 0));
    },
    rows: async () => (await call(page, 'peer.rows')).map((row) => ({ ...row, others: median(others) })),
    close: page.close,
  };
}

/** A browser that has just started does much beside its first page: that one is used and thrown away. */
async function startUp() {
  const place = await open('plain-js', FIRST_TASK);
  await place.prepare();
  await place.round(false);
  await place.close();
}

async function firstAnswer(peer) {
  const page = await freshPage();
  try {
    await quiet();
    return await call(page, 'timeFirstAnswer', peer, FIRST_TASK);
  } finally {
    await page.close();
  }
}

try {
  print({ version: browser.version });
  await startUp();
  await inRounds(open, print);
  const names = Object.keys(peers);
  const times = new Map(names.map((peer) => [peer, []]));
  for (let run = 0; run < FIRST_RUNS[length]; run++) {
    for (const peer of run % 2 === 1 ? names.toReversed() : names) {
      try {
        times.get(peer)?.push(await firstAnswer(peer));
      } catch (error) {
        times.delete(peer);
        print({ first: FIRST_TASK, peer, error: error.message.slice(0, 300) });
      }
    }
  }
  for (const [peer, all] of times)
    print({ first: FIRST_TASK, peer, ms: median(all), least: Math.min(...all) });
} finally {
  await browser.close();
  await server.close();
}
process.exit(0);
