import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GradualRows } from '../../web/widgets/gradual-rows.js';

let now = 0;

beforeEach(() => {
  now = 1000;
  vi.stubGlobal('performance', { now: () => now });
});

afterEach(() => vi.unstubAllGlobals());

/** Takes steps until the rows are done or wait; returns how many it took. */
function steps(rows: GradualRows, cols: number): number {
  let count = 0;
  for (; !rows.done && rows.wait === 0; count++) rows.step(cols);
  return count;
}

describe('the rows of a large table', () => {
  it('are all drawn at the first time, a few at a step', () => {
    const rows = new GradualRows();
    rows.renew(64);
    expect(steps(rows, 64)).toBeGreaterThan(32);
    expect(rows.done).toBe(true);
  });

  it('out of sight wait until the numbers rest, and are then drawn as well', () => {
    const rows = new GradualRows();
    rows.renew(64);
    steps(rows, 64);
    rows.renew(64);
    const seen = steps(rows, 64);
    expect(seen).toBeGreaterThan(10);
    expect(seen).toBeLessThan(32);
    expect(rows.done).toBe(false);
    now += rows.wait;
    steps(rows, 64);
    expect(rows.done).toBe(true);
  });

  it('are drawn at once where they are scrolled to', () => {
    const rows = new GradualRows();
    rows.renew(64);
    steps(rows, 64);
    rows.renew(64);
    steps(rows, 64);
    const place = (scrollTop: number) =>
      ({
        scrollTop,
        clientHeight: 280,
        querySelector: () => ({ offsetHeight: 28 }),
      }) as unknown as HTMLElement;
    expect(rows.look(place(1400))).toBe(true);
    expect(steps(rows, 64)).toBeGreaterThan(9);
    expect(rows.look(place(0))).toBe(false);
  });

  it('have no more than the columns in view drawn while their numbers change, and all of them at rest', () => {
    const rows = new GradualRows();
    rows.renew(64);
    steps(rows, 64);
    // 65 columns of 100 px with that of names, of which four and a half are seen.
    const place = {
      scrollTop: 0,
      scrollLeft: 0,
      clientHeight: 280,
      clientWidth: 450,
      scrollWidth: 6500,
      querySelector: () => ({ offsetHeight: 28 }),
    } as unknown as HTMLElement;
    rows.look(place, 64);
    rows.renew(64);
    // Once each row is emptied where it is not seen; from then on a step has room for ten.
    const first = steps(rows, 64);
    rows.renew(64);
    const second = steps(rows, 64);
    expect(first).toBeGreaterThan(9);
    expect(second).toBeLessThan(first / 4);
    expect(rows.look({ ...place, scrollLeft: 3000 } as HTMLElement, 64)).toBe(true);
    steps(rows, 64);
    expect(rows.done).toBe(false);
    now += rows.wait;
    expect(steps(rows, 64)).toBeGreaterThan(32);
    expect(rows.done).toBe(true);
  });
});
