// A recipe as people write it, such as `2 * n * d` or `softmax(q, k, v)`. Only another spelling: reading one gives the
// recipe that the evaluator carries out, and every number still comes from there.
//
//   sum     = product { (+ | -) product }        product = signed { (* | /) signed }
//   signed  = [-] power                          power   = atom [ ^ signed ]
//   atom    = number | name | name(sum, …) | (sum)
import { type Args, LAYOUTS, OPERATIONS, type Operation, type Recipe } from './recipe.js';

export interface Names {
  readonly inputs: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

export type Formula =
  | { readonly ok: true; readonly recipe: Recipe }
  | { readonly ok: false; readonly expected: string };

const MECHANISMS: Readonly<Record<string, Args>> = {
  softmax: { kind: 'softmax' },
  linear: { kind: 'linear', featureMap: { kind: 'elu+1' } },
  identity: { kind: 'linear', featureMap: { kind: 'identity' } },
};

/** Each takes matrices, one token a row, and asks the core. `linear` uses elu(x) + 1, `identity` no feature map. */
const CALLS: Readonly<Record<string, { takes: number; recipe: (of: readonly Recipe[]) => Recipe }>> = {
  multiply: {
    takes: 2,
    recipe: ([a, b]) => ({ call: 'multiply', args: { a: a!, b: b! }, pick: ['product'] }),
  },
  ...Object.fromEntries(
    Object.entries(MECHANISMS).flatMap(([name, mechanism]) => [
      [name, { takes: 3, recipe: ([q, k, v]: readonly Recipe[]) => attend(mechanism, q!, k!, v!, 'output') }],
      // Weights do not depend on the values; the keys stand in for them.
      [
        `${name}_weights`,
        { takes: 2, recipe: ([q, k]: readonly Recipe[]) => attend(mechanism, q!, k!, k!, 'weights') },
      ],
    ]),
  ),
};

/** What is called otherwise elsewhere. */
const MEANT: Readonly<Record<string, string>> = {
  abs: 'absolute',
  ceiling: 'ceil',
  dot: 'multiply',
  matmul: 'multiply',
  max: 'maximum',
  min: 'minimum',
  pow: 'x ^ y',
  sqrt: 'x ^ 0.5',
};

/** The one known name that this seems to be: it differs in capitals only, or one of them is the other's beginning. */
function alike(name: string, known: readonly string[]): string | undefined {
  const small = name.toLowerCase();
  const [only, ...more] =
    known.filter((one) => one.toLowerCase() === small).length > 0
      ? known.filter((one) => one.toLowerCase() === small)
      : known.filter(
          (one) => one.length > 2 && small.length > 2 && (one.startsWith(small) || small.startsWith(one)),
        );
  return more.length === 0 ? only : undefined;
}

/** The names that a formula may call. */
export const FUNCTIONS: readonly string[] = [...Object.keys(CALLS), ...Object.keys(OPERATIONS), ...LAYOUTS];

function attend(mechanism: Args, q: Recipe, k: Recipe, v: Recipe, part: 'output' | 'weights'): Recipe {
  const options: Args = part === 'weights' ? { mechanism, want: ['weights'] } : { mechanism };
  return { call: 'attend', args: { q, k, v, options }, pick: [part] };
}

/** Reads a formula of at most 500 characters. */
export function readFormula(text: string, names: Names): Formula {
  if (text.length > 500) return { ok: false, expected: 'a formula of at most 500 characters' };
  const reader = new Reader(text.replaceAll(/[\u2212\u2013]/g, '-').replaceAll(/[×·⋅]/g, '*'), names);
  try {
    return { ok: true, recipe: reader.whole() };
  } catch (error) {
    if (error instanceof Unexpected) return { ok: false, expected: error.message };
    throw error;
  }
}

class Unexpected extends Error {}

const op = (name: Operation, ...of: Recipe[]): Recipe => ({ op: name, of });

class Reader {
  #at = 0;
  #depth = 0;
  readonly #text: string;
  readonly #names: Names;

