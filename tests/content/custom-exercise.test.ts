// A teacher's own exercise goes through the same grader, against the real core; a broken one is refused in sentences.
import { describe, expect, test } from 'vitest';
import { parseCustomExercise, readCustomExercise } from '../../web/lesson-kit/custom-exercise.js';
import { grade } from '../../web/lesson-kit/grade.js';
import { Evaluator } from '../../web/lesson-kit/recipe.js';
import type { State } from '../../web/model/parameters.js';
import { defaults, MAX_JSON_BYTES } from '../../web/model/state.js';
import { generator } from '../web/mutations.js';
import { engineHere } from './engine.js';

const weight = (mechanism: object) => ({
  call: 'attend',
  args: {
    q: { input: 'q' },
    k: { input: 'K' },
    v: { input: 'K' },
    options: { mechanism, want: ['weights'] },
  },
  pick: ['weights', 0, 0],
});
const own = {
  title: 'The first weight',
  prompt: 'Work out the **first** weight.\n\nUse <b>elu+1</b>.',
  hints: ['Add 1 to every entry.'],
  solution: 'The weight is {weight}.',
  explain: 'Weights sum to 1.',
  inputs: [
    { name: 'q', kind: 'matrix', label: 'q', default: [[1, 0]] },
    {
      name: 'K',
      kind: 'matrix',
      label: 'K',
      default: [
        [1, 0],
        [0, 2],
      ],
    },
  ],
  values: { weight: weight({ kind: 'linear', featureMap: { kind: 'elu+1' } }) },
  questions: [
    {
      id: 'weight',
      kind: 'number',
      ask: 'The first weight',
      answer: { value: 'weight' },
      mistakes: [
        { gives: weight({ kind: 'softmax' }), reply: 'This is softmax.' },
        { gives: { op: 'subtract', of: [1, { value: 'weight' }] }, reply: 'This is the second one.' },
      ],
    },
    {
      id: 'sum',
      kind: 'choice',
      ask: 'What do both sum to?',
      options: { one: '1', two: '2' },
      answer: 'one',
      mistakes: [{ gives: 'two', reply: 'They are divided by their sum.' }],
    },
  ],
  results: [{ label: 'The weight', value: { value: 'weight' } }],
};

