// node run-chromium.mjs <folder with the page> <browser> full|quick: prints the rows of every peer at every task, and
// {first, peer, ms} for first answers, a JSON object a line. A fresh page, with nothing cached, for each.
import { chromium } from 'playwright-core';
import { serve } from '../lib/serve.mjs';
import { peers } from './peers/index.mjs';
import { tasks } from './tasks.mjs';
import { median } from './timing.mjs';

const FIRST_TASK = 'softmax-1024';
const FIRST_RUNS = { full: 7, quick: 3 };
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

const [folder, executablePath, length] = process.argv.slice(2);
const print = (row) => console.log(JSON.stringify(row));

const server = await serve(folder, { port: 0, types: TYPES });
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-renderer-backgrounding',
  ],
});

async function inFreshPage(use) {
  // A context of its own has a cache of its own.
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  try {
    await page.goto(server.address);
    await page.waitForFunction(() => globalThis.timePeer !== undefined);
    return await use(page);
  } finally {
    await context.close();
  }
}

try {
  print({ version: browser.version() });
  for (const task of Object.keys(tasks)) {
    for (const peer of Object.keys(peers)) {
      try {
        const rows = await inFreshPage((page) =>
          page.evaluate((given) => globalThis.timePeer(...given), [peer, task, length]),
        );
        for (const row of rows) print(row);
      } catch (error) {
        print({ task, peer, variant: '–', error: error.message.slice(0, 300) });
      }
    }
  }
  for (const peer of Object.keys(peers)) {
    try {
      const times = [];
      for (let run = 0; run < FIRST_RUNS[length]; run++) {
        times.push(
          await inFreshPage((page) =>
            page.evaluate((given) => globalThis.timeFirstAnswer(...given), [peer, FIRST_TASK]),
          ),
        );
      }
      print({ first: FIRST_TASK, peer, ms: median(times), least: Math.min(...times) });
    } catch (error) {
      print({ first: FIRST_TASK, peer, error: error.message.slice(0, 300) });
    }
  }
} finally {
  await browser.close();
  await server.close();
}
process.exit(0);
