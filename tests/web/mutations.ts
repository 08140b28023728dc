// Seeded damage: the same in every run, so that a failure can be repeated.

/** mulberry32: small, and the same everywhere. */
export function generator(seed: number): (below: number) => number {
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
export function mutated(text: string, random: (below: number) => number): string {
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
