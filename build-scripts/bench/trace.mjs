// What stands in Chromium's trace about the main thread of a page.

/** The event around whatever the thread does at one go. */
const TASK = 'RunTask';
/** Events in which scripts run, and what they make the browser do at once: style and layout that they ask for, garbage. */
const SCRIPTS = new Set([
  'RunMicrotasks',
  'v8.callAsConstructor',
  'v8.callFunction',
  'v8.evaluateModule',
  'v8.newInstance',
]);

/**
 * The categories that hold these events. Not devtools.timeline, which would name the kind of each script too: with it,
 * Chromium counts the objects of the page at every layout, within the tasks that are measured.
 */
export const CATEGORIES = ['disabled-by-default-devtools.timeline', 'v8', 'v8.execute'];

/**
 * The tasks of one thread, from the trace's complete events of that thread (`ph` is 'X', times in µs), in order: {wall,
 * computing, scripts}, in ms. `wall` is from beginning to end, `computing` the processor time of that, `scripts` what part
 * of the processor time was in scripts. Script events stand in one another; the outermost has the time of all.
 */
export function tasksOf(events) {
  const inOrder = [...events].sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = [];
  let taskEnd = Number.NEGATIVE_INFINITY;
  let scriptEnd = Number.NEGATIVE_INFINITY;
  for (const { name, ts, dur, tdur = 0 } of inOrder) {
    if (name === TASK) {
      tasks.push({ wall: dur / 1000, computing: tdur / 1000, scripts: 0 });
      taskEnd = ts + dur;
    } else if (SCRIPTS.has(name) && ts < taskEnd && ts >= scriptEnd) {
      tasks.at(-1).scripts += tdur / 1000;
      scriptEnd = ts + dur;
    }
  }
  return tasks;
}
