// WebKitGTK's MiniBrowser by plain WebDriver: the client library of Selenium asks for a newer Node than this project does.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

const miniBrowser = () =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
    .flatMap((folder) => ['4.1', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path));

/** How long a script in a page may take, ms. */
const PATIENCE = 300_000;

/** A screen that nobody sees, and on it windows, each of a browser of its own: a driver opens one at a time. */
export async function startWebKit(driver = 'WebKitWebDriver') {
  const binary = miniBrowser();
  if (binary === undefined) throw new Error('MiniBrowser was not found. Install webkit2gtk-driver and xvfb.');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)));
    screen.stdio[3].once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  // A test whose time runs out leaves its window open: what drives it goes with the screen.
  const drivers = [];
  return {
    open: () => openWindow(driver, binary, env, drivers),
    async close() {
      for (const child of [...drivers, screen]) child.kill();
    },
  };
}

async function openWindow(path, binary, env, drivers) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const driver = spawn(path, [`--port=${port}`], { env, stdio: 'ignore' });
  drivers.push(driver);
  const call = async (method, path, body) => {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKitWebDriver, ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    await answers(`${address}/status`);
    const { sessionId, capabilities } = await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
    });
    const at = `/session/${sessionId}`;
    const send = (method, path, body) => call(method, at + path, body);
    await send('POST', '/timeouts', { script: PATIENCE });
    return {
      version: capabilities.browserVersion,
      send,
      goto: async (url) => void (await send('POST', '/url', { url })),
      async evaluate(expression) {
        const value = await send('POST', '/execute/async', {
          script: `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(done, (e) => done({ thrown: String(e) }));`,
          args: [],
        });
        if (typeof value === 'object' && value !== null && 'thrown' in value)
          throw new Error(String(value.thrown));
        return value;
      },
      async close() {
        await send('DELETE', '');
        driver.kill();
      },
    };
  } catch (error) {
    driver.kill();
    throw error;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(address) {
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
