// What was measured, as Markdown.
import { peers } from './peers/index.mjs';
import { tasks } from './tasks.mjs';

const OURS = 'attention';

/** A Markdown table with columns of even width. */
export function table(head, rows) {
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (cells) => `| ${cells.map((cell, c) => cell.padEnd(widths[c])).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}

/** Milliseconds to three digits. */
export const ms = (time) =>
  time >= 100 ? time.toFixed(0) : time >= 10 ? time.toFixed(1) : time.toPrecision(3);

const quickest = (rows) =>
  rows.reduce((best, row) => (best === undefined || row.ms < best.ms ? row : best), undefined);

/** A line for each of our ways to do a task, beside the quickest way of every rival. */
export function rivalTable(rows) {
  const rivals = Object.keys(peers).filter((peer) => peer !== OURS);
  const head = ['task', 'ours', 'ms', ...rivals.map((peer) => peers[peer].title), 'ours / best rival'];
  const lines = Object.keys(tasks).flatMap((task) => {
    const done = rows.filter((row) => row.task === task && row.ms !== undefined);
    const best = rivals.map((peer) => quickest(done.filter((row) => row.peer === peer)));
    const rival = quickest(best.filter(Boolean));
    return done
      .filter(({ peer }) => peer === OURS)
      .map((row) => [
        tasks[task].title,
        row.variant,
        ms(row.ms),
        ...best.map((other) => (other === undefined ? 'none ran' : `${ms(other.ms)} (${other.variant})`)),
        rival === undefined ? '–' : (row.ms / rival.ms).toFixed(2),
      ]);
  });
  const all = (name) => rows.map((row) => row[name]).filter((share) => share !== undefined);
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const [own, others] = [all('cpuShare'), all('others')];
  const quiet = [
    ...(own.length > 0
      ? [`The measured process had at least ${percent(Math.min(...own))} of its core in every row.`]
      : []),
    ...(others.length > 0
      ? [
          `Other processes of the browser took at most ${percent(Math.max(...others))} of the core, in the middle one of three rounds.`,
        ]
      : []),
  ];
  return [table(head, lines), ...quiet].join('\n\n');
}

/** First answers, the quickest first. */
export function firstTable(rows) {
  const ran = rows.filter((row) => row.ms !== undefined).sort((a, b) => a.ms - b.ms);
  return table(
    ['', 'median, ms', 'least, ms'],
    ran.map((row) => [peers[row.peer].title, ms(row.ms), ms(row.least)]),
  );
}
