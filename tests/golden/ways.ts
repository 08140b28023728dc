// The module offers several ways to one number (mechanisms, forms, tile and chunk sizes, precisions, a stream). Every
// case is put to all of them.
import type {
  Attended,
  AttendOptions,
  Attention,
  Mechanism,
  Stream,
  StreamOptions,
} from '../../web/engine/types.js';
import { PRECISIONS, type PrecisionName, show } from './checks.js';
import { matrix, type Row, type Rows, type Tokens } from './numbers.js';

type Linear = Extract<Mechanism, { kind: 'linear' }>;
export type LinearSettings = Omit<Linear, 'kind' | 'form' | 'chunk'>;
type Settings = Omit<AttendOptions, 'mechanism' | 'precision'>;
type Visit = (answer: Attended, precision: PrecisionName, how: string) => void;

const TILES = [
  [1, 1],
  [2, 3],
  [3, 2],
  [4, 4],
  [7, 7],
  [16, 16],
] as const;
const EXACT: readonly Mechanism[] = [
  { kind: 'softmax' },
  { kind: 'flash' },
  ...TILES.map(([blockRows, blockCols]) => ({ kind: 'flash' as const, blockRows, blockCols })),
  { kind: 'sparse', pattern: { kind: 'window', left: -1, right: -1 } },
];
const FORMS = ['auto', 'parallel', 'recurrent', 'quadratic', 'chunked'] as const;

export function linearForms(chunks: readonly number[] = [1, 2, 3, 4, 64]): Pick<Linear, 'form' | 'chunk'>[] {
  return [
    ...FORMS.map((form) => ({ form })),
    ...chunks.map((chunk) => ({ form: 'chunked' as const, chunk })),
  ];
}

export const label = (settings: object): string => {
  const words = Object.entries(settings).map(([key, value]) =>
    ['kind', 'form', 'precision'].includes(key) ? value : `${key} ${show(value)}`,
  );
  return `(${words.join(', ')})`;
};

/** Every exact mechanism in both precisions. `dims` where a matrix without rows does not tell them. */
export function everyExact(
  core: Attention,
  { Q, K, V }: Tokens,
  settings: Settings,
  visit: Visit,
  dims: { keyDim?: number; valueDim?: number } = {},
): void {
  const { keyDim = Q[0]!.length, valueDim = V[0]?.length } = dims;
  for (const mechanism of EXACT) {
    for (const precision of PRECISIONS) {
      const answer = core.attend(matrix(Q, keyDim), matrix(K, keyDim), matrix(V, valueDim), {
        mechanism,
        precision,
        want: mechanism.kind === 'flash' ? ['logSumExp'] : ['logSumExp', 'weights'],
        ...settings,
      });
      visit(answer, precision, label({ ...mechanism, precision }));
    }
  }
}

/** Every form of linear attention in both precisions. */
export function everyLinear(
  core: Attention,
  { Q, K, V }: Tokens,
  linear: LinearSettings,
  settings: Settings,
  visit: Visit,
  chunks?: readonly number[],
): void {
  for (const form of linearForms(chunks)) {
    for (const precision of PRECISIONS) {
      const mechanism: Mechanism = { kind: 'linear', ...linear, ...form };
      const answer = core.attend(matrix(Q), matrix(K), matrix(V), { mechanism, precision, ...settings });
      visit(answer, precision, label({ ...form, precision }));
    }
  }
}

/** Token by token through a stream; `each` sees the stream after every step. Returns the outputs. */
export function streamed(
  core: Attention,
  { Q, K, V }: Tokens,
  options: Omit<StreamOptions, 'keyDim' | 'valueDim'>,
  each: (stream: Stream) => void = () => {},
): Rows {
  const stream = core.stream({ keyDim: K[0]!.length, valueDim: V[0]!.length, ...options });
  const row = (numbers: Row) => Float32Array.from(numbers);
  try {
    return Q.map((q, t) => {
      const { output } = stream.step(row(q), row(K[t]!), row(V[t]!));
      each(stream);
      return Array.from(output);
    });
  } finally {
    stream.dispose();
  }
}
