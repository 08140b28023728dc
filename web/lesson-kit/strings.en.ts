// Every word of the interface that is not lesson text. {name} is replaced; a plural has one text per form of
// Intl.PluralRules, chosen by {count}. A translation is another file with the same keys.
import { widgetStrings } from './strings.widgets.en.js';

export const strings = {
  ...widgetStrings,

  'activity.computing': 'Computing…',
  'activity.cancelled': 'Cancelled at {done} of {total}. You can run it again.',
  'activity.failed': 'This part could not be computed: {reason}',
  'activity.reset': 'Reset to the author’s version',
  'activity.reset-short': 'Reset',
  'activity.reset-done': 'This is the author’s version. You can undo the reset until you change something.',
  'activity.undo-reset': 'Undo the reset',
  'activity.undo-reset-short': 'Undo',
  'activity.undo-reset-done': 'What was here before the reset is here again.',
  'activity.step': 'Step {n} of {of}',

  'exercise.predict': 'Predict',
  'exercise.run': 'Run',
  'exercise.compare': 'Compare',
  'exercise.kept': 'What was computed is shown when the answers above are right.',
  'exercise.kept-always': 'What was computed is not shown here.',
  'exercise.explain': 'Explain',
  'exercise.given': 'Given',
  'exercise.inputs': 'You may change these values. The answer is computed again from what stands here.',
  'exercise.run-check': 'Run and compare',
  'exercise.check': 'Check my answers',
  'exercise.try-again': 'Change my answers',
  'exercise.right': 'Right.',
  'exercise.wrong': 'Not yet.',
  'exercise.right-value': 'The core computes {expected}.',
  'exercise.given-value': 'You wrote {given}.',
  'exercise.wrong-value': 'The core computes {expected}.',
  'exercise.wrong-value-hidden': 'The core computes another value.',
  'exercise.unknown':
    'Your answer is none of the usual mistakes. The hints below lead to the right one, one step at a time.',
  'exercise.missing': 'Write an answer first.',
  'exercise.choose': 'Choose an answer first.',
  'exercise.next-hint': 'Show hint {n} of {of}',
  'exercise.no-hints': 'No more hints',
  'exercise.solution': 'Show the worked solution',
  'exercise.cancelled': 'Cancelled at {done} of {total}. Nothing was lost; you can run it again.',
  'exercise.score': { one: '{raw} of {count} answer right', other: '{raw} of {count} answers right' },
  'exercise.not-yet': 'Not yet: “{question}”.',
  'exercise.complete': 'You have solved this exercise.',
  'exercise.open': {
    one: 'One answer in part 1 is not right yet. The exercise is solved when it is.',
    other: '{count} answers in part 1 are not right yet. The exercise is solved when they are.',
  },
  'exercise.tolerance':
    'Three significant figures are enough. You may write a fraction, such as 7/3, a power, such as 2^20 or e^-2, or sqrt(2).',
  'exercise.within': 'Right if at most {within} away.',
  'exercise.entry': 'row {row}, column {col}',
  'exercise.all-that-fit': 'Choose all that fit.',
  'exercise.entries': 'Numbers separated by commas, one row a line.',
  'exercise.minutes': { one: 'About {count} minute', other: 'About {count} minutes' },

  'answer.not-a-number': 'Found {found}, expected a number such as 12, −0.5, 7/3 or 2^20.',
  'answer.not-in-unit': 'Found {found}, expected a number in {unit}, such as 12, 7/3 or 2^20.',
  'answer.not-an-integer': 'Found {found}, expected a whole number.',
  'answer.no-value':
    'With these inputs there is no answer: the core would have to divide by 0. Change the inputs.',
  'answer.empty-field': 'A field is still empty. Write a number into each.',
  'answer.unclear-size':
    'Found {found}. Some count 1,000 to a kB, some 1,024. Write bytes, or KiB, MiB and GiB, which count 1,024.',
  'answer.comma':
    'Found {found}, which is read as {read}: a comma before three digits parts thousands. Write a decimal point if you meant {other}.',
  'answer.point':
    'Found {found}, which is read as {read}: a point is the decimal point here. Write {other} without it if you meant that.',
  'answer.percent': 'Found {found}, which is read as {read}. Write {other} if you meant that.',
  'answer.wrong-size': 'Found {found} numbers, expected {rows} × {cols}.',

  'near.some': {
    one: '{count} of your {of} numbers is right.',
    other: '{count} of your {of} numbers are right.',
  },
  'near.order': 'These are the right numbers in another order.',
  'near.sign': 'The size is right. The sign is not.',
  'near.inverse': 'This is 1 divided by the right value.',
  'near.percent': 'In percent this is right. Write the % sign, or a number from 0 to 1.',
  'near.figures': 'This is near. Three significant figures have to agree.',
  'near.within': 'This is near. It may be at most {within} away.',
  'near.elsewhere': 'It is the right answer to another question here:',

  'progress.reset': 'Forget my progress',
  'progress.forgotten': 'It is forgotten.',
  'progress.undo-until': 'You can undo that until you check an answer.',
  'progress.undo-reset': 'Bring my progress back',
  'progress.undo-reset-done': 'Your progress is here again.',
  'progress.local': 'Your progress stays in this browser.',
  'progress.none': 'This browser keeps no progress here. Copy the link to come back to this state.',
} as const;

export type Catalogue = {
  readonly [K in keyof typeof strings]: string | { readonly [form: string]: string };
};
