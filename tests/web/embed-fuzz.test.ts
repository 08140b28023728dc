// Whatever a stranger puts into an address or a message: nothing throws, and what comes out is allowed.
import { expect, test } from 'vitest';
import exercise from '../../web/lessons/exercises/identity-map.js';
import { check } from '../../web/model/parameters.js';
import { decodeState, encodeState, pack } from '../../web/model/state.js';
import { readFrameMessage, readHostMessage } from '../../web/pages/embed/protocol.js';
import { readAddress } from '../../web/pages/embed/request.js';

const TIMES = 100_000;
/** Milliseconds; a busy machine needs ten seconds. */
const PATIENCE = { timeout: 120_000 };

/** mulberry32: small, and the same everywhere. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const LETTERS = 'ABCxyz019-_.=&#%+<>"\'\u0000\u202e\ud800é';

/** A few changes of `text`: letters replaced, put in, taken out; the end cut off; a part said twice. */
function mutated(text: string, random: (below: number) => number): string {
  let result = text;
  for (let changes = 1 + random(4); changes > 0; changes -= 1) {
    const at = random(result.length + 1);
    const letter = LETTERS[random(LETTERS.length)]!;
    const kind = random(5);
    if (kind === 0) result = result.slice(0, at) + letter + result.slice(at + 1);
    else if (kind === 1) result = result.slice(0, at) + letter + result.slice(at);
    else if (kind === 2) result = result.slice(0, at) + result.slice(at + 1 + random(8));
    else if (kind === 3) result = result.slice(0, at);
    else result = result.slice(0, at) + result.slice(random(at + 1));
  }
  return result;
}

test(`${TIMES} broken states: every one becomes a state that the table allows`, PATIENCE, () => {
  const random = generator(1);
  const table = exercise.inputs;
  const seeds = [
    encodeState(table, Object.fromEntries(table.map((row) => [row.name, row.default]))),
    pack({ q: [[1, 2, 3]], k: 'x', __proto__: { polluted: true }, constructor: null }),
    pack([1, 2, 3]),
    pack('text'),
    pack({ [table[0]!.name]: [[1e308, Number.MAX_SAFE_INTEGER]] }),
  ];
  for (let n = 0; n < TIMES; n += 1) {
    const text = mutated(seeds[n % seeds.length]!, random);
    const { state } = decodeState(table, text);
    for (const row of table) {
      if (!check(row, state[row.name as keyof typeof state]).ok)
        expect.unreachable(`${row.name} after ${text}`);
    }
  }
  expect({}).not.toHaveProperty('polluted');
});

test(`${TIMES} broken addresses: settings stay within their table`, PATIENCE, () => {
  const random = generator(2);
  const seeds = [
    '?ex=identity-map&mode=example&step=3&seed=7&theme=dark&hide=header,code&readonly&load=auto',
    '?ex=x&lang=pt-BR&fit=frame&links=0&motion=reduce&answers=never&id=week-3&host=https://a.example',
  ];
  const themes = ['auto', 'light', 'dark', 'contrast'];
  for (let n = 0; n < TIMES; n += 1) {
    const search = mutated(seeds[n % seeds.length]!, random);
    const { settings } = readAddress(search, mutated('#s=1.abcdef', random), '');
    if (!themes.includes(settings.theme) || !/^[\w-]{0,64}$/.test(settings.id) || settings.step < 1) {
      expect.unreachable(search);
    }
  }
});

test(`${TIMES} broken messages: each is other, malformed with a reason, or a message`, PATIENCE, () => {
  const random = generator(3);
  const types = [
    'hello',
    'setState',
    'getState',
    'goTo',
    'set',
    'reset',
    'ready',
    'resize',
    'answer',
    'x',
    null,
    {},
  ];
  const values = [
    undefined,
    null,
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    '',
    'dark',
    '<b>',
    [],
    ['state'],
    {},
    true,
  ];
  const pick = <T>(from: readonly T[]) => from[random(from.length)]!;
  for (let n = 0; n < TIMES; n += 1) {
    const message: Record<string, unknown> = {
      src: pick(['linear-attention', 'other']),
      v: pick([1, 1, 1, 2, '1']),
    };
    message.type = pick(types);
    for (const key of ['seq', 'id', 's', 'n', 'theme', 'lang', 'want', 'score', 'width', 'height', 'steps']) {
      if (random(3) === 0) message[key] = pick(values);
    }
    for (const reading of [readHostMessage(message), readFrameMessage(message)]) {
      if (reading.kind === 'malformed' && reading.reason === '') expect.unreachable(JSON.stringify(message));
      if (reading.kind === 'message' && !Number.isFinite(reading.seq))
        expect.unreachable(JSON.stringify(message));
    }
  }
});
