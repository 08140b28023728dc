// Whatever a stranger puts into an address or a message: nothing throws, and what comes out is allowed.
import { expect, test } from 'vitest';
import { readFrameMessage, readHostMessage } from '../../web/pages/embed/protocol.js';
import { readAddress } from '../../web/pages/embed/request.js';
import { generator, mutated } from './mutations.js';

const TIMES = 100_000;
/** Milliseconds; a busy machine needs ten seconds. */
const PATIENCE = { timeout: 120_000 };

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
