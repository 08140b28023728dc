// What an exercise is: plain data. Its words are the sections of a Markdown file, its answers and known mistakes
// are recipes that the core carries out on the reader's own inputs. Knows no lesson.
//
// Sections, by the ids below: `prompt`; `question <id>`; `choice <question> <value>`; `mistake <question> <id>`;
// `hint 1`, `hint 2`, …; `run <id>`; `demo <id>` (its button) and `demo <id> says`; `solution`; `explain`.
// {name} in a section stands for the value of that name, computed when the section is shown.
import type { State, Table } from '../model/parameters.js';
import type { Tolerance } from './numbers.js';
import type { Recipe, Samples } from './recipe.js';

export { defineTable } from '../model/parameters.js';

export type Sections = Readonly<Record<string, string>>;

interface QuestionBase {
  readonly id: string;
  /** predict: asked before anything is computed. explain: asked of what was seen. Default predict. */
  readonly stage?: 'predict' | 'explain';
}

export interface Mistake {
  readonly id: string;
  /** What a reader who makes this mistake writes. */
  readonly gives: Recipe;
  /** Inputs for which it is a mistake, where it is none with the author's. */
  readonly example?: Readonly<Partial<State>>;
}

/** One number. */
export interface NumberQuestion extends QuestionBase {
  readonly kind: 'number' | 'integer';
  readonly answer: Recipe;
  readonly unit?: string;
  /** Default: exact for an integer, three significant figures for a number. */
  readonly within?: Tolerance;
  readonly mistakes: readonly Mistake[];
}

/** A vector is a matrix of one row. */
export interface MatrixQuestion extends QuestionBase {
  readonly kind: 'matrix';
  /** Rows and columns of the fields to type into; absent: one field for all. */
  readonly size?: readonly [number, number];
  readonly answer: Recipe;
  readonly within?: Tolerance;
  readonly mistakes: readonly Mistake[];
}

export interface ChoiceQuestion extends QuestionBase {
  readonly kind: 'choice';
  readonly options: readonly string[];
  /** An option, or a recipe that gives one. */
  readonly answer: Recipe;
  readonly mistakes: readonly Mistake[];
}

export interface ChoicesQuestion extends QuestionBase {
  readonly kind: 'choices';
  readonly options: readonly string[];
  readonly answer: readonly string[];
  /** The first that fits is answered: one that was chosen and should not be, or one that is missing. */
  readonly mistakes: readonly {
    readonly id: string;
    readonly includes?: string;
    readonly lacks?: string;
  }[];
}

/** The inputs themselves are the answer: the reader changes them until `goal` is not 0. */
export interface BuildQuestion extends QuestionBase {
  readonly kind: 'build';
  readonly goal: Recipe;
  /** Inputs that reach the goal. */
  readonly example: Readonly<Partial<State>>;
  readonly mistakes: readonly {
    readonly id: string;
    /** Not 0 where this mistake was made. */
    readonly when: Recipe;
    /** Inputs that make it. */
    readonly example: Readonly<Partial<State>>;
  }[];
}

export type Question = NumberQuestion | MatrixQuestion | ChoiceQuestion | ChoicesQuestion | BuildQuestion;

/** One thing that is computed and shown. */
export interface Result {
  readonly id: string;
  readonly value: Recipe;
  /** Default number. bytes: with the binary unit beside. weights: a heat map from 0; signed: one around 0. */
  readonly show?: 'number' | 'integer' | 'bytes' | 'matrix' | 'weights' | 'signed' | 'text';
  /** Names of rows and columns: words, or a recipe that gives a list of them. */
  readonly rowLabels?: Recipe;
  readonly colLabels?: Recipe;
  /** The object whose colour it wears. */
  readonly object?: 'q' | 'k' | 'v' | 'state' | 'normaliser' | 'softmax' | 'linear';
}

/** A button that computes something more, then says it. */
export interface Demonstration {
  readonly id: string;
  /** Named numbers for its sentence. */
  readonly values: Readonly<Record<string, Recipe>>;
  readonly results?: readonly Result[];
  /** It takes a while: shows progress and can be cancelled. */
  readonly long?: boolean;
}

export interface Exercise {
  /** Part of an address for ever. */
  readonly id: string;
  /** What a reader reached is kept under this name; absent where the id tells it from every other exercise. */
  readonly progressKey?: string;
  readonly title: string;
  readonly summary: string;
  readonly station: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly minutes: number;
  /** Numbers of the lesson's statements that it shows. */
  readonly statements: readonly number[];
  readonly inputs: Table;
  readonly text: Sections;
  /** Recipes with a name, for questions, results and {placeholders}. */
  readonly values: Readonly<Record<string, Recipe>>;
  /** Computed at once and shown with the prompt; their sections are `run <id>` too. */
  readonly given?: readonly Result[];
  readonly questions: readonly Question[];
  /** Computed when the reader presses Run, beside the answers. */
  readonly results: readonly Result[];
  readonly demonstrations?: readonly Demonstration[];
  /** Data for the call `sample`. */
  readonly samples?: Samples;
}

export function defineExercise(exercise: Exercise): Exercise {
  return exercise;
}

export function stageOf(question: Question): 'predict' | 'explain' {
  return question.stage ?? 'predict';
}

/** The hints in order. */
export function hintsOf(exercise: Exercise): readonly string[] {
  const hints: string[] = [];
  for (let n = 1; `hint ${n}` in exercise.text; ++n) hints.push(exercise.text[`hint ${n}`]!);
  return hints;
}
