// Every exercise both ways: its solution passes, an empty answer and the starting inputs do not, and each known
// mistake gets the reply that was written for it. All against the real core.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Exercise, hintsOf, type Question, stageOf } from '../../web/lesson-kit/exercise.js';
import { type Given, grade } from '../../web/lesson-kit/grade.js';
import { placeholders } from '../../web/lesson-kit/prose.js';
import { Evaluator, type Outcome, toRows } from '../../web/lesson-kit/recipe.js';
import practiceHead from '../../web/lessons/data/practice-head.json';
import { exercises } from '../../web/lessons/exercises/index.js';
import { formatNumber } from '../../web/model/format-number.js';
import { readSafetensors } from '../../web/model/formats/safetensors.js';
import { check, type State } from '../../web/model/parameters.js';
import { defaults } from '../../web/model/state.js';
import { numbersIn } from '../e2e/poison.js';
import { engineHere } from './engine.js';

const DATA = new URL('../../web/lessons/data/', import.meta.url);

const engine = engineHere();

const loaded: Exercise[] = await Promise.all(exercises.map(async ({ load }) => (await load()).default));

function evaluatorFor(exercise: Exercise, inputs: Readonly<Partial<State>> = {}): Evaluator {
  const state = { ...(defaults(exercise.inputs) as State), ...(inputs as State) };
  return new Evaluator(engine, state, exercise.values, { samples: exercise.samples ?? {} });
}

/** The sections that an exercise needs besides its hints, as web/lesson-kit/exercise.ts lists them. */
function sectionsOf(exercise: Exercise): readonly string[] {
  return [
    'prompt',
    ...exercise.questions.flatMap((question) => [
      `question ${question.id}`,
      ...('options' in question ? question.options.map((option) => `choice ${question.id} ${option}`) : []),
      ...question.mistakes.map((mistake) => `mistake ${question.id} ${mistake.id}`),
    ]),
    ...[...(exercise.given ?? []), ...exercise.results].map((result) => `run ${result.id}`),
    ...(exercise.demonstrations ?? []).flatMap((demo) => [
      `demo ${demo.id}`,
      `demo ${demo.id} says`,
      ...(demo.results ?? []).map((result) => `run ${result.id}`),
    ]),
    'solution',
    'explain',
  ];
}

/** What a reader would type for an outcome: every digit that a double has. */
function typed(question: Question, outcome: Outcome): Given {
  if (question.kind === 'choice' || typeof outcome === 'string') return String(outcome);
  const rows = toRows(outcome)!;
  if (question.kind !== 'matrix') return String(rows[0]![0]);
  return question.size ? rows.flat().map(String) : rows.map((row) => row.join(' ')).join('\n');
}

describe.each(loaded.map((exercise) => [exercise.id, exercise] as const))('%s', (_, exercise) => {
  test('is listed as it describes itself', () => {
    const { load: _load, ...listed } = exercises.find(({ id }) => id === exercise.id)!;
    const { id, title, summary, station, minutes } = exercise;
    expect(listed).toEqual({ id, title, summary, station, minutes });
  });

  test('has inputs that their own table allows', () => {
    for (const parameter of exercise.inputs) {
      expect(check(parameter, parameter.default).ok, parameter.name).toBe(true);
    }
  });

  test('has every section it needs and no other', () => {
    const needed = sectionsOf(exercise);
    const present = Object.keys(exercise.text).filter((name) => !/^hint \d+$/.test(name));
    expect([...new Set(needed)].sort()).toEqual(present.sort());
    expect(hintsOf(exercise).length).toBeGreaterThanOrEqual(2);
    expect(hintsOf(exercise)).toHaveLength(Object.keys(exercise.text).length - present.length);
  });

  test('has no terms of the glossary: a page that shows an exercise alone carries none', () => {
    for (const [name, section] of Object.entries(exercise.text))
      expect(section, name).not.toContain('<la-term');
  });

  test('knows at least three mistakes of each question', () => {
    for (const question of exercise.questions) {
      expect(question.mistakes.length, question.id).toBeGreaterThanOrEqual(3);
      expect(new Set(question.mistakes.map(({ id }) => id)).size).toBe(question.mistakes.length);
    }
  });

  test('asks before it shows', () => {
    expect(exercise.questions.some((question) => stageOf(question) === 'predict')).toBe(true);
  });

  test('names only values that can be computed', async () => {
    const evaluator = evaluatorFor(exercise);
    const demos = new Map(
      (exercise.demonstrations ?? []).map((demo) => [`demo ${demo.id} says`, demo.values]),
    );
    for (const [section, html] of Object.entries(exercise.text)) {
      for (const name of placeholders(html)) {
        const own = demos.get(section)?.[name];
        expect(own !== undefined || Object.hasOwn(exercise.values, name), `{${name}} in ${section}`).toBe(
          true,
        );
        if (own === undefined) expect(await evaluator.evaluate({ value: name })).toBeDefined();
      }
    }
  });

  test('types no number that the core computes', async () => {
    const evaluator = evaluatorFor(exercise);
    const recipes = [
      ...Object.values(exercise.values),
      ...exercise.questions.flatMap((question) =>
        question.kind === 'build' || question.kind === 'choices'
          ? []
          : [question.answer, ...question.mistakes.map(({ gives }) => gives)],
      ),
      ...[...(exercise.given ?? []), ...exercise.results].map((result) => result.value),
    ].filter((recipe) => evaluator.asksCore(recipe));
    const computed = new Set<string>();
    for (const recipe of recipes)
      for (const entry of toRows(await evaluator.evaluate(recipe))?.flat() ?? [])
        computed.add(formatNumber(entry));
    const parameters = new Set(
      exercise.inputs.flatMap((input) => String(input.default).split(',')).map((one) => one.trim()),
    );
    for (const [section, html] of Object.entries(exercise.text)) {
      // One figure alone is met by chance, and powers of ten are round numbers that texts choose.
      const typedHere = numbersIn(html.replace(/<math[\s\S]*?<\/math>/g, '').replace(/<[^>]*>/g, ' '))
        .filter((number) => !/^[−-]?\d$|^10[0,]*$/.test(number))
        .filter((number) => computed.has(number) && !parameters.has(number));
      expect(typedHere, section).toEqual([]);
    }
  });

  test('computes all that it shows', async () => {
    const evaluator = evaluatorFor(exercise);
    const demos = (exercise.demonstrations ?? []).filter((demo) => !demo.long);
    const shown = demos.flatMap((demo) => [
      ...(demo.results ?? []),
      ...Object.entries(demo.values).map(([id, value]) => ({ id, value })),
    ]);
    for (const result of [...(exercise.given ?? []), ...exercise.results, ...shown]) {
      const outcome = await evaluator.evaluate(result.value);
      const rows = toRows(outcome);
      expect(
        rows === null ? typeof outcome === 'string' : rows.flat().every(Number.isFinite),
        result.id,
      ).toBe(true);
    }
  });

  describe.each(exercise.questions.map((question) => [question.id, question] as const))(
    '%s',
    (__, question) => {
      test('is solved by its solution', async () => {
        const evaluator = evaluatorFor(exercise, question.kind === 'build' ? question.example : {});
        const given =
          question.kind === 'build'
            ? ''
            : question.kind === 'choices'
              ? question.answer
              : typed(question, await evaluator.evaluate(question.answer));
        expect(await grade(question, given, evaluator)).toMatchObject({ kind: 'right' });
      });

      test('is not solved by the start', async () => {
        const { kind } = await grade(question, question.kind === 'choices' ? [] : '', evaluatorFor(exercise));
        expect(kind).toBe(question.kind === 'build' ? 'wrong' : 'unreadable');
      });

      test.each(question.mistakes.map((mistake) => [mistake.id, mistake] as const))(
        'answers the mistake %s by name',
        async (id, mistake) => {
          const evaluator = evaluatorFor(
            exercise,
            ('example' in mistake ? mistake.example : undefined) ?? {},
          );
          const given = await slipOf(question, mistake, evaluator);
          expect(await grade(question, given, evaluator)).toMatchObject({ kind: 'wrong', mistake: id });
        },
      );

      if (question.kind === 'choice') {
        test('replies to every wrong option', () => {
          const replied = new Set(question.mistakes.map(({ gives }) => gives));
          for (const option of question.options) {
            if (option !== question.answer) expect(replied.has(option), option).toBe(true);
          }
        });
      }
    },
  );
});

