// Three browsers behind one small face: {version, seconds(), open(address), close()}. `open` gives a page of its own, with
// nothing cached: {evaluate(expression), close()}. `seconds` gives what each process of the browser has computed.
import { Explained } from '../lib/explain.mjs';
import { secondsBelow, secondsByProcess } from './processes.mjs';

/** No call of ours is refused for the time that it takes. */
const PATIENCE = 300_000;

export const browsers = {
  chromium: { title: 'Chromium', launch: launchChromium },
  firefox: { title: 'Firefox', launch: launchFirefox },
  webkit: { title: 'WebKitGTK', launch: launchWebKit },
};

/** The names in a list as people write it: "firefox,webkit". */
export function namesOf(text) {
  const names = text.split(',');
  const unknown = names.find((name) => !Object.hasOwn(browsers, name));
  if (unknown !== undefined)
    throw new Explained(
      `--browsers knows no "${unknown}". There is ${Object.keys(browsers).join(', ')}; commas go between several.`,
    );
  return [...new Set(names)];
}

async function launchChromium(executablePath) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-renderer-backgrounding',
    ],
  });
  const whole = await browser.newBrowserCDPSession();
  return {
    version: browser.version(),
    seconds: () => secondsByProcess(whole),
    async open(address) {
      // A context of its own has a cache of its own.
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.goto(address);
      return { evaluate: (expression) => page.evaluate(expression), close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

async function launchFirefox(executablePath) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: PATIENCE,
  });
  return {
    version: (await browser.version()).replace(/^\D*/, ''),
    seconds: () => secondsBelow(process.pid),
    async open(address) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.goto(address, { timeout: PATIENCE });
      return { evaluate: (expression) => page.evaluate(expression), close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

async function launchWebKit(driver) {
  const { startWebKit } = await import('../lib/webkit.mjs');
  const screen = await startWebKit(driver);
  const first = await screen.open();
  await first.close();
  return {
    version: first.version,
    seconds: () => secondsBelow(process.pid),
    async open(address) {
      const page = await screen.open();
      await page.goto(address);
      return page;
    },
    close: () => screen.close(),
  };
}
