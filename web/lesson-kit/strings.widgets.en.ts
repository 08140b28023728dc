// What the shared elements of web/widgets say by themselves; part of the one catalogue in strings.en.ts.
export const widgetStrings = {
  'matrix.shape': '{rows} × {cols}',
  'matrix.add-row': 'Add row',
  'matrix.remove-row': 'Remove row',
  'matrix.add-column': 'Add column',
  'matrix.remove-column': 'Remove column',
  'matrix.row': 'row {row}',
  'matrix.column': 'column {col}',
  'matrix.exact': '{where}: {float32} in float32',
  'matrix.paste-too-large':
    'The pasted block is {rows} × {cols}. From {where} there is room for {freeRows} × {freeCols}. Nothing was changed.',
  'matrix.paste-failed': 'Nothing was pasted. {reason}',
  'matrix.pasted': 'Pasted {rows} × {cols} numbers.',
  'matrix.below': 'Found {found}, expected a number from {min} to {max}.',
  'matrix.keys': 'Arrow keys move between cells. Enter goes down. Escape takes a change back.',

  'heatmap.not-allowed': 'not permitted',
  'heatmap.summary':
    '{rows} rows and {cols} columns. Values from {low} to {high}; the largest is in {where}.',
  'heatmap.negatives': { one: '{count} value is negative.', other: '{count} values are negative.' },
  'heatmap.as-table': 'Show as table',
  'heatmap.as-map': 'Show as map',
  'heatmap.scale': 'Colour scale from {low} to {high}',
  'heatmap.keys': 'Arrow keys move from cell to cell.',
  'heatmap.empty': 'There is nothing to show yet.',
  'heatmap.cut': 'The table shows the first {rows} rows and {cols} columns. The CSV file holds all of them.',
  'heatmap.grid': 'map',

  'plot.as-table': 'Show as table',
  'plot.as-plot': 'Show as plot',
  'plot.keys': 'Left and right arrow keys read the lines from point to point.',
  'plot.range': '{value} ({low} to {high})',
  'plot.summary': 'Lines: {names}. {axis} from {low} to {high}.',
  'plot.empty': 'There is nothing to draw yet.',
  'plot.no-log':
    'A logarithmic axis has no place for 0 or less: {count} points of {name} are left out of the drawing.',
  'plot.reader': 'points',

  'stepper.first': 'First step',
  'stepper.back': 'Back',
  'stepper.next': 'Next',
  'stepper.last': 'Last step',
  'stepper.jump': 'Go to step',

  'number.range': 'Found {found}, expected a number from {min} to {max}.',
  'number.integer-range': 'Found {found}, expected a whole number from {min} to {max}.',
  'number.slider': '{label}, slider',

  'steps.progress': '{done} of {total}',
  'steps.left': 'about {time} left',
  'steps.cancel': 'Cancel',

  'drop.choose': 'Choose a file',
  'drop.or': 'or drop one here. It is read in this page and sent nowhere.',
  'drop.choose-several': 'Choose files',
  'drop.or-several': 'or drop them here. They are read in this page and sent nowhere.',
  'drop.many': {
    one: '{found} files arrived. One is read at a time; drop a single file.',
    other: '{found} files arrived. Up to {count} are read together; drop no more.',
  },
  'drop.large': '{name} holds {size}. Files up to {limit} are read here.',
  'drop.unreadable': '{name} could not be read. Check that the file is still there, then choose it again.',

  'actions.toolbar': 'Copy, download and reset',
  'actions.done': '{label}: done.',
  'actions.failed': '{label} did not work. {reason}',
  'actions.no-clipboard': 'This page may not write to the clipboard. Select the text below and copy it.',
} as const;