async function slipOf(
  question: Question,
  mistake: Question['mistakes'][number],
  evaluator: Evaluator,
): Promise<Given> {
  if ('gives' in mistake) return typed(question, await evaluator.evaluate(mistake.gives));
  if (question.kind !== 'choices' || 'when' in mistake) return '';
  const { includes, lacks } = mistake;
  const chosen = includes === undefined ? question.answer : [...question.answer, includes];
  return chosen.filter((option) => option !== lacks);
}

test.each([
  ['identity-map', 'output', { query: [[0, 0]] }, ['0', '0']],
  [
    'identity-map',
    'output',
    {
      keys: [
        [1, 0],
        [-1, 0],
        [0, 0],
      ],
      query: [[1, 1]],
    },
    ['0', '0'],
  ],
  ['sharpen-linear', 'relu', { query: [[0, 0]] }, '0'],
] as const)(
  '%s says that %s has no answer where a reader makes the denominator 0',
  async (id, asked, inputs, given) => {
    const exercise = loaded.find((one) => one.id === id)!;
    const question = exercise.questions.find((one) => one.id === asked)!;
    const verdict = await grade(question, given, evaluatorFor(exercise, inputs));
    expect(verdict).toEqual({ kind: 'unreadable', message: expect.stringContaining('divide by 0') });
  },
);

test('the head of Practice 1 is the one of the data set, number for number', async () => {
  const { q, k, scale, tokens } = practiceHead;
  const file = readFileSync(new URL('attention-heads/short.qkv.safetensors', DATA));
  const arrays = readSafetensors(new Uint8Array(file));
  const [, layer, head] = practiceHead.head.split('/');
  for (const [letter, packed] of Object.entries({ q, k })) {
    const array = arrays.find(({ name }) => name === `layer${layer}.${letter}`)!;
    const size = packed.rows * packed.cols;
    const expected = Float32Array.from(array.data.subarray(Number(head) * size, (Number(head) + 1) * size));
    const bytes = Buffer.from(packed.float32, 'base64');
    expect(new Float32Array(new Uint8Array(bytes).buffer)).toEqual(expected);
  }
  const about = JSON.parse(readFileSync(new URL('attention-heads/short.json', DATA), 'utf8'));
  expect(scale).toBe(about.layers[Number(layer)].scale);
  expect(tokens).toHaveLength(about.tokens.length);
});

test('no file lies about that no exercise uses', () => {
  const folder = new URL('../../web/lessons/exercises/', import.meta.url);
  const used = exercises.flatMap(({ id }) => [`${id}.ts`, `${id}.md`]);
  expect(readdirSync(folder).sort()).toEqual([...used, 'index.ts', 'recipes.ts'].sort());
});

test('statements are those of the lesson, and Practice 1 and 2 are among them', () => {
  const statements = loaded.flatMap((exercise) => exercise.statements);
  for (const statement of statements)
    expect(statement >= 1 && statement <= 25 && Number.isInteger(statement)).toBe(true);
  expect(statements).toContain(24);
  expect(statements).toContain(25);
});
