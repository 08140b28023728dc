// Every word the widgets say by themselves, in one place, so that a translation is one object.
import { formatCount } from '../model/format-number.js';

export const strings = {
  shape: (rows: number, cols: number) => `${rows} × ${cols}`,
  matrix: {
    addRow: 'Add row',
    removeRow: 'Remove row',
    addColumn: 'Add column',
    removeColumn: 'Remove column',
    cell: (row: string, col: string) => `row ${row}, column ${col}`,
    problem: (row: number, col: number, sentence: string) => `Row ${row}, column ${col}: ${sentence}`,
    exact: (row: string, col: string, float32: string) =>
      `row ${row}, column ${col}: ${float32} in float32`,
    truth: (float64: string) => `, ${float64} in float64`,
    pasteTooLarge: (rows: number, cols: number, row: number, col: number, freeRows: number, freeCols: number) =>
      `The pasted block is ${rows} × ${cols}. From row ${row}, column ${col} there is room for ` +
      `${freeRows} × ${freeCols}. Nothing was changed.`,
    pasted: (rows: number, cols: number) => `Pasted ${rows} × ${cols} numbers.`,
    hint: 'Arrow keys move, Enter goes down, Escape takes a change back.',
  },
  heatmap: {
    row: 'row',
    column: 'column',
    cell: (row: string, col: string, value: string) => `${row}, ${col}: ${value}`,
    notAllowed: 'not permitted',
    summary: (rows: number, cols: number, low: string, high: string, where: string) =>
      `${rows} rows, ${cols} columns. Values from ${low} to ${high}; the largest is in ${where}.`,
    negatives: (count: number) =>
      count === 1 ? ' 1 value is negative.' : ` ${formatCount(count)} values are negative.`,
    asTable: 'Show as table',
    asMap: 'Show as map',
    scale: (low: string, high: string) => `Colour scale from ${low} to ${high}`,
    keys: 'Arrow keys move from cell to cell.',
    empty: 'There is nothing to show yet.',
    cutTable: (rows: number, cols: number) =>
      `The table shows the first ${rows} rows and ${cols} columns. Download the CSV for all of it.`,
  },
  plot: {
    asTable: 'Show as table',
    asPlot: 'Show as plot',
    keys: 'Left and right arrow keys read the lines from point to point.',
    range: (low: string, high: string) => ` (${low} to ${high})`,
    summary: (names: string, xName: string, low: string, high: string) =>
      `Lines: ${names}. ${xName} from ${low} to ${high}.`,
    empty: 'There is nothing to draw yet.',
    noPositive: (name: string) => `A logarithmic axis has no place for 0 or below; those points of ${name} are left out.`,
  },
  stepper: {
    step: (step: number, of: number) => `Step ${step} of ${of}`,
    first: 'First step',
    back: 'Back',
    next: 'Next',
    last: 'Last step',
    jump: 'Go to step',
  },
  number: {
    belowRange: (typed: string, low: string, high: string) =>
      `${typed} is below the smallest value here. Choose from ${low} to ${high}.`,
    aboveRange: (typed: string, low: string, high: string) =>
      `${typed} is above the largest value here. Choose from ${low} to ${high}.`,
    exactly: (label: string) => `${label}, typed`,
  },
  progress: {
    done: (done: string, total: string) => `${done} of ${total}`,
    left: (time: string) => `about ${time} left`,
    cancel: 'Cancel',
  },
  drop: {
    choose: 'Choose a file',
    or: 'or drop one here. It is read in this page and sent nowhere.',
    tooMany: (count: number) => `${count} files arrived; one is read at a time. Drop a single file.`,
    tooLarge: (name: string, size: string, limit: string) =>
      `${name} holds ${size}. Files up to ${limit} are read here.`,
    unreadable: (name: string) => `${name} could not be read. Check that the file still exists, then try again.`,
  },
  actions: {
    done: (label: string) => `${label}: done.`,
    failed: (label: string, why: string) => `${label} did not work: ${why}`,
    toolbar: 'Copy, download, reset',
  },
  counter: {
    times: (factor: string) => `${factor} times`,
  },
};

type Catalogue = typeof strings;

/** Replaces whole sections for another language; widgets drawn afterwards use them. */
export function setStrings(translated: Partial<Catalogue>): void {
  Object.assign(strings, translated);
}