  constructor(text: string, names: Names) {
    this.#text = text;
    this.#names = names;
  }

  whole(): Recipe {
    const recipe = this.#sum();
    if (this.#peek() !== '') throw this.#unexpected('the end, or one of + - * / ^');
    return recipe;
  }

  #sum(): Recipe {
    this.#depth += 1;
    if (this.#depth > 40) throw new Unexpected('fewer brackets inside one another');
    let total = this.#product();
    for (let sign = this.#peek(); sign === '+' || sign === '-'; sign = this.#peek()) {
      this.#at += 1;
      total = op(sign === '+' ? 'add' : 'subtract', total, this.#product());
    }
    this.#depth -= 1;
    return total;
  }

  #product(): Recipe {
    let total = this.#signed();
    for (let sign = this.#peek(); sign === '*' || sign === '/'; sign = this.#peek()) {
      this.#at += 1;
      total = op(sign === '*' ? 'times' : 'divide', total, this.#signed());
    }
    return total;
  }

  #signed(): Recipe {
    if (this.#peek() !== '-') return this.#power();
    this.#at += 1;
    const inner = this.#signed();
    return typeof inner === 'number' ? -inner : op('subtract', 0, inner);
  }

  #power(): Recipe {
    const base = this.#atom();
    if (this.#peek() !== '^') return base;
    this.#at += 1;
    return op('power', base, this.#signed());
  }

  #atom(): Recipe {
    if (this.#peek() === '(') return this.#list()[0]!;
    const rest = this.#text.slice(this.#at);
    const number = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(rest);
    if (number !== null) {
      this.#at += number[0].length;
      return Number(number[0]);
    }
    const word = /^[A-Za-z]\w*/.exec(rest)?.[0];
    if (word === undefined) throw this.#unexpected('a number, a name or (');
    this.#at += word.length;
    return this.#peek() === '(' ? this.#called(word) : this.#named(word);
  }

  #called(name: string): Recipe {
    const call = Object.hasOwn(CALLS, name) ? CALLS[name]! : undefined;
    if (call === undefined && !FUNCTIONS.includes(name)) {
      const meant = Object.hasOwn(MEANT, name.toLowerCase())
        ? MEANT[name.toLowerCase()]
        : alike(name, FUNCTIONS);
      throw new Unexpected(`${meant ?? `a function out of ${FUNCTIONS.join(', ')}`} where “${name}(” stands`);
    }
    const of = this.#list(Number.POSITIVE_INFINITY);
    if (call === undefined) return op(name as Operation, ...of);
    if (of.length === call.takes) return call.recipe(of);
    throw new Unexpected(`${call.takes} things in the brackets of ${name}, separated by commas`);
  }

  #named(name: string): Recipe {
    const { inputs, values } = this.#names;
    if (values.has(name)) return { value: name };
    if (inputs.has(name)) return { input: name };
    const known = [...inputs, ...values].join(', ');
    const meant = alike(name, [...inputs, ...values]);
    if (meant !== undefined) throw new Unexpected(`${meant} where “${name}” stands`);
    const expected =
      known === '' ? 'a number, for there are no inputs or values yet,' : `a name out of ${known}`;
    throw new Unexpected(`${expected} where “${name}” stands`);
  }

  /** At least one thing in brackets, at most `most`, separated by commas. */
  #list(most = 1): Recipe[] {
    this.#at += 1;
    const list = [this.#sum()];
    while (list.length < most && this.#peek() === ',') {
      this.#at += 1;
      list.push(this.#sum());
    }
    if (this.#peek() !== ')') throw this.#unexpected(most > 1 ? ') or ,' : ')');
    this.#at += 1;
    return list;
  }

  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at] ?? '';
  }

  #unexpected(expected: string): Unexpected {
    const before = this.#text.slice(0, this.#at).trim();
    return new Unexpected(`${expected} ${before === '' ? 'at the start' : `after “${before.slice(-30)}”`}`);
  }
}
