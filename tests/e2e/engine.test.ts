// The engine in a real browser: a worker that computes what Node computes, leaves the page free, can be stopped, may die,
// and may be refused.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import { freshCore } from '../wasm/builds.js';
import { useSite } from './harness.js';

declare global {
  interface Window {
    engine: Engine;
  }
}

const outDir = mkdtempSync(join(tmpdir(), 'engine-page-'));
afterAll(() => rmSync(outDir, { recursive: true }));
const site = useSite(async () => {
  const root = fileURLToPath(new URL('engine-page/', import.meta.url));
  const output = { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 };
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: output,
  });
  return outDir;
});

/** What a reader may be kept waiting for, at most. */
const PATIENCE_MS = 100;

const openEngine = async () => {
  const page = await site.open('');
  await page.waitForFunction(() => window.engine !== undefined);
  return page;
};

/** A run that would take minutes, stopped after its third report. Times in milliseconds. */
function stoppedRun(page: Page) {
  return page.evaluate(async () => {
    const options = { keyDim: 64, valueDim: 64, featureMap: { kind: 'elu+1' } } as const;
    const { handle } = await window.engine.call('openStream', options);
    const stop = new AbortController();
    let [reports, longestGap, last, stopped] = [0, 0, performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      longestGap = Math.max(longestGap, now - last);
      last = now;
    }, 5);
    const code = await window.engine
      .call(
        'runStream',
        { handle, tokens: 1e8, seed: 1 },
        {
          signal: stop.signal,
          onProgress() {
            if (++reports !== 3) return;
            stopped = performance.now();
            stop.abort();
          },
        },
      )
      .catch((error: { code: string }) => error.code);
    const waited = performance.now() - stopped;
    // Answered only once the worker has really stopped.
    const { tokens } = await window.engine.call('streamState', { handle });
    const freed = performance.now() - stopped;
    clearInterval(timer);
    return { code, reports, tokens, waited, freed, longestGap };
  });
}

describe('the worker', () => {
  test('gives the bits that Node gives', async () => {
    const page = await openEngine();
    const core = await freshCore('simd');
    const x = core.random({ rows: 40, cols: 8, seed: 1 });
    for (const mechanism of [
      { kind: 'softmax' },
      { kind: 'flash' },
      { kind: 'linear', featureMap: { kind: 'favor', features: 16, seed: 2 } },
    ] as const) {
      const there = await page.evaluate(async (mechanism) => {
        const q = await window.engine.call('random', { rows: 40, cols: 8, seed: 1 });
        const options = { mechanism, causal: true };
        return [...(await window.engine.call('attend', { q, k: q, v: q, options })).output.data];
      }, mechanism);
      expect(there).toEqual([...core.attend(x, x, x, { mechanism, causal: true }).output.data]);
    }
  });

  test('leaves the page free, and stops when it is told to', async () => {
    const { code, reports, tokens, waited, freed, longestGap } = await stoppedRun(await openEngine());
    expect([code, reports]).toEqual(['cancelled', 3]);
    expect(tokens).toBeGreaterThan(0);
    expect(waited).toBeLessThan(PATIENCE_MS);
    expect(longestGap).toBeLessThan(PATIENCE_MS);
    // The slice at work is finished first; a slow machine may take several times the 20 ms that one is meant to last.
    expect(freed).toBeLessThan(1000);
  });

  test('that dies takes what is pending with it; the next call starts another', async () => {
    const page = await openEngine();
    await page.evaluate(() => window.engine.call('about', null));
    const pending = page.evaluate(() =>
      window.engine
        .call('growCache', { tokens: 1e6, keyDim: 64, valueDim: 64, seed: 1 })
        .catch((error: { code: string }) => error.code),
    );
    await page.workers()[0]!.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken on purpose');
      });
    });
    expect(await pending).toBe('crashed');
    expect(await page.evaluate(async () => (await window.engine.call('about', null)).build)).toBe('simd');
    site.expectErrors();
  });

  test('that is busy with what nobody wants is replaced', async () => {
    const page = await openEngine();
    const waited = await page.evaluate(async () => {
      const q = await window.engine.call('random', { rows: 40_000, cols: 64, seed: 1 });
      const stop = new AbortController();
      const options = { mechanism: { kind: 'softmax' }, precision: 'float64' } as const;
      const minutes = window.engine.call('attend', { q, k: q, v: q, options }, { signal: stop.signal });
      minutes.catch(() => {});
      setTimeout(() => stop.abort(), 50);
      const from = performance.now();
      await window.engine.call('about', null);
      return performance.now() - from;
    });
    expect(waited).toBeLessThan(5000);
  });
});

test('without workers the page computes by itself, in slices that keep it free', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(window, {
      Worker: class {
        constructor() {
          throw new DOMException('refused', 'SecurityError');
        }
      },
    });
  });
  await page.goto(site.address);
  await page.waitForFunction(() => window.engine !== undefined);
  const { code, tokens, longestGap } = await stoppedRun(page);
  expect(page.workers()).toHaveLength(0);
  expect(code).toBe('cancelled');
  expect(tokens).toBeGreaterThan(0);
  expect(longestGap).toBeLessThan(PATIENCE_MS);
  await context.close();
});
