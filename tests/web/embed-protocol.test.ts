// The conversation between a framed activity and its host: what is understood, what is refused, who is heard.
import { expect, test, vi } from 'vitest';
import { openChannel } from '../../web/pages/embed/channel.js';
import { readFrameMessage, readHostMessage, show } from '../../web/pages/embed/protocol.js';

const ours = { src: 'linear-attention', v: 1, id: 'a', seq: 3 };

test('every host message of version 1 is read back as it was sent', () => {
  const sent = [
    { type: 'hello', theme: 'dark', lang: 'pt-BR', want: ['state', 'step'] },
    { type: 'setState', s: '1.abc' },
    { type: 'getState' },
    { type: 'goTo', n: 4 },
    { type: 'set', theme: 'light', lang: 'de', readonly: true },
    { type: 'reset' },
    { type: 'pause' },
    { type: 'resume' },
    { type: 'focus' },
  ];
  for (const message of sent) {
    expect(readHostMessage({ ...ours, ...message })).toEqual({ kind: 'message', seq: 3, id: 'a', message });
  }
});

test('every frame message of version 1 is read back as it was sent', () => {
  const sent = [
    { type: 'hello', min: 1, max: 1, caps: ['state'] },
    { type: 'ready', title: 'Memory', ex: 'memory', steps: 5 },
    { type: 'core', build: 'simd' },
    { type: 'resize', width: 500, height: 320 },
    { type: 'step', n: 2, of: 5 },
    { type: 'state', s: '1.abc', dirty: true },
    { type: 'state', s: '1.abc', dirty: false, re: 7 },
    { type: 'answer', item: 'bytes', correct: false, score: { raw: 1, max: 4, scaled: 0.25 }, attempt: 2 },
    { type: 'complete', score: { raw: 4, max: 4, scaled: 1 }, success: true },
    { type: 'warning', key: 'step', value: 'x', message: 'step needs a number' },
    { type: 'error', code: 'load-failed', message: 'No.' },
  ];
  for (const message of sent) {
    expect(readFrameMessage({ ...ours, ...message })).toEqual({ kind: 'message', seq: 3, id: 'a', message });
  }
});

test('what is not ours is left alone and what is ours and wrong is named', () => {
  for (const other of [null, undefined, 0, 'x', [], {}, { type: 'reset' }, { src: 'react-devtools' }]) {
    expect(readHostMessage(other)).toEqual({ kind: 'other' });
  }
  const reason = (message: object) => {
    const reading = readHostMessage({ ...ours, ...message });
    return reading.kind === 'malformed' ? reading.reason : reading.kind;
  };
  expect(reason({ type: 'reset', v: 2 })).toBe('version 2 was asked for; this is version 1');
  expect(reason({ type: 'goTo', n: 0 })).toBe('goTo needs n, a whole number from 1, and got 0');
  expect(reason({ type: 'goTo', n: Number.NaN })).toContain('NaN');
  expect(reason({ type: 'setState', s: {} })).toBe('setState needs s, a state string, and got a object');
  expect(reason({ type: 'set', theme: 'hotdog' })).toBe('set got the theme "hotdog"');
  expect(reason({ type: 'selfDestruct' })).toBe('there is no message of type "selfDestruct"');
  expect(show('y'.repeat(1000)).length).toBeLessThan(65);
});

test('a language that is no tag and a theme that is none are dropped from hello', () => {
  const reading = readHostMessage({
    ...ours,
    type: 'hello',
    lang: '<script>',
    theme: 3,
    want: ['state', 'x', 1],
  });
  expect(reading).toMatchObject({ message: { type: 'hello', want: ['state'] } });
  expect(reading).not.toHaveProperty('message.lang');
  expect(reading).not.toHaveProperty('message.theme');
});

/** A window with a parent, as far as a channel looks at it. */
function framedWindow() {
  const posted: Array<{ data: Record<string, unknown>; origin: string }> = [];
  const parent = {
    postMessage: (data: Record<string, unknown>, origin: string) => posted.push({ data, origin }),
  };
  const listeners: Array<(event: unknown) => void> = [];
  const view = {
    parent,
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
    removeEventListener: () => listeners.splice(0),
  };
  const receive = (data: unknown, source: unknown = parent) => {
    for (const listener of listeners) listener({ data, source });
  };
  return { view: view as unknown as Window, posted, receive };
}

test('a channel hears its parent and nobody else', () => {
  const { view, receive } = framedWindow();
  const onMessage = vi.fn();
  openChannel(view, { id: '', host: '*', onMessage });
  receive({ ...ours, type: 'reset' }, { some: 'other window' });
  receive({ ...ours, type: 'reset' }, null);
  expect(onMessage).not.toHaveBeenCalled();
  receive({ ...ours, type: 'reset' });
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ type: 'reset' }, 3);
});

test('ready is sent again when a host says hello late; malformed messages are answered', () => {
  const { view, posted, receive } = framedWindow();
  const channel = openChannel(view, { id: 'week-3', host: 'https://course.example', onMessage: () => {} });
  channel.send({ type: 'ready', title: 'T', ex: 'memory', steps: 2 });
  receive({ ...ours, type: 'hello', want: ['step'] });
  receive({ ...ours, type: 'goTo', n: 'two' });
  expect(posted.map(({ data }) => data.type)).toEqual(['hello', 'ready', 'ready', 'error']);
  expect(posted.map(({ data }) => data.seq)).toEqual([1, 2, 3, 4]);
  expect(
    posted.every(({ data, origin }) => data.id === 'week-3' && origin === 'https://course.example'),
  ).toBe(true);
  expect([channel.wants('step'), channel.wants('state')]).toEqual([true, false]);
});

test('at the top level nothing is sent, and a host that cannot be posted to does not throw', () => {
  const top = { addEventListener: vi.fn() } as unknown as { parent: unknown };
  top.parent = top;
  const alone = openChannel(top as unknown as Window, { id: '', host: '*', onMessage: () => {} });
  expect(alone.framed).toBe(false);
  alone.send({ type: 'step', n: 1, of: 2 });

  const parent = {
    postMessage: () => {
      throw new SyntaxError('Invalid target origin');
    },
  };
  const view = { parent, addEventListener: () => {} } as unknown as Window;
  openChannel(view, { id: '', host: 'nonsense', onMessage: () => {} }).send({ type: 'step', n: 1, of: 2 });
});
