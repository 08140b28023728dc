// The stream of station 6 on the core: it asks for many tokens at once, and goes back.
import { expect, test } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import { openStreams } from '../../web/widgets/stations/open-streams.js';
import { type Moment, SteppedStream } from '../../web/widgets/stations/state-model.js';
import { LENGTH, updateOf } from '../../web/widgets/stations/state-parameters.js';
import { engineHere } from './engine.js';

const engine: Engine = engineHere();

async function opened(): Promise<SteppedStream> {
  const [q, k, v] = await Promise.all(
    [1, 2, 3].map((seed) => engine.call('random', { rows: LENGTH, cols: 4, seed })),
  );
  return SteppedStream.open(
    engine,
    { q: q!, k: k!, v: v! },
    {
      featureMap: { kind: 'elu+1' },
      update: updateOf('gated-delta', 0.9, 0.2),
      accumulator: 'float32',
    },
  );
}

test('all tokens asked for at once give what token after token gives', async () => {
  const [jumping, walking] = [await opened(), await opened()];
  const moments: Moment[] = [];
  for (let tokens = 0; tokens <= LENGTH; ++tokens) moments.push(await walking.goTo(engine, tokens));
  expect(await jumping.goTo(engine, LENGTH)).toEqual(moments[LENGTH]);
  // Those that were passed on the way are there as well.
  for (const moment of moments) {
    expect(await jumping.goTo(engine, moment.tokens)).toEqual(moment);
    expect(await jumping.isBitIdentical(engine, moment.tokens)).toBe(true);
  }
  await Promise.all([jumping.close(engine), walking.close(engine)]);
});

test('a way that was broken off leaves the stream as it was', async () => {
  const [broken, whole] = [await opened(), await opened()];
  await broken.goTo(engine, 1);
  let steps = 0;
  const breaks: Engine = {
    call: (name, args, options) =>
      name === 'step' && ++steps === 3
        ? Promise.reject(new Error('broken off'))
        : engine.call(name, args, options),
  };
  await expect(broken.goTo(breaks, LENGTH)).rejects.toThrow('broken off');
  expect(await broken.goTo(engine, 3)).toEqual(await whole.goTo(engine, 3));
  await Promise.all([broken.close(engine), whole.close(engine)]);
});

test('a stream whose opening is broken off leaves none open', async () => {
  const open = new Set<number>();
  const breaksAt = (broken: string): Engine => ({
    async call(name, args, options) {
      if (name === broken) throw new Error('broken off');
      const answer = await engine.call(name, args, options);
      if (name === 'openStream') open.add((answer as { handle: number }).handle);
      if (name === 'close') open.delete((args as { handle: number }).handle);
      return answer;
    },
  });
  const tokens = { rows: 2, cols: 2, data: Float32Array.of(1, 2, 3, 4) };
  const opening = (broken: string) =>
    SteppedStream.open(
      breaksAt(broken),
      { q: tokens, k: tokens, v: tokens },
      { featureMap: { kind: 'elu+1' }, update: { kind: 'sum' }, accumulator: 'float32' },
    );
  await opening('nothing');
  expect(open.size).toBe(2);
  open.clear();
  for (const broken of ['saveStream', 'streamState', 'compare']) {
    await expect(opening(broken)).rejects.toThrow('broken off');
    expect(open.size).toBe(0);
  }
});

test('of streams that are opened together none stays open where one is refused', async () => {
  const closed: number[] = [];
  const one: Engine = {
    async call(name, args, options) {
      if (name === 'close') closed.push((args as { handle: number }).handle);
      return engine.call(name, args, options);
    },
  };
  const stream = { keyDim: 2, valueDim: 2, featureMap: { kind: 'elu+1' } } as const;
  await expect(openStreams(one, [stream, { ...stream, keyDim: 0 }, stream])).rejects.toMatchObject({
    code: 'bad-shape',
  });
  expect(closed).toHaveLength(2);
});
