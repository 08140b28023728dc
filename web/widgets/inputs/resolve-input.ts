// From a reader's choice to q, k and v. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { Matrix } from '../../engine/types.js';
import { fromRows } from '../../model/matrices.js';
import type { MatrixValue, State } from '../../model/parameters.js';
import { Waiting } from '../waiting.js';
import { headLibrary } from './head-library.js';

export interface Input {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  /** Names of the rows of q and of k; empty where they have none. */
  readonly queryNames: readonly string[];
  readonly keyNames: readonly string[];
  /** The factor of q.k that belongs to this input; 1/sqrt(d) where nothing else is known. */
  readonly scale: number;
  /** What it is, for a caption. */
  readonly title: string;
  readonly credit?: string;
}

/** What a reader opened from disk; kept in memory only. */
export interface OpenedFile {
  readonly name: string;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
}

const WORD = /[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu;

export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** FNV-1a over UTF-16 code units: a seed that depends on the letters alone. */
export function seedOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; ++i) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export async function resolveInput(
  engine: Engine,
  state: Readonly<State>,
  file: OpenedFile | null,
  signal?: AbortSignal,
): Promise<Input> {
  switch (state.source) {
    case 'head':
      return trainedHead(state.head as string, signal);
    case 'text':
      return embeddedText(engine, state.text as string, state.d as number);
    case 'typed':
      return plain('typed matrices', ...typed(state));
    case 'file':
      if (file === null) throw new Waiting('No file is open yet.');
      return plain(file.name, file.q, file.k, file.v);
    default:
      return randomInput(engine, state.n as number, state.d as number, state.seed as number);
  }
}

function plain(title: string, q: Matrix, k: Matrix, v: Matrix): Input {
  return { q, k, v, queryNames: [], keyNames: [], scale: 1 / Math.sqrt(q.cols), title };
}

function typed(state: Readonly<State>): [Matrix, Matrix, Matrix] {
  const matrix = (name: string) => fromRows(state[name] as MatrixValue);
  return [matrix('typedQ'), matrix('typedK'), matrix('typedV')];
}

/** The first `count` of q, k and v: the same seed gives the same random tokens in every figure. */
export function randomTokens(
  engine: Engine,
  { n, d, seed }: { readonly n: number; readonly d: number; readonly seed: number },
  count: number,
): Promise<Matrix[]> {
  return Promise.all(
    Array.from({ length: count }, (_, part) =>
      engine.call('random', { rows: n, cols: d, seed: 3 * seed + part }),
    ),
  );
}

async function randomInput(engine: Engine, n: number, d: number, seed: number): Promise<Input> {
  const [q, k, v] = await randomTokens(engine, { n, d, seed }, 3);
  return plain(`${n} random tokens, seed ${seed}`, q!, k!, v!);
}

async function trainedHead(id: string, signal?: AbortSignal): Promise<Input> {
  const head = await unlessRaised(headLibrary().load(id), signal);
  const { q, k, v, scale, credit, tokens } = head;
  const info = headLibrary().heads.find((known) => known.id === id);
  return { q, k, v, scale, credit, queryNames: tokens, keyNames: tokens, title: info?.label ?? id };
}

/** Rejects when the signal is raised first: what is on its way goes on for others, and nobody here waits for it. */
function unlessRaised<T>(arrival: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return arrival;
  return new Promise((resolve, reject) => {
    const raised = () => reject(signal.reason);
    signal.addEventListener('abort', raised, { once: true });
    arrival.then(resolve, reject).finally(() => signal.removeEventListener('abort', raised));
  });
}

/** One seeded row of 3 d normal numbers a distinct word: its query, its key and its value. */
async function embeddedText(engine: Engine, text: string, d: number): Promise<Input> {
  const tokens = tokensOf(text);
  if (tokens.length === 0) throw new Error('The text has no words. Write at least one.');
  const rows = new Map<string, Matrix>();
  await Promise.all(
    [...new Set(tokens)].map(async (word) => {
      rows.set(word, await engine.call('random', { rows: 1, cols: 3 * d, seed: seedOf(word) }));
    }),
  );
  const part = (index: number): Matrix => {
    const data = new Float32Array(tokens.length * d);
    tokens.forEach((word, i) => {
      data.set(rows.get(word)!.data.subarray(index * d, (index + 1) * d), i * d);
    });
    return { rows: tokens.length, cols: d, data };
  };
  const title = `a text of ${tokens.length} tokens`;
  return { ...plain(title, part(0), part(1), part(2)), queryNames: tokens, keyNames: tokens };
}
