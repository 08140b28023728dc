// Three engines behind one small face. Everything a test wants to know it asks of the host page, as a host would: no
// driver reaches into the frames of another site.
import { chromium } from 'playwright-core';
import { startWebKit } from '../../../build-scripts/lib/webkit.mjs';
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

async function launchWebKit(): Promise<TestBrowser> {
  const screen = await startWebKit();
  return {
    name: 'webkit',
    async open() {
      const { send, evaluate, goto, close } = await screen.open();
      const strike = (keys: readonly string[]) =>
        keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
      const keyboard = async (actions: readonly object[]) =>
        void (await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] }));
      const setViewport = async (width: number, height: number) => {
        await send('POST', '/window/rect', { width, height });
        // The window has bars of its own: it is made larger by what they take.
        const [w, h] = (await evaluate('[innerWidth, innerHeight]')) as [number, number];
        await send('POST', '/window/rect', { width: 2 * width - w, height: 2 * height - h });
      };
      await setViewport(VIEWPORT.width, VIEWPORT.height);
      return {
        goto,
        evaluate: <T>(expression: string) => evaluate(expression) as Promise<T>,
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
          await send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
        },
        async wheel(x, y, down) {
          const actions = [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: down }];
          await send('POST', '/actions', { actions: [{ type: 'wheel', id: 'wheel', actions }] });
        },
        setViewport,
        screenshot: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
        print: () => Promise.reject(new Error('WebKitWebDriver cannot print.')),
        close,
      };
    },
    close: () => screen.close(),
  };
}
