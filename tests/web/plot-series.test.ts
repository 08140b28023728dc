// The sums between the numbers of a plot and the places on its page.
import { describe, expect, it } from 'vitest';
import { endOf, namePlaces, spread } from '../../web/widgets/la-plot/end-names.js';
import {
  axisOf,
  extentOf,
  isDrawable,
  type PlotSeries,
  pointAt,
  stopsOf,
} from '../../web/widgets/la-plot/series.js';

const line = (x: readonly number[], y: readonly number[] = x): PlotSeries => ({
  id: 'line',
  label: 'line',
  object: 'plain',
  x,
  y,
});

describe('an axis', () => {
  it('in powers gives every power of ten the same room, an even one every step', () => {
    const log = axisOf('log', [1, 1000], [0, 300], 4, false);
    for (const [at, place] of [
      [1, 0],
      [10, 100],
      [100, 200],
      [1000, 300],
    ] as const)
      expect(log.scale(at)).toBeCloseTo(place, 9);
    const linear = axisOf('linear', [0, 1000], [0, 300], 4, false);
    expect(linear.scale(100)).toBeCloseTo(30, 9);
  });

  it('in powers has ticks at powers of ten, thinned to whole steps from 1, and 2 and 5 between where there are few', () => {
    expect(axisOf('log', [1, 1e8], [0, 300], 4, false).ticks).toEqual([1, 1e3, 1e6]);
    expect(axisOf('log', [1e-4, 1e4], [0, 300], 5, false).ticks).toEqual([1e-4, 1e-2, 1, 1e2, 1e4]);
    expect(axisOf('log', [3, 40], [0, 300], 5, false).ticks).toEqual([5, 10, 20]);
  });

  it('has a tick at a power of ten where it begins, though 10 ** -4 is less than 0.0001', () => {
    expect(axisOf('log', [1e-4, 1e-3], [0, 300], 4, false).ticks).toEqual([1e-4, 2e-4, 5e-4, 1e-3]);
  });

  it('writes all of its ticks in one way', () => {
    const { ticks, format } = axisOf('log', [1, 1e8], [0, 300], 4, false);
    expect(ticks.map(format)).toEqual(['10⁰', '10³', '10⁶']);
    const short = axisOf('log', [10, 1000], [0, 300], 4, false);
    expect(short.ticks.map(short.format)).toEqual(['10', '100', '1,000']);
    const even = axisOf('linear', [-0.5, 0.5], [0, 300], 4, false);
    expect([-0.25, 0, 2500].map(even.format)).toEqual(['−0.25', '0', '2,500']);
  });

  it('over a single value has that value in its middle', () => {
    for (const kind of ['linear', 'log'] as const) {
      expect(axisOf(kind, [7, 7], [0, 300], 4, false).scale(7)).toBeCloseTo(150, 9);
    }
  });

  it('leaves out what it has no place for', () => {
    expect(isDrawable(0, 'log')).toBe(false);
    expect(isDrawable(-1, 'log')).toBe(false);
    expect(isDrawable(0, 'linear')).toBe(true);
    expect(isDrawable(Number.NaN, 'linear')).toBe(false);
    const values = [
      [0, 4, Number.POSITIVE_INFINITY],
      [-2, 9, Number.NaN],
    ];
    expect(extentOf(values, 'linear')).toEqual([-2, 9]);
    expect(extentOf(values, 'log')).toEqual([4, 9]);
    expect(extentOf([[0, -1]], 'log')).toBeNull();
  });
});

describe('the reading cursor', () => {
  it('stops once at every x that has a place, in order, and finds the point of a line there', () => {
    const both = [line([8, 0, 2]), line([4, 2])];
    expect(stopsOf(both, 'linear')).toEqual([0, 2, 4, 8]);
    expect(stopsOf(both, 'log')).toEqual([2, 4, 8]);
    expect(pointAt(both[0]!, 2)).toBe(2);
    expect(pointAt(both[1]!, 8)).toBe(-1);
  });
});

describe('labels at the ends of lines', () => {
  it.each([
    ['stay where they have room', [10, 50, 90], [10, 50, 90]],
    ['are moved apart around their middle', [50, 52, 54], [40, 52, 64]],
    ['leave one alone that is far enough', [50, 52, 90], [45, 57, 90]],
    ['do not go beyond the top', [10, 12, 14], [0, 12, 24]],
    ['do not go beyond the bottom', [90, 95, 99], [76, 88, 100]],
    ['keep their order, whichever line comes first', [54, 50, 52], [64, 40, 52]],
  ])('%s', (_, wanted, places) => expect(spread(wanted, 12, 0, 100)).toEqual(places));

  it('stand in each column as if there were no other', () => {
    const at = (x: number, y: number) => ({ x, y, width: 40 });
    expect(namePlaces([at(0, 50), at(100, 50), at(300, 50)], 12, 0, 100)).toEqual([50, 50, 50]);
    // The second lies below both others, which do not reach one another.
    expect(namePlaces([at(0, 50), at(30, 52), at(60, 54)], 12, 0, 100)).toEqual([40, 52, 64]);
  });

  it.each([
    [
      'at the last point',
      [
        [0, 20],
        [10, 30],
      ],
      [10, 30],
    ],
    [
      'where the line leaves at the top',
      [
        [0, 20],
        [10, -20],
        [20, -90],
      ],
      [5, 0],
    ],
    [
      'where the line leaves at the bottom',
      [
        [0, 80],
        [10, 120],
      ],
      [5, 100],
    ],
    [
      'at the last point of a line that comes back',
      [
        [0, 20],
        [10, -20],
        [20, 40],
      ],
      [20, 40],
    ],
    [
      'at the edge, of a line that is never seen',
      [
        [0, -20],
        [10, -40],
      ],
      [10, 0],
    ],
  ] as const)('belong %s', (_, line, [x, y]) => {
    const points = line.map(([atX, atY]) => ({ x: atX, y: atY }));
    expect(endOf(points, 0, 100)).toEqual({ x, y });
  });

  it('belong nowhere, of a line without points', () => expect(endOf([], 0, 100)).toBeUndefined());
});
