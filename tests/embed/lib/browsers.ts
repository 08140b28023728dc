// Three engines behind one small face. Everything a test wants to know it asks of the host page, as a host would: no
// driver reaches into the frames of another site.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { chromium } from 'playwright-core';
import { CHROMIUM } from './chromium.js';

/** Keys by their names, which the drivers of Chromium and Firefox take, and as WebDriver sends them. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
type Key = keyof typeof KEYS;

export interface Tab {
  goto(address: string): Promise<void>;
  /** Evaluates an expression in the top page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  press(key: Key | 'Shift+Tab'): Promise<void>;
  /** The keys of a text, one after the other. */
  type(text: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Turns the wheel down by so many pixels, with the pointer there. */
  wheel(x: number, y: number, down: number): Promise<void>;
  setViewport(width: number, height: number): Promise<void>;
  /** A PNG of what is in view. */
  screenshot(): Promise<Uint8Array>;
  /** Prints to a PDF. WebKit's driver cannot. */
  print(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface TestBrowser {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  open(options?: { dark?: boolean }): Promise<Tab>;
  close(): Promise<void>;
}

/** Chromium always; Firefox and WebKitGTK too in `npm run test:all`, where they are installed. */
export function enginesUnderTest(): Array<{ name: TestBrowser['name']; launch: () => Promise<TestBrowser> }> {
  const engines = [{ name: 'chromium' as TestBrowser['name'], launch: launchChromium }];
  if (process.env.ATTENTION_ALL_BROWSERS === '1') {
    engines.push({ name: 'firefox', launch: launchFirefox }, { name: 'webkit', launch: launchWebKit });
  }
  return engines;
}

/** Waits until `expression` is truthy in the page and answers its value. */
export async function waitFor<T>(tab: Tab, expression: string, patience = 40_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    const value = await tab.evaluate<T>(expression);
    if (value) return value;
    if (Date.now() > until) throw new Error(`After ${patience} ms still not true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const VIEWPORT = { width: 1024, height: 768 };

async function launchChromium(): Promise<TestBrowser> {
  const browser = await chromium.launch(CHROMIUM);
  return {
    name: 'chromium',
    async open({ dark = false } = {}) {
      const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: dark ? 'dark' : 'light' });
      const page = await context.newPage();
      return {
        goto: async (address) => void (await page.goto(address)),
        evaluate: (expression) => page.evaluate(expression),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        click: (x, y) => page.mouse.click(x, y),
        wheel: async (x, y, down) => {
          await page.mouse.move(x, y);
          await page.mouse.wheel(0, down);
        },
        setViewport: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot(),
        print: () => page.pdf(),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

async function launchFirefox(): Promise<TestBrowser> {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: {
      // puppeteer loosens this for its own ends, and a test of file: pages would then prove nothing.
      'security.fileuri.strict_origin_policy': true,
      'ui.systemUsesDarkTheme': 0,
    },
  });
  return {
    name: 'firefox',
    async open() {
      const page = await browser.newPage();
      await page.setViewport(VIEWPORT);
      return {
        goto: async (address) => void (await page.goto(address)),
        evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
        press: async (key) => {
          if (key === 'Shift+Tab') {
            await page.keyboard.down('Shift');
            await page.keyboard.press('Tab');
            await page.keyboard.up('Shift');
          } else await page.keyboard.press(key);
        },
        type: (text) => page.keyboard.type(text),
        click: (x, y) => page.mouse.click(x, y),
        wheel: async (x, y, down) => {
          await page.mouse.move(x, y);
          await page.mouse.wheel({ deltaY: down });
        },
        setViewport: (width, height) => page.setViewport({ width, height }),
        screenshot: () => page.screenshot(),
        print: () => page.pdf(),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** MiniBrowser by plain WebDriver: the client library of Selenium asks for a newer Node than this project does. */
async function launchWebKit(): Promise<TestBrowser> {
  const started: ChildProcess[] = [];
  const port = await freePort();
  const display = `:${90 + (process.pid % 900)}`;
  started.push(spawn('Xvfb', [display, '-screen', '0', '1600x1200x24'], { stdio: 'ignore' }));
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  started.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
  const driver = `http://127.0.0.1:${port}`;
  await answers(`${driver}/status`);

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKitWebDriver, ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  let left = '';
  return {
    name: 'webkit',
    async open() {
      // The driver has one session at a time, and a test that ran out of time leaves its own: all that follow would fail.
      if (left !== '') await send('DELETE', left);
      const { sessionId } = (await send('POST', '/session', {
        capabilities: {
          alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
        },
      })) as { sessionId: string };
      const at = `/session/${sessionId}`;
      left = at;
      const strike = (keys: readonly string[]) =>
        keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
      const keyboard = async (actions: readonly object[]) =>
        void (await send('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] }));
      const setViewport = async (width: number, height: number) => {
        await send('POST', `${at}/window/rect`, { width, height });
        // The window has bars of its own: it is made larger by what they take.
        const [w, h] = (await evaluate('[innerWidth, innerHeight]')) as [number, number];
        await send('POST', `${at}/window/rect`, { width: 2 * width - w, height: 2 * height - h });
      };
      const evaluate = (expression: string) =>
        send('POST', `${at}/execute/async`, {
          script: `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(done, (e) => done({ thrown: String(e) }));`,
          args: [],
        });
      await setViewport(VIEWPORT.width, VIEWPORT.height);
      return {
        goto: async (url) => void (await send('POST', `${at}/url`, { url })),
        async evaluate<T>(expression: string): Promise<T> {
          const value = await evaluate(expression);
          if (typeof value === 'object' && value !== null && 'thrown' in value)
            throw new Error(String(value.thrown));
          return value as T;
        },
        press: (key) =>
          keyboard(
            key === 'Shift+Tab'
              ? [
                  { type: 'keyDown', value: KEYS.Shift },
                  ...strike([KEYS.Tab]),
                  { type: 'keyUp', value: KEYS.Shift },
                ]
              : strike([KEYS[key]]),
          ),
        type: (text) => keyboard(strike([...text])),
        async click(x, y) {
          const actions = [
            { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ];
          await send('POST', `${at}/actions`, { actions: [{ type: 'pointer', id: 'mouse', actions }] });
        },
        async wheel(x, y, down) {
          const actions = [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: down }];
          await send('POST', `${at}/actions`, { actions: [{ type: 'wheel', id: 'wheel', actions }] });
        },
        setViewport,
        screenshot: async () => Buffer.from((await send('GET', `${at}/screenshot`)) as string, 'base64'),
        print: () => Promise.reject(new Error('WebKitWebDriver cannot print.')),
        close: async () => {
          if (left !== at) return;
          left = '';
          await send('DELETE', at);
        },
      };
    },
    async close() {
      for (const child of started.reverse()) child.kill();
    },
  };
}

function miniBrowser(): string {
  const found = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
    .flatMap((folder) => ['4.1', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('MiniBrowser was not found. Install webkit2gtk-driver and xvfb.');
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function answers(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ok = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} did not answer within 10 s.`);
}
