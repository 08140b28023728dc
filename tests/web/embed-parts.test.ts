// Classic scripts that load each other: in order, once, again after a failure, and never in a file that carries all.
import { expect, test } from 'vitest';
import { openParts } from '../../web/pages/embed/parts.js';

test('a part runs once, after what it needs has arrived, and reads its exports', async () => {
  const fetched: string[] = [];
  const runs: string[] = [];
  const scripts: Record<string, () => void> = {
    'a.js': () =>
      parts.part('a.js', (require, exports, place) => {
        runs.push('a');
        exports.sum = (require('b.js').two as number) + 1;
        exports.place = place;
      }),
    'b.js': () =>
      parts.part('b.js', (_require, exports) => {
        runs.push('b');
        exports.two = 2;
      }),
  };
  const parts = openParts('https://a.example/v1/', async (name) => {
    fetched.push(name);
    await Promise.resolve();
    scripts[name]!();
  });
  const [first, second] = await Promise.all([parts.load(['a.js', 'b.js']), parts.load(['a.js', 'b.js'])]);
  expect(first).toBe(second);
  expect(first).toMatchObject({ sum: 3, place: 'https://a.example/v1/' });
  expect(await parts.load(['b.js'])).toEqual({ two: 2 });
  expect(fetched).toEqual(['a.js', 'b.js']);
  expect(runs).toEqual(['a', 'b']);
});

test('a script that does not arrive can be asked for again', async () => {
  let online = false;
  const parts = openParts('', async (name) => {
    if (!online) throw new Error(`${name} did not arrive`);
    parts.part(name, (_require, exports) => {
      exports.here = true;
    });
  });
  await expect(parts.load(['a.js'])).rejects.toThrow('a.js did not arrive');
  online = true;
  expect(await parts.load(['a.js'])).toEqual({ here: true });
});

test('a page that is one file says which part it lacks', async () => {
  const parts = openParts('', null);
  parts.part('a.js', () => {});
  expect(await parts.load(['a.js'])).toEqual({});
  await expect(parts.load(['b.js'])).rejects.toThrow('The part b.js is not in this file.');
});

test('two parts may need each other', () => {
  const parts = openParts('', null);
  parts.part('a.js', (require, exports) => {
    exports.other = () => require('b.js').name;
    require('b.js');
  });
  parts.part('b.js', (require, exports) => {
    require('a.js');
    exports.name = 'b';
  });
  expect((parts.require('a.js').other as () => string)()).toBe('b');
});
