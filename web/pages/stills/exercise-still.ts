// An exercise on paper: the task and a worked solution as plain HTML with MathML, its numbers computed by the core
// while the site is built. It is what a page shows before anything has loaded, without scripts, and in print.
import type { Exercise, Result } from '../../lesson-kit/exercise.js';
import { stageOf } from '../../lesson-kit/exercise.js';
import { type Core, Evaluator } from '../../lesson-kit/recipe.js';
import { formatNumber } from '../../model/format-number.js';
import type { MatrixValue, Parameter, State } from '../../model/parameters.js';
import { defaults } from '../../model/state.js';
import { escapeHtml } from '../../model/text.js';
import { filled, outcomeText } from '../../widgets/la-exercise/format.js';

/** Matrices larger than this are drawn by the live page and left out of the still. */
const LARGEST = 8;

/** Trusted HTML. What needs data or time that building does not have is left out. */
export async function stillOf(exercise: Exercise, core: Core): Promise<string> {
  const inputs = defaults(exercise.inputs) as State;
  const evaluator = new Evaluator(core, inputs, exercise.values);
  const { text } = exercise;
  const asked = exercise.questions
    .filter((question) => stageOf(question) === 'predict')
    .map(({ id }) => `<li>${text[`question ${id}`] ?? ''}</li>`);
  const given = [
    ...exercise.inputs.map((input) =>
      definition(escapeHtml(input.label), inputView(input, inputs[input.name])),
    ),
    ...(await Promise.all((exercise.given ?? []).map((result) => resultOf(result, exercise, evaluator)))),
  ];
  const results = await Promise.all(exercise.results.map((result) => resultOf(result, exercise, evaluator)));
  const solution = await quietly(() => filled(text.solution ?? '', evaluator));
  const explanation = await quietly(() => filled(text.explain ?? '', evaluator));
  return [
    `<div>${text.prompt ?? ''}</div>`,
    `<dl>${given.join('')}</dl>`,
    asked.length > 0 ? `<ol>${asked.join('')}</ol>` : '',
    `<details><summary>Worked solution</summary>`,
    `<div>${solution}</div>`,
    `<dl>${results.join('')}</dl>`,
    `<div>${explanation}</div>`,
    `</details>`,
  ].join('\n');
}

async function resultOf(result: Result, exercise: Exercise, evaluator: Evaluator): Promise<string> {
  const label = exercise.text[`run ${result.id}`] ?? '';
  const value = await quietly(async () => {
    const outcome = await evaluator.evaluate(result.value);
    return isRows(outcome) ? matrixView(outcome) : escapeHtml(outcomeText(outcome, result.show));
  });
  return value === '' ? '' : definition(label, value);
}

/** A recipe may need what only a page has, such as a trained head: its place then stays empty. */
async function quietly(compute: () => Promise<string>): Promise<string> {
  try {
    return await compute();
  } catch {
    return '';
  }
}

function definition(label: string, value: string): string {
  return value === '' ? '' : `<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function inputView({ kind }: Parameter, value: State[string] | undefined): string {
  if (value === undefined) return '';
  if (kind === 'matrix') return matrixView(value as MatrixValue);
  return escapeHtml(kind === 'integer' || kind === 'number' ? formatNumber(value as number) : String(value));
}

function matrixView(rows: MatrixValue): string {
  if (rows.length > LARGEST || (rows[0]?.length ?? 0) > LARGEST) return '';
  const cell = (value: number) => `<mtd><mn>${escapeHtml(formatNumber(value))}</mn></mtd>`;
  const table = rows.map((row) => `<mtr>${row.map(cell).join('')}</mtr>`).join('');
  return `<math><mrow><mo>(</mo><mtable>${table}</mtable><mo>)</mo></mrow></math>`;
}

function isRows(outcome: unknown): outcome is MatrixValue {
  return Array.isArray(outcome) && Array.isArray(outcome[0]);
}
