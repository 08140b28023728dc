import { describe, expect, it } from 'vitest';
import { tasksOf } from '../../build-scripts/bench/trace.mjs';

/** An event from `from` to `to`, ms, that computed for `computed` of that. */
const event = (name: string, from: number, to: number, computed = to - from) => ({
  name,
  ts: 1000 * from,
  dur: 1000 * (to - from),
  tdur: 1000 * computed,
});

describe('the tasks of a trace', () => {
  it('tells what a task took, what it computed, and what part of that was in scripts', () => {
    const tasks = tasksOf([
      event('RunTask', 0, 30, 24),
      event('v8.callFunction', 1, 5, 3),
      event('Layout', 5, 9),
      event('v8.callFunction', 9, 16, 6),
    ]);
    expect(tasks).toEqual([{ wall: 30, computing: 24, scripts: 9 }]);
  });

  it('counts scripts within scripts once, with the layout and the garbage in them', () => {
    const [task] = tasksOf([
      event('RunTask', 0, 30),
      event('v8.callFunction', 1, 12),
      event('RunMicrotasks', 1, 12),
      event('v8.callFunction', 2, 6),
      event('Layout', 7, 9),
      event('MinorGC', 9, 10),
      event('RunMicrotasks', 12, 14),
    ]);
    expect(task!.scripts).toBe(13);
  });

  it('counts a script that runs inside the work of the browser', () => {
    const [task] = tasksOf([
      event('RunTask', 0, 30),
      event('UpdateLayoutTree', 2, 10),
      event('v8.callFunction', 4, 7),
      event('Paint', 10, 20),
    ]);
    expect(task!.scripts).toBe(3);
  });

  it('gives a script to the task that it runs in, in whatever order the events came', () => {
    const tasks = tasksOf([
      event('v8.callFunction', 21, 22),
      event('v8.callFunction', 15, 16),
      event('v8.evaluateModule', 2, 7),
      event('RunTask', 20, 25),
      event('v8.callFunction', 3, 6),
      event('RunTask', 0, 10),
    ]);
    // What ran between the two tasks is in neither.
    expect(tasks.map(({ scripts }) => scripts)).toEqual([5, 1]);
  });

  it('takes an event without processor time for one that computed nothing', () => {
    const { tdur: _, ...waiting } = event('v8.callFunction', 1, 2);
    expect(tasksOf([event('RunTask', 0, 3), waiting])[0]!.scripts).toBe(0);
  });
});