describe('a teacher’s own exercise', () => {
  test('is read, computed and graded', async () => {
    const read = readCustomExercise(own);
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { exercise } = read;
    const evaluator = new Evaluator(engineHere(), defaults(exercise.inputs) as State, exercise.values);
    // φ(q) = (2, 1); φ(K) = (2, 1), (1, 3): similarities 5 and 5.
    const [question, sum] = exercise.questions;
    expect(await grade(question!, '1/2', evaluator)).toMatchObject({ kind: 'right' });
    expect(await grade(question!, '0.67', evaluator)).toMatchObject({ kind: 'wrong' });
    const softmax = await evaluator.number(own.questions[0]!.mistakes[0]!.gives as never);
    expect(await grade(question!, String(softmax), evaluator)).toMatchObject({ kind: 'wrong', mistake: '0' });
    expect(await grade(sum!, 'two', evaluator)).toMatchObject({ kind: 'wrong', mistake: '0' });
  });

  test('has a key for progress that is its own, however its JSON is laid out, and of no other exercise', () => {
    const key = (exercise: unknown, spaces = 0) => {
      const read = parseCustomExercise(JSON.stringify(exercise, null, spaces));
      return read.ok && read.exercise.progressKey;
    };
    const [input, ...inputs] = own.inputs;
    const [question, ...questions] = own.questions;
    const others = [
      own,
      { ...own, title: 'The second weight' },
      { ...own, prompt: 'Work out the weight.' },
      { ...own, inputs: [{ ...input!, default: [[0, 1]] }, ...inputs] },
      { ...own, values: { weight: weight({ kind: 'softmax' }) } },
      { ...own, questions: [{ ...question!, tolerance: 0.1 }, ...questions] },
    ];
    expect(new Set(others.map((one) => key(one))).size).toBe(others.length);
    expect(key(own)).toMatch(/^own:[0-9a-f]{16}$/);
    expect(key(own, 2)).toBe(key(own));
  });

  test('never turns its words into markup', () => {
    const read = readCustomExercise({ ...own, title: 'x', prompt: '<img src=x onerror=alert(1)> **<b>**' });
    expect(read.ok && read.exercise.text.prompt).toBe(
      '&lt;img src=x onerror=alert(1)&gt; <strong>&lt;b&gt;</strong>',
    );
  });

  test.each([
    ['no object', [], 'The exercise: found [], expected an object.'],
    ['no title', { ...own, title: '' }, 'title: found "", expected a text of 1 to 200 characters.'],
    ['no questions', { ...own, questions: [] }, 'questions: found none, expected at least one.'],
    [
      'an unknown kind',
      { ...own, questions: [{ ...own.questions[0], kind: 'essay' }] },
      'questions[0].kind: found "essay", expected one of number, integer, matrix, choice, choices.',
    ],
    [
      'an answer that is no option',
      { ...own, questions: [{ ...own.questions[1], answer: 'three' }] },
      'questions[0].answer: found "three", expected one of one, two.',
    ],
    [
      'an input that its bounds refuse',
      { ...own, inputs: [{ name: 'n', kind: 'integer', default: 2.5, min: 1, max: 9 }] },
      'inputs[0].default: found “2.5”, expected a whole number from 1 to 9.',
    ],
    [
      'ids that repeat',
      { ...own, questions: [own.questions[1], own.questions[1]] },
      'questions: two are called “sum”; expected a different id for each.',
    ],
  ])('with %s is refused in a sentence', (_, json, sentence) => {
    const read = readCustomExercise(json);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.problems).toContain(sentence);
  });

  test('cannot name long calls, samples, or recipes without end', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50; ++i) deep = { op: 'add', of: [deep, 1] };
    for (const answer of [
      { call: 'growCache', args: {} },
      { call: 'sample', args: {} },
      deep,
      { op: 'eval', of: [] },
      null,
    ]) {
      const read = readCustomExercise({ ...own, questions: [{ ...own.questions[0], answer }] });
      expect(read.ok).toBe(false);
      expect(!read.ok && read.problems[0]).toMatch(/^questions\[0\]\.answer: found .*, expected /);
    }
  });

  test('of more bytes than a link can carry is refused with both numbers', () => {
    const read = parseCustomExercise(JSON.stringify({ ...own, more: 'x'.repeat(MAX_JSON_BYTES) }));
    expect(!read.ok && read.problems).toEqual([
      expect.stringMatching(/^The exercise has [\d,]+ bytes as JSON; at most 262,144 are read\.$/),
    ]);
  });

  test('that is no JSON is refused', () => {
    const read = parseCustomExercise('{');
    expect(!read.ok && read.problems).toEqual([expect.stringMatching(/^This is not JSON: /)]);
  });

  // Engines read lists in lists deeper than they write them into a sentence.
  test.each([
    ['title', 'title: found […], expected a text of 1 to 200 characters.'],
    ['values', 'values: found […], expected an object of at most 40 entries, each named by a word.'],
    ['questions', 'questions[0]: found […], expected an object.'],
  ])('with lists without end as its %s is refused in a sentence', (key, sentence) => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    const read = parseCustomExercise(JSON.stringify({ ...own, [key]: 'HERE' }).replace('"HERE"', nested));
    expect(!read.ok && read.problems).toContain(sentence);
  });

  test('survives 20,000 mutations of its text', () => {
    const text = JSON.stringify(own);
    const random = generator(7);
    const pieces = ['null', '[]', '{}', '"', '-1e999', '<b>', '__proto__', 'constructor', '0', ','];
    let read = 0;
    for (let i = 0; i < 20_000; ++i) {
      const [at, cut] = [random(text.length), random(12)];
      const piece = pieces[random(pieces.length)]!;
      const result = parseCustomExercise(text.slice(0, at) + piece + text.slice(at + cut));
      if (result.ok) read += 1;
      else expect(result.problems.length).toBeGreaterThan(0);
      if (result.ok)
        expect(Object.values(result.exercise.text).join('')).not.toMatch(/<(?!\/?(p|strong|em|code|br)>)/);
    }
    expect(read).toBeGreaterThan(0);
  });
});
