import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Watch = (entries: { target: Element; isIntersecting: boolean }[]) => void;

let frames: Map<number, () => void>;
let now = 0;
let tell: Watch;
let queue: typeof import('../../web/widgets/draw-queue.js');

/** A frame of the browser. */
function frame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const run of due) run();
}

const element = () => ({}) as Element;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(++last, run);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(watch: Watch) {
        tell = watch;
      }
      observe() {}
      unobserve() {}
    },
  );
  vi.resetModules();
  queue = await import('../../web/widgets/draw-queue.js');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the queue of drawing', () => {
  it('spreads long pieces over frames and puts short ones into one', () => {
    const drawn: string[] = [];
    const piece = (name: string, time: number) =>
      queue.drawSoon(element(), () => {
        now += time;
        drawn.push(name);
      });
    for (const [name, time] of [
      ['short', 1],
      ['another', 1],
      ['long', 12],
      ['longer', 20],
      ['last', 1],
    ] as const)
      piece(name, time);
    expect(drawn).toEqual([]);
    const perFrame: string[][] = [];
    while (frames.size > 0) {
      frame();
      perFrame.push(drawn.splice(0));
    }
    expect(perFrame).toEqual([['short', 'another', 'long'], ['longer'], ['last']]);
  });

  it('draws nothing else in a frame whose piece costs the browser much', () => {
    const drawn: string[] = [];
    queue.drawSoon(element(), () => drawn.push('map'));
    for (const table of ['one table', 'the other'])
      queue.drawSoon(element(), () => {
        queue.drawNothingElse();
        drawn.push(table);
      });
    queue.drawSoon(element(), () => drawn.push('sentence'));
    const perFrame: string[][] = [];
    while (frames.size > 0) {
      frame();
      perFrame.push(drawn.splice(0));
    }
    expect(perFrame).toEqual([['map', 'one table'], ['the other'], ['sentence']]);
  });

  it('goes on after a piece that fails', () => {
    const drawn: string[] = [];
    queue.drawSoon(element(), () => {
      throw new Error('broken');
    });
    queue.drawSoon(element(), () => drawn.push('next'));
    expect(frame).toThrow('broken');
    frame();
    expect(drawn).toEqual(['next']);
  });

  it('draws where no frames come', () => {
    const drawn: string[] = [];
    queue.drawSoon(element(), () => drawn.push('hidden'));
    vi.advanceTimersByTime(1000);
    expect(drawn).toEqual(['hidden']);
    expect(frames.size).toBe(0);
  });

  it('leaves what is off the screen until it is quiet, draws it once, and at once when it is scrolled to', () => {
    const drawn: string[] = [];
    const [far, near] = [element(), element()];
    tell([{ target: far, isIntersecting: false }]);
    queue.drawSoon(far, () => drawn.push('far, old'));
    queue.drawSoon(far, () => drawn.push('far'));
    queue.drawSoon(near, () => drawn.push('near'));
    frame();
    expect(drawn.splice(0)).toEqual(['near']);
    vi.advanceTimersByTime(1000);
    frame();
    expect(drawn.splice(0)).toEqual(['far']);
    queue.drawSoon(far, () => drawn.push('scrolled to'));
    tell([{ target: far, isIntersecting: true }]);
    frame();
    expect(drawn).toEqual(['scrolled to']);
  });

  it('leaves as much time free as a late frame took, and then takes one piece a frame until they come in time', () => {
    const drawn: string[] = [];
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth'])
      queue.drawSoon(element(), () => {
        now += name === 'first' ? 5 : 2;
        drawn.push(name);
      });
    const frameIn = (time: number) => {
      now += time;
      frame();
      return drawn.splice(0);
    };
    expect(frameIn(0)).toEqual(['first']);
    // It came 45 ms after the one before began: for as long nothing is drawn.
    expect(frameIn(40)).toEqual([]);
    expect(frameIn(17)).toEqual([]);
    expect(frameIn(17)).toEqual([]);
    expect(frameIn(17)).toEqual(['second']);
    expect(frameIn(15)).toEqual(['third', 'fourth']);
    expect(frameIn(13)).toEqual(['fifth']);
  });

  it('takes pieces that are nothing to draw along, on a slow machine too', () => {
    const drawn: string[] = [];
    const pieces: [string, number][] = [
      ['first', 5],
      ['nothing', 0],
      ['second', 2],
      ['third', 2],
    ];
    for (const [name, time] of pieces)
      queue.drawSoon(element(), () => {
        now += time;
        drawn.push(name);
      });
    frame();
    now += 40;
    frame();
    now += 40;
    frame();
    expect(drawn).toEqual(['first', 'nothing', 'second']);
  });

  it('says when all is drawn, with what the pieces ask for in turn, and does not keep anybody waiting for long', async () => {
    expect(queue.caughtUp()).toBeUndefined();
    const said: string[] = [];
    const told = (name: string) => void queue.caughtUp()!.then(() => said.push(name));
    const piece = () => {
      now += 5;
    };
    queue.drawSoon(element(), piece);
    told('short');
    frame();
    queue.drawSoon(element(), piece);
    frame();
    await Promise.resolve();
    expect(said).toEqual([]);
    frame();
    await Promise.resolve();
    expect(said).toEqual(['short']);
    for (let i = 0; i < 100; ++i) queue.drawSoon(element(), piece);
    told('long');
    vi.advanceTimersByTime(500);
    await Promise.resolve();
    expect(said).toEqual(['short', 'long']);
  });
});
