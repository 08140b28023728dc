// The form's exercise, the guide's example and formulas, played through against the real core.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCustomExercise, readCustomExercise } from '../../web/lesson-kit/custom-exercise.js';
import type { Exercise } from '../../web/lesson-kit/exercise.js';
import { readFormula } from '../../web/lesson-kit/formula.js';
import { grade } from '../../web/lesson-kit/grade.js';
import { Evaluator, matrixOf, type Recipe } from '../../web/lesson-kit/recipe.js';
import { ENOUGH_MISTAKES, rehearse } from '../../web/lesson-kit/rehearse.js';
import type { State } from '../../web/model/parameters.js';
import { defaults, pack, unpack } from '../../web/model/state.js';
import { readPackedExercise } from '../../web/pages/embed/own-exercise.js';
import { draftToJson, FIRST, jsonToDraft, recipeFrom } from '../../web/pages/teach/own-draft.js';
import { namingProblems, placed } from '../../web/pages/teach/own-problems.js';
import { largest } from '../../web/widgets/la-exercise/results.js';
import { engineHere } from './engine.js';

const engine = engineHere();

const GUIDE = new URL('../../docs/embedding/own-exercise.md', import.meta.url);
const guide = () => /```json\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8'))![1]!;

function exerciseOf(read: ReturnType<typeof readCustomExercise>): Exercise {
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.exercise;
}

const evaluatorFor = (exercise: Exercise) =>
  new Evaluator(engine, defaults(exercise.inputs) as State, exercise.values);

describe.each([
  ['the exercise that the form begins with', () => JSON.stringify(FIRST)],
  ['the example of the guide', guide],
])('%s', (_, json) => {
  test('is read, is solved by its answers, and replies to each mistake', async () => {
    const exercise = exerciseOf(parseCustomExercise(json()));
    expect(await rehearse(exercise, evaluatorFor(exercise))).toEqual({ problems: [], advice: [] });
    for (const { mistakes } of exercise.questions)
      expect(mistakes.length).toBeGreaterThanOrEqual(ENOUGH_MISTAKES);
  });

  test('goes through the form and through a link unchanged', () => {
    const whole = JSON.parse(json());
    expect(JSON.parse(JSON.stringify(draftToJson(jsonToDraft(whole))))).toEqual(whole);
    expect(unpack(pack(whole))).toEqual(whole);
    expect(readPackedExercise(pack(whole)).ok).toBe(true);
  });
});

test('the guide’s example follows its input', async () => {
  const exercise = exerciseOf(parseCustomExercise(guide()));
  const answer = async (q: number[][]) => {
    const state = { ...(defaults(exercise.inputs) as State), q };
    const [question] = exercise.questions;
    if (question?.kind !== 'number') throw new Error('The first question asks for a number.');
    return new Evaluator(engine, state, exercise.values).number(question.answer);
  };
  // elu(x) + 1 of q is q + 1 here; of the keys (1, 0) and (0, 1) it is (2, 1) and (1, 2); the values are 1 and 3.
  // q = (1, 0): similarities 5 and 4; (5·1 + 4·3)/9. q = (0, 3): 6 and 9; (6·1 + 9·3)/15.
  // Sums of whole numbers are exact in float32; the quotient, below 4, may be a reciprocal that is multiplied: two roundings.
  expect(Math.abs((await answer([[1, 0]])) - 17 / 9)).toBeLessThanOrEqual(2 * 2 ** -23);
  expect(Math.abs((await answer([[0, 3]])) - 33 / 15)).toBeLessThanOrEqual(2 * 2 ** -22);
});

describe('a tolerance and fields of a matrix', () => {
  /** The product is ((2, 1), (4, 3)). */
  const question = {
    id: 'm',
    kind: 'matrix',
    ask: 'The product',
    size: [2, 2],
    tolerance: 0.25,
    answer: '= multiply(a, b)',
    mistakes: [
      { gives: '= multiply(b, a)', reply: 'The other order.' },
      { gives: '= transpose(multiply(a, b))', reply: 'Rows are columns here.' },
      { gives: '= a', reply: 'This is a alone.' },
    ],
  };
  const own = (changes: object = {}) => ({
    title: 'Product',
    prompt: 'Multiply.',
    values: {
      a: [
        [1, 2],
        [3, 4],
      ],
      b: [
        [0, 1],
        [1, 0],
      ],
    },
    questions: [{ ...question, ...changes }],
  });
  const problemsOf = (changes: object) => {
    const read = readCustomExercise(own(changes));
    return read.ok ? [] : read.problems;
  };

  test('are graded as they say, entry by entry', async () => {
    const exercise = exerciseOf(readCustomExercise(own()));
    expect(await rehearse(exercise, evaluatorFor(exercise))).toEqual({ problems: [], advice: [] });
    const verdict = async (...given: string[]) =>
      (await grade(exercise.questions[0]!, given, evaluatorFor(exercise))).kind;
    expect(await verdict('2.25', '1', '4', '2.75')).toBe('right');
    expect(await verdict('2.26', '1', '4', '3')).toBe('wrong');
    expect(await verdict('2', '1', '4', '')).toBe('unreadable');
    const last = await grade(exercise.questions[0]!, ['2', '1', '4', '9'], evaluatorFor(exercise));
    expect(last).toMatchObject({ kind: 'wrong', wrong: [3] });
    // Three figures would take neither of these for 2 and 3.
    const figures = exerciseOf(readCustomExercise(own({ tolerance: undefined })));
    const strict = await grade(figures.questions[0]!, ['2.25', '1', '4', '2.75'], evaluatorFor(figures));
    expect(strict.kind).toBe('wrong');
  });

  test('go through the form and through a link unchanged', () => {
    expect(JSON.parse(JSON.stringify(draftToJson(jsonToDraft(own()))))).toMatchObject({
      questions: [question],
    });
    expect(readPackedExercise(pack(own())).ok).toBe(true);
    for (const typed of ['2 2', '2x2', '2 × 2', ' 2, 2 ']) {
      const draft = jsonToDraft(own());
      draft.questions[0]!.size = typed;
      expect(draftToJson(draft), typed).toMatchObject({ questions: [{ size: [2, 2] }] });
    }
  });

  test('that mean nothing are refused where they stand', () => {
    for (const tolerance of [0, -1, '0.1', 1e7, null]) {
      expect(problemsOf({ tolerance }), String(tolerance)).toEqual([
        expect.stringMatching(/^questions\[0\]\.tolerance: found .*, expected a number above 0/),
      ]);
    }
    for (const size of [[2], [0, 2], [2, 7], [1.5, 2], '2 × 2', [2, 2, 2]]) {
      expect(problemsOf({ size }), String(size)).toEqual([
        expect.stringMatching(/^questions\[0\]\.size: found .*, expected rows and columns/),
      ]);
    }
    const [refused] = problemsOf({ kind: 'integer', size: undefined, answer: 3, mistakes: [] });
    expect(refused).toMatch(/tolerance: found 0.25, expected none: a whole number is right or wrong/);
  });

  test('that do not fit the answer, or a mistake, are found by a rehearsal', async () => {
    const rehearsed = async (changes: object) => {
      const exercise = exerciseOf(readCustomExercise(own(changes)));
      return (await rehearse(exercise, evaluatorFor(exercise))).problems;
    };
    expect(await rehearsed({ size: [1, 4], mistakes: [] })).toEqual([
      'questions[0].answer: It has 2 × 2 numbers, and there are 1 × 4 fields.',
    ]);
    expect(await rehearsed({ mistakes: [{ gives: [[1, 2, 3, 4]], reply: 'x' }] })).toEqual([
      'questions[0].mistakes[0].gives: It has 1 × 4 numbers, and there are 2 × 2 fields.',
    ]);
    // As near as this, the mistake is the answer.
    expect(await rehearsed({ tolerance: 9, mistakes: [{ gives: '= a', reply: 'x' }] })).toEqual([
      expect.stringContaining('is the right answer, so this reply never appears'),
    ]);
  });
});

describe('a rehearsal', () => {
  const base = {
    title: 'Sum',
    prompt: 'Add.',
    inputs: [{ name: 'n', kind: 'integer', default: 3, min: 0, max: 9 }],
  };
  const rehearsed = async (question: object) => {
    const exercise = exerciseOf(readCustomExercise({ ...base, questions: [question] }));
    return rehearse(exercise, evaluatorFor(exercise));
  };

  test('finds replies that nobody will ever read', async () => {
    const { problems, advice } = await rehearsed({
      id: 'a',
      kind: 'integer',
      ask: 'n + 1?',
      answer: '= n + 1',
      mistakes: [
        { gives: '= n', reply: 'Too few.' },
        { gives: '= 2 * n - 2', reply: 'Right, after all.' },
        { gives: 3, reply: 'As the first.' },
        { gives: '= n / 2', reply: 'A fraction, which can be typed although it is no whole number.' },
      ],
    });
    expect(advice).toEqual([]);
    expect(problems).toEqual([
      'questions[0].mistakes[1].gives: “4” is the right answer, so this reply never appears.',
      'questions[0].mistakes[2].gives: “3” is what mistake 1 gives, so this reply never appears.',
    ]);
    const options = { yes: 'Yes', no: 'No' };
    const unasked = await rehearsed({
      id: 'b',
      kind: 'choice',
      ask: '?',
      options,
      answer: 'yes',
      mistakes: [{ gives: 'maybe', reply: 'Nobody can choose it.' }],
    });
    expect(unasked.problems).toEqual([
      'questions[0].mistakes[0].gives: “maybe” cannot be typed as an answer.',
    ]);
  });

  test('finds answers that the core cannot compute, and counts the mistakes', async () => {
    const { problems, advice } = await rehearsed({
      id: 'a',
      kind: 'number',
      ask: '?',
      answer: '= entry(n, 5, 0)',
      mistakes: [],
    });
    expect(problems).toEqual(['questions[0].answer: The matrix has no such entry.']);
    expect(advice).toEqual(['Question 1 replies to 0 of the usual mistakes. Aim for at least 3.']);
  });

  test('of a choice knows how many options can be wrong', async () => {
    const options = { yes: 'Yes', no: 'No' };
    const choice = { id: 'a', kind: 'choice', ask: '?', options, answer: 'yes' };
    const mistakes = [{ gives: 'no', reply: 'Look again.' }];
    expect(await rehearsed({ ...choice, mistakes })).toEqual({ problems: [], advice: [] });
  });
});

describe('formulas', () => {
  const names = { inputs: new Set(['n', 'd', 'q']), values: new Set(['half']) };
  test.each([
    ['2 + 3 * 4 ^ 2', 50],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['10 - 4 - 3', 3],
    ['12 / 2 / 3', 2],
    ['n * (d − 1) × 2', 30],
    ['minimum(n, d, 4) + half', 6.5],
    ['entry(q, 0, 1)', 7],
    ['1e3 + .5', 1000.5],
  ])('%s is %d', async (text, expected) => {
    const formula = readFormula(text, names);
    if (!formula.ok) throw new Error(formula.expected);
    const inputs = { n: 5, d: 4, q: [[6, 7]] };
    const evaluator = new Evaluator(engine, inputs, { half: { op: 'divide', of: [{ input: 'n' }, 2] } });
    expect(await evaluator.number(formula.recipe)).toBe(expected);
  });

  test.each([
    ['', 'a number, a name or ( at the start'],
    ['2 +', 'a number, a name or ( after “2 +”'],
    ['2 n', 'the end, or one of + - * / ^ after “2”'],
    ['(n', ') after “(n”'],
    ['m + 1', 'a name out of n, d, q, half where “m” stands'],
    ['softmax(q)', '3 things in the brackets of softmax, separated by commas'],
    [`${'('.repeat(60)}1`, 'fewer brackets inside one another'],
  ])('%j is refused in words', (text, expected) => {
    expect(readFormula(text, names)).toEqual({ ok: false, expected });
  });

  test('of matrices ask the core', async () => {
    const inputs = {
      q: [[1, 0]],
      k: [
        [1, 0],
        [0, 2],
      ],
      v: [[1], [3]],
    };
    const known = { inputs: new Set(Object.keys(inputs)), values: new Set<string>() };
    const rows = async (text: string) => {
      const formula = readFormula(text, known);
      if (!formula.ok) throw new Error(formula.expected);
      return new Evaluator(engine, inputs).rows(formula.recipe);
    };
    // φ(q) = (2, 1), φ(k) = (2, 1) and (1, 3): similarities 5 and 5, both exact in float32.
    expect(await rows('linear_weights(q, k)')).toEqual([[0.5, 0.5]]);
    expect(await rows('linear(q, k, v)')).toEqual([[2]]);
    expect(await rows('identity(q, k, v)')).toEqual([[1]]);
    expect(await rows('multiply(q, v)')).toEqual([[1]]);
    await expect(rows('multiply(v, v)')).rejects.toMatchObject({ code: 'bad-shape' });
  });
});

test('values may use those above them only, so that none waits for itself', () => {
  const read = readCustomExercise({
    title: 'x',
    prompt: 'x',
    values: { a: '= b + 1', b: { value: 'b' } },
    questions: [{ id: 'q', kind: 'number', ask: '?', answer: 1 }],
  });
  expect(read.ok ? [] : read.problems).toEqual([
    'values.a: found "= b + 1", expected a number, for there are no inputs or values yet, where “b” stands.',
    'values.b: found {"value":"b"}, expected a value above it out of a.',
  ]);
});

test('forty values that each use the one above twice are worked out at once', async () => {
  const values = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`v${i}`, i === 0 ? 1 : `= v${i - 1} + v${i - 1}`]),
  );
  const questions = [{ id: 'q', kind: 'number', ask: '?', answer: '= v39' }];
  const exercise = exerciseOf(readCustomExercise({ title: 'x', prompt: 'x', values, questions }));
  expect(await evaluatorFor(exercise).number({ value: 'v39' })).toBe(2 ** 39);
});

test('a matrix stacked on itself forty times ends in a sentence and not in all memory', async () => {
  const values = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`v${i}`, i === 0 ? [[1]] : `= stack(v${i - 1}, v${i - 1})`]),
  );
  const questions = [{ id: 'q', kind: 'number', ask: '?', answer: '= rows(v39)' }];
  const exercise = exerciseOf(readCustomExercise({ title: 'x', prompt: 'x', values, questions }));
  await expect(evaluatorFor(exercise).rows({ value: 'v39' })).rejects.toThrow(
    /^A matrix of at most 1,048,576 entries was expected/,
  );
  expect((await evaluatorFor(exercise).rows({ value: 'v20' })).length).toBe(2 ** 20);
});

test.each([
  [{ op: 'reshape', of: [[[1, 2, 3]], 1.5] }, 'A matrix needs a whole number of columns, at least one.'],
  [
    {
      call: 'attend',
      args: { q: [[1]], k: [[1]], v: [[1]], options: { mechanism: { kind: 'softmax' }, keyMask: [257] } },
    },
    'keyMask holds 257; expected 0 or 1.',
  ],
])('a recipe that means nothing is refused in a sentence: %j', async (recipe, sentence) => {
  await expect(new Evaluator(engine, {}).evaluate(recipe as Recipe)).rejects.toThrow(sentence);
});

test('the scale of a map of weights of some hundred tokens is found', async () => {
  const weights = await engine.call('random', { rows: 600, cols: 600, seed: 1, distribution: 'sign' });
  expect(largest([weights])).toBe(1);
  expect(matrixOf(weights)).toBe(weights);
});

test.each([
  [null, /has no exercise=/],
  ['1.AAAA', /cannot be read/],
  [pack({ title: 'x' }), /prompt: found nothing/],
  [pack([1]), /found \[1\], expected an object/],
])('a link that carries %j says what is wrong with it', (packed, expected) => {
  const read = readPackedExercise(packed);
  expect(read.ok ? '' : read.problems.join(' ')).toMatch(expected);
});

test('what a person types as a recipe becomes a number, JSON or a formula', () => {
  expect(['12', '1/2', '[[1, 2]]', '{"input":"n"}', '= n', 'n + 1', '{ "n', ' '].map(recipeFrom)).toEqual([
    12,
    0.5,
    [[1, 2]],
    { input: 'n' },
    '= n',
    '= n + 1',
    '= { "n',
    undefined,
  ]);
});

describe('problems of a draft', () => {
  const draft = jsonToDraft(FIRST);
  const inFormWords = (problem: string) => {
    const { place, says } = placed(problem, draft);
    return `${place}: ${says}`;
  };

  test('name the place in the words of the form, and what is expected without those of JSON', () => {
    expect(
      [
        'questions[0].mistakes[1].gives: found nothing, expected a number, a matrix, a formula such as "= 2 * n", or a recipe.',
        'questions[0].id: found "", expected a word.',
        'inputs[1].default: found "x", expected rows of numbers, 1 to 16 of each, such as [[1, 2], [3, 4]].',
        'values.pairs: found "= m", expected n where “m” stands.',
        'questions: two are called “a”',
      ].map(inFormWords),
    ).toEqual([
      'Question 1, mistake 2, they answer: This is empty; expected a number, a matrix or a formula such as 2 * n.',
      'Question 1, short name: This is empty; expected a word.',
      'Input 2, starts as: Found “x”, expected rows of numbers, 1 to 16 of each, such as 1 2; 3 4.',
      'Value pairs: Found “m”, expected n where “m” stands.',
      'Questions: Two are called “a”',
    ]);
  });

  test('stand at the row that has them, although the JSON leaves out blank rows', () => {
    const rows = draft.questions[0]!.mistakes;
    const blank = { gives: '', includes: '', lacks: '', reply: '' };
    const spaced = { ...draft, questions: [{ ...draft.questions[0]!, mistakes: [blank, ...rows] }] };
    const problem = 'questions[0].mistakes[0].gives: found nothing, expected something.';
    expect(placed(problem, spaced)).toMatchObject({
      at: 'questions[0].mistakes[1].gives',
      place: 'Question 1, mistake 2, they answer',
    });
    expect(placed('values.pairs: It gives neither.', draft).at).toBe('values[0].recipe');
    expect(placed('hints[0]: x', { ...draft, hints: ['', 'one'] }).at).toBe('hints[1]');
  });

  test('know names that the JSON has lost', () => {
    const value = draft.values[0]!;
    const twice = { ...draft, values: [value, { ...value, recipe: '1' }, { name: '2x', recipe: '1' }] };
    expect(namingProblems(draft)).toEqual([]);
    const added = { ...draft, values: [...draft.values, { name: '', recipe: '' }] };
    expect(namingProblems(added)).toEqual([]);
    expect(namingProblems(twice).map(({ at, says }) => `${at}: ${says}`)).toEqual([
      'values[1].name: Found “pairs” a second time; expected a name of its own.',
      'values[2].name: Found “2x”; expected a word of letters, digits, - and _ that begins with a letter.',
    ]);
    const [first] = draft.questions;
    const yes = { id: 'yes', label: 'Yes' };
    const options = { ...draft, questions: [{ ...first!, kind: 'choice', options: [yes, yes] }] };
    expect(namingProblems(options).map(({ at }) => at)).toEqual(['questions[0].options[1].id']);
  });
});

test('a whole number has whole bounds, and the least is not above the most', () => {
  const read = (input: object) => {
    const result = readCustomExercise({
      ...(FIRST as object),
      inputs: [{ name: 'n', kind: 'integer', default: 8, ...input }],
    });
    return result.ok ? [] : result.problems;
  };
  expect(read({ min: 1, max: 64 })).toEqual([]);
  expect(read({ max: 64.5 })).toEqual(['inputs[0].max: found 64.5, expected a whole number.']);
  expect(read({ min: 0.5 })).toEqual(['inputs[0].min: found 0.5, expected a whole number.']);
  expect(read({ kind: 'number', min: 0.5, max: 64.5 })).toEqual([]);
  expect(read({ min: 9, max: 1 })).toEqual([
    'inputs[0].max: found 1, expected a number from 9, the least, upward.',
  ]);
});

test('a formula that calls something by another name is told the name here', () => {
  const names = { inputs: new Set(['n', 'rows_of_q']), values: new Set<string>() };
  const expected = (formula: string) => {
    const read = readFormula(formula, names);
    return read.ok ? '' : read.expected;
  };
  expect(expected('max(n, 2)')).toBe('maximum where “max(” stands');
  expect(expected('sqrt(n)')).toBe('x ^ 0.5 where “sqrt(” stands');
  expect(expected('Softmax(n, n, n)')).toBe('softmax where “Softmax(” stands');
  expect(expected('N + 1')).toBe('n where “N” stands');
  expect(expected('frobnicate(n)')).toMatch(/^a function out of .*maximum/);
  expect(expected('linear_w(n, n)')).toMatch(/^a function out of /);
});

describe('a text with names in braces', () => {
  const whole = (solution: string, changes: object = {}) =>
    readCustomExercise({
      title: 'State',
      prompt: 'S has r rows.',
      inputs: [{ name: 'r', kind: 'integer', default: 8, min: 1, max: 64 }],
      values: { twice: '= 2 * r' },
      questions: [
        {
          id: 'a',
          kind: 'integer',
          ask: 'Twice r?',
          answer: '= twice',
          mistakes: [
            { gives: '= r', reply: 'This is {r} once.' },
            { gives: 1, reply: 'No.' },
            { gives: 2, reply: 'No.' },
          ],
        },
      ],
      solution,
      ...changes,
    });
  const advised = async (read: ReturnType<typeof whole>) => {
    const exercise = exerciseOf(read);
    return rehearse(exercise, evaluatorFor(exercise));
  };

  test('shows an input by its name, as it does a value', async () => {
    const exercise = exerciseOf(whole('Two times {r} is {twice}.'));
    const changed = new Evaluator(engine, { r: 5 }, exercise.values);
    expect(await Promise.all(['r', 'twice'].map((name) => changed.number({ value: name })))).toEqual([5, 10]);
    expect(await advised(whole('Two times {r} is {twice}.'))).toEqual({ problems: [], advice: [] });
  });

  test('leads to advice where a reader would see the braces', async () => {
    const { problems, advice } = await advised(whole('{twise}', { prompt: 'S has {r} rows.' }));
    expect(problems).toEqual([]);
    expect(advice).toEqual([
      '{r} is shown as you typed it. Only replies, the worked solution and the explanation show numbers.',
      '{twise} is shown as you typed it: no value or input is called “twise”.',
    ]);
  });

  test('finds one problem, and not one for each formula, when an input starts out of its bounds', () => {
    const read = whole('', { inputs: [{ name: 'r', kind: 'integer', default: 0, min: 1, max: 64 }] });
    expect(!read.ok && read.problems).toEqual([
      'inputs[0].default: found “0”, expected a whole number from 1 to 64.',
    ]);
  });
});
