// Whether this page has left the language as it is. Libraries from before 2015 put functions of their own in place of
// builtins, which take other arguments or answer something else.

/** Of each family that an activity calls, what it must do. An addition of the page's, or a wrapper, is no matter. */
const EXPECTED: readonly (() => boolean)[] = [
  () => Array.from({ length: 2 }, (_, i) => i + 1)[1] === 2 && Array.from('ab').length === 2,
  () => Array.isArray([]) && !Array.isArray({ length: 0 }),
  () =>
    [[2], [1]].flat().sort()[0] === 1 &&
    [...[7].entries()][0]![1] === 7 &&
    [...[7].keys(), ...[7].values()].join() === '0,7' &&
    [1, 2].map((value, i) => value * i).at(-1) === 2 &&
    [1, 2].filter((value) => value > 1).concat([3], 4).length === 3 &&
    [1, 2]
      .flatMap((value) => [value, value])
      .slice(1, 3)
      .reduce((sum, value) => sum + value, 0) === 3 &&
    [1, 2].find((value) => value > 1) === 2 &&
    [1, 2].findIndex((value) => value > 1) === 1 &&
    [1, 2].some((value) => value > 1) &&
    ![1, 2].every((value) => value > 1) &&
    [1, 2].includes(2) &&
    [1, 2].indexOf(2) === 1 &&
    [1, 2].reverse()[0] === 2 &&
    [1, 2, 3].splice(0, 2).length === 2 &&
    [0, 0].fill(3)[1] === 3,
  () =>
    Object.entries({ a: 1 })[0]![1] === 1 &&
    Object.keys({ a: 1 })[0] === 'a' &&
    Object.values({ a: 1 })[0] === 1 &&
    Object.fromEntries([['a', 1]]).a === 1 &&
    Object.assign({}, { a: 1 }).a === 1 &&
    Object.hasOwn({ a: 1 }, 'a'),
  () =>
    'abab'.replaceAll('a', (one) => `${one}-`) === 'a-ba-b' &&
    'a1'.replace(/(\d)/, '<$1>') === 'a<1>' &&
    'a,b'.split(',', 1).length === 1 &&
    'ab'.startsWith('b', 1) &&
    'ab'.endsWith('b') &&
    'ab'.includes('b', 1) &&
    'b'.padStart(2, 'a').repeat(2).slice(-2) === 'ab' &&
    [...'a1b2'.matchAll(/\d/g)].length === 2 &&
    ' a '.trim() === 'a' &&
    /a/.exec('ba')?.index === 1,
  () => Number.isFinite(1) && !Number.isFinite('1') && Number.isInteger(1) && (0.25).toFixed(1) === '0.3',
  () => {
    const add = function (this: number[], value: number) {
      return this.length + value;
    };
    return add.bind([0], 1)() === 2 && add.call([0], 1) === 2 && add.apply([0], [1]) === 2;
  },
  () =>
    [...new Map([['a', 1]]).entries()][0]![1] === 1 &&
    new Set([1, 1]).size === 1 &&
    new WeakMap([[document, 1]]).get(document) === 1 &&
    Float32Array.from([1, 2], (value) => value * 2)[1] === 4 &&
    new Uint8Array([1, 2, 3]).subarray(1).length === 2,
  () => typeof Promise.all([]).finally === 'function' && typeof Promise.race === 'function',
  () => JSON.parse('{"a":[1]}').a[0] === 1 && JSON.stringify({ a: 1 }) === '{"a":1}',
  () => new Event('a', { cancelable: true }).cancelable && new CustomEvent('a', { detail: 1 }).detail === 1,
  () => {
    const element = document.createElement('p');
    element.append('a', document.createElement('br'));
    return element.matches('p') && element.querySelector('br') !== null && element.childNodes.length === 2;
  },
];

/** Whether all of them do as the language says. */
export function languageIsWhole(): boolean {
  try {
    for (const holds of EXPECTED) if (!holds()) return false;
    return true;
  } catch {
    return false;
  }
}
