import { describe, expect, it, vi } from 'vitest';
import { Lanes, MOST_PATIENCE_MS, PATIENCE_MS } from '../../web/widgets/lanes.js';

/** Work that ends when it is told to, and writes down what became of it. */
function work(name: string, log: string[]) {
  let end = () => {};
  const run = (signal: AbortSignal) => {
    log.push(`${name} begins`);
    signal.addEventListener('abort', () => log.push(`${name} is cancelled`));
    return new Promise<string>((resolve, reject) => {
      end = () => resolve(name);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  return { run, end: () => end() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a lane', () => {
  it('lets the one at work end and then runs the newest, so that a figure follows a slider', async () => {
    const log: string[] = [];
    const lanes = new Lanes();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => work(name, log));
    const results = [first!, second!, third!].map(({ run }) => lanes.run('main', run));
    first!.end();
    await settled();
    third!.end();
    expect(await Promise.all(results)).toEqual(['first', undefined, 'third']);
    expect(log).toEqual(['first begins', 'third begins']);
    expect(lanes.has('main')).toBe(false);
  });

  it('tells when nothing is at work or waits any more', async () => {
    const log: string[] = [];
    const lanes = new Lanes();
    await lanes.idle();
    const [first, second] = ['first', 'second'].map((name) => work(name, log));
    const results = [lanes.run('main', first!.run), lanes.run('other', second!.run)];
    const idle = lanes.idle().then(() => log.push('idle'));
    first!.end();
    await settled();
    expect(log).toEqual(['first begins', 'second begins']);
    second!.end();
    await idle;
    expect(log.at(-1)).toBe('idle');
    expect(await Promise.all(results)).toEqual(['first', 'second']);
    const third = lanes.run('main', work('third', log).run).catch(() => undefined);
    const cleared = lanes.idle();
    lanes.clear();
    await Promise.all([cleared, third]);
  });

  it('cancels the one at work when it takes too long for those that wait', async () => {
    vi.useFakeTimers();
    try {
      const log: string[] = [];
      const lanes = new Lanes();
      const [first, second] = ['first', 'second'].map((name) => work(name, log));
      const results = [first!, second!].map(({ run }) => lanes.run('main', run));
      await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
      expect(log).toEqual(['first begins']);
      await vi.advanceTimersByTimeAsync(2);
      expect(log).toEqual(['first begins', 'first is cancelled', 'second begins']);
      second!.end();
      expect(await Promise.all(results)).toEqual([undefined, 'second']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows something while a slider moves, however long each computation takes', async () => {
    vi.useFakeTimers();
    try {
      const lanes = new Lanes();
      const takes = MOST_PATIENCE_MS - 100;
      const finished: number[] = [];
      let cancelled = 0;
      const move = (at: number) =>
        lanes.run('main', async (signal) => {
          signal.addEventListener('abort', () => (cancelled += 1));
          await new Promise((resolve) => setTimeout(resolve, takes));
          if (!signal.aborted) finished.push(at);
        });
      for (let at = 0; at < 12_000; at += 100) {
        void move(at);
        await vi.advanceTimersByTimeAsync(100);
      }
      // 250, 500 and 1000 ms are too short; from then on every one ends.
      expect(cancelled).toBe(3);
      expect(finished.length).toBeGreaterThanOrEqual(3);
      await vi.runAllTimersAsync();
      expect(finished.at(-1)).toBe(11_900);
      // An idle lane has learnt nothing: the next drag may be over something short.
      void move(0);
      void move(1);
      await vi.advanceTimersByTimeAsync(PATIENCE_MS + 1);
      expect(cancelled).toBe(4);
      await vi.runAllTimersAsync();
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits until the page is ready, then begins the newest without waiting again', async () => {
    const log: string[] = [];
    let waits = 0;
    let ready = () => {};
    const lanes = new Lanes(() => {
      waits += 1;
      return new Promise((resolve) => {
        ready = resolve;
      });
    });
    const [first, second, third] = ['first', 'second', 'third'].map((name) => work(name, log));
    const results = [first!, second!, third!].map(({ run }) => lanes.run('main', run));
    await settled();
    expect(log).toEqual([]);
    ready();
    await settled();
    expect(log).toEqual(['third begins']);
    expect(waits).toBe(1);
    third!.end();
    expect(await Promise.all(results)).toEqual([undefined, undefined, 'third']);
  });

  it('forgets the answer of work that goes on although it was cancelled', async () => {
    const lanes = new Lanes();
    let end = (_answer: string) => {};
    const late = lanes.run(
      'main',
      () =>
        new Promise<string>((resolve) => {
          end = resolve;
        }),
    );
    lanes.cancel('main');
    end('late');
    expect(await late).toBeUndefined();
  });

  it('hides a failure that something newer will answer, and no other', async () => {
    const lanes = new Lanes();
    const fails = () => Promise.reject(new Error('no'));
    const first = lanes.run('main', fails);
    const second = lanes.run('main', async () => 2);
    expect(await Promise.all([first, second])).toEqual([undefined, 2]);
    await expect(lanes.run('main', fails)).rejects.toThrow('no');
    expect(lanes.has('main')).toBe(false);
  });

  it('is cancelled with what waits in it, and waits for nothing once all is cleared', async () => {
    const log: string[] = [];
    const lanes = new Lanes();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => work(name, log));
    const cancelled = [first!, second!].map(({ run }) => lanes.run('main', run));
    lanes.cancel('main');
    expect(await Promise.all(cancelled)).toEqual([undefined, undefined]);
    expect(log).toEqual(['first begins', 'first is cancelled']);
    const stuck = lanes.run('main', () => new Promise(() => {}));
    lanes.clear();
    void stuck;
    const after = lanes.run('main', third!.run);
    third!.end();
    expect(await after).toBe('third');
  });
});
