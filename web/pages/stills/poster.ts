// The picture that link previews show of an activity: heat maps of numbers that the core computes while the site is built.
import type { Engine } from '../../engine/calls.js';
import type { Exercise } from '../../lesson-kit/exercise.js';
import { type Core, Evaluator, toRows } from '../../lesson-kit/recipe.js';
import { colourScale, domainOf, type Rgb } from '../../model/colour-scale.js';
import { toRows as rowsOf } from '../../model/matrices.js';
import type { MatrixValue, State } from '../../model/parameters.js';
import { defaults } from '../../model/state.js';
import { resolveInput } from '../../widgets/inputs/resolve-input.js';
import { POSTER_SIZE } from './documents.js';

export interface Poster {
  /** Side by side, from the left; each with an entry that is not 0. */
  readonly panels: readonly MatrixValue[];
  /** What is to be seen, for those who do not see it. */
  readonly says: string;
}

/** Larger matrices become a grey haze. */
const LARGEST = 64;

/** The first matrix that the exercise computes, or else is given; null for one that has only numbers. */
export async function exercisePoster(exercise: Exercise, core: Core): Promise<Poster | null> {
  const inputs = defaults(exercise.inputs) as State;
  const evaluator = new Evaluator(core, inputs, exercise.values);
  for (const { value } of [...exercise.results, ...(exercise.given ?? [])]) {
    // A recipe may need data that only a page has.
    const outcome = await evaluator.evaluate(value).catch(() => null);
    const rows = toRows(outcome);
    if (rows !== null && isPicture(rows)) {
      return { panels: [rows], says: `A heat map of numbers computed in “${exercise.title}”` };
    }
  }
  const given = exercise.inputs
    .filter(({ kind }) => kind === 'matrix')
    .map(({ name }) => inputs[name] as MatrixValue);
  const panels = given.filter(isPicture);
  return panels.length === 0
    ? null
    : { panels, says: `Heat maps of the matrices given in “${exercise.title}”` };
}

/** For activities without a matrix of their own: the weights of softmax and of linear attention on one trained head. */
export async function weightsPoster(engine: Engine, head: Readonly<State>): Promise<Poster> {
  const { q, k, v, scale } = await resolveInput(engine, head, null);
  const panels = [];
  for (const mechanism of [{ kind: 'softmax' }, { kind: 'linear', featureMap: { kind: 'elu+1' } }] as const) {
    const options = { mechanism, scale, want: ['weights' as const] };
    panels.push(rowsOf((await engine.call('attend', { q, k, v, options })).weights!));
  }
  return {
    panels,
    says: 'The attention weights of one trained head: softmax on the left, linear attention on the right, each on a scale of its own',
  };
}

function isPicture(rows: MatrixValue): boolean {
  const cols = rows[0]?.length ?? 0;
  const entries = rows.flat();
  return (
    rows.length > 1 &&
    cols > 1 &&
    Math.max(rows.length, cols) <= LARGEST &&
    entries.every(Number.isFinite) &&
    entries.some((entry) => entry !== 0)
  );
}

const MARGIN = 60;
const GAP = 60;

/** Row by row from the top, three bytes a pixel: red, green, blue. */
export function drawPoster({ panels }: Poster): Uint8Array {
  const { width, height } = POSTER_SIZE;
  const pixels = new Uint8Array(width * height * 3);
  const fill = (left: number, top: number, right: number, bottom: number, colour: Rgb) => {
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) pixels.set(colour, 3 * (y * width + x));
    }
  };
  const paper = colourScale('sequential', 0, 1, 'light').colour(0);
  fill(0, 0, width, height, paper);
  const room = (width - 2 * MARGIN - (panels.length - 1) * GAP) / panels.length;
  const cell = Math.floor(
    Math.min(...panels.map((rows) => Math.min(room / rows[0]!.length, (height - 2 * MARGIN) / rows.length))),
  );
  const whole = panels.reduce((sum, rows) => sum + rows[0]!.length * cell, (panels.length - 1) * GAP);
  let left = Math.floor((width - whole) / 2);
  for (const rows of panels) {
    const { low, high, signed } = domainOf(rows.flat());
    const scale = colourScale(signed ? 'diverging' : 'sequential', low, high, 'light');
    const top = Math.floor((height - rows.length * cell) / 2);
    const [right, bottom] = [left + rows[0]!.length * cell, top + rows.length * cell];
    // Where a cell has the colour of the paper, the edge says that it is there.
    fill(left - 2, top - 2, right + 2, bottom + 2, [133, 130, 122]);
    rows.forEach((row, i) => {
      row.forEach((entry, j) => {
        const [x, y] = [left + j * cell, top + i * cell];
        fill(x, y, x + cell, y + cell, scale.colour(entry));
      });
    });
    left = right + GAP;
  }
  return pixels;
}
