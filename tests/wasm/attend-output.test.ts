// attend() gives its output in a fresh array, or fills the caller's own.
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import type { AttendOptions, Matrix } from '../../web/engine/types.js';
import { BUILDS, freshCore } from './builds.js';
import { expectSameBits } from './same-bits.js';

type Inputs = [q: Matrix, k: Matrix, v: Matrix];
const inputs = (core: Instance, rows: number, cols: number) =>
  [1, 2, 3].map((seed) => core.random({ rows, cols, seed, scale: 0.5 })) as Inputs;
const linear = { kind: 'linear', featureMap: { kind: 'elu+1' } } as const;
const softmax: AttendOptions = { mechanism: { kind: 'softmax' } };

// Small ones by the way in double, larger ones by the kernels, and what is so large that its rows cross in blocks.
const SIZES = [
  { rows: 5, cols: 3 },
  { rows: 200, cols: 24 },
];
// Of the smaller ones the output is put together in the core.
const BLOCKS = [
  { rows: 1500, cols: 64 },
  { rows: 12_000, cols: 64 },
];
type Case = [string, { rows: number; cols: number }, AttendOptions];
const CASES: Case[] = [
  ...SIZES.flatMap((size): Case[] => [
    ['softmax', size, softmax],
    ['flash', size, { mechanism: { kind: 'flash' }, causal: true }],
    ['window', size, { mechanism: { kind: 'sparse', pattern: { kind: 'window', left: 2, right: 1 } } }],
    ['linear', size, { mechanism: linear, want: ['normaliser'] }],
    ['linear in float64', size, { mechanism: linear, causal: true, precision: 'float64' }],
  ]),
];

describe.each(BUILDS)('attend with an array for its output, in the %s build', (build) => {
  // The scalar build knows no blocks.
  const blocks = build === 'simd' ? BLOCKS : [];
  const sizes = [...SIZES, ...blocks];
  const cases = [
    ...CASES,
    ...blocks.map((size): Case => ['linear', size, { mechanism: linear, causal: true }]),
  ];
  test.each(cases)(
    '%s of %o gives the same digits there, and nothing beside it',
    async (_, size, options) => {
      const core = await freshCore(build);
      const matrices = inputs(core, size.rows, size.cols);
      const count = size.rows * size.cols;
      const room = new Float32Array(count + 2).fill(-7);
      const into = room.subarray(1, count + 1);
      const { output, ...answer } = core.attend(...matrices, options, into);
      const { output: fresh, ...expected } = core.attend(...matrices, options);
      expect(output.data).toBe(into);
      // Of arrays that are not one, `toBe` goes on to compare all numbers.
      expect(fresh.data === into).toBe(false);
      expectSameBits(output.data, fresh.data);
      expect([output.rows, output.cols]).toEqual([fresh.rows, fresh.cols]);
      expect(answer).toEqual(expected);
      expect([room[0], room.at(-1)]).toEqual([-7, -7]);
    },
  );

  test.each(sizes)(
    'an input of %o, or the middle of one, may take it: all is read before it is written',
    async ({ rows, cols }) => {
      const core = await freshCore(build);
      const options: AttendOptions = { mechanism: linear, causal: true };
      const expected = core.attend(...inputs(core, rows, cols), options).output.data;
      for (const place of [0, 1, 2]) {
        const matrices = inputs(core, rows, cols);
        core.attend(...matrices, options, matrices[place]!.data);
        expectSameBits(matrices[place]!.data, expected);
      }
      // Rows of the output stand where later rows of v stood.
      const room = new Float32Array(rows * cols + cols);
      const [q, k, v] = inputs(core, rows, cols);
      room.set(v.data);
      const shared = { rows, cols, data: room.subarray(0, rows * cols) };
      core.attend(q, k, shared, options, room.subarray(cols));
      expectSameBits(room.subarray(cols), expected);
    },
  );

  test.each(sizes)('a refused call of %o leaves it as it was', async ({ rows, cols }) => {
    const core = await freshCore(build);
    const [q, k, v] = inputs(core, rows, cols);
    const output = new Float32Array(rows * cols).fill(-7);
    const last = rows * cols - 1;
    const broken = { ...v, data: v.data.slice() };
    broken.data[last] = Number.NaN;
    const huge = { ...v, data: v.data.slice() };
    huge.data[last] = huge.data[last - cols] = 3e38;
    const refusals: [() => unknown, string, RegExp][] = [
      [
        () => core.attend(q, k, broken, { mechanism: linear, causal: true }, output),
        'not-finite',
        /^v .*NaN/,
      ],
      [
        () => core.attend(q, k, huge, { mechanism: { ...linear, normalise: false }, causal: true }, output),
        'overflow',
        /^output\[/,
      ],
      [() => core.attend(q, k, v, { mechanism: {} } as never, output), 'bad-option', /^mechanism.kind/],
    ];
    for (const [call, code, message] of refusals) {
      expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
    }
    expect(output.every((x) => x === -7)).toBe(true);
  });

  test('of another length, another type, or without its memory it is refused', async () => {
    const core = await freshCore(build);
    const matrices = inputs(core, 2, 3);
    const gone = new Float32Array(6);
    structuredClone(gone, { transfer: [gone.buffer] });
    for (const [output, code, message] of [
      [new Float32Array(7), 'bad-shape', /^output has 7 numbers; expected 6 for 2 x 3\.$/],
      [gone, 'bad-shape', /^output has 0 numbers; expected 6 for 2 x 3\.$/],
      [
        new Float64Array(6),
        'bad-argument',
        /^output is a Float64Array of length 6; expected a Float32Array\.$/,
      ],
      [{ rows: 2, cols: 3, data: new Float32Array(6) }, 'bad-argument', /^output is an object/],
      [null, 'bad-argument', /^output is null/],
    ] as const) {
      expect(() => core.attend(...matrices, softmax, output as never)).toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(message) }),
      );
    }
  });
});
