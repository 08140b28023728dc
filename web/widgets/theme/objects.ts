// What an object of the lesson looks like, everywhere. Colour is never the only sign: each has an edge or a dash too.

/** The things that have a colour of their own. 'plain' is for what is none of them. */
export type ObjectKind =
  | 'q'
  | 'k'
  | 'v'
  | 'state'
  | 'normaliser'
  | 'softmax'
  | 'linear'
  | 'baseline'
  | 'plain';

export interface ObjectLook {
  /** A CSS colour, by custom property. */
  readonly colour: string;
  /** border-style of its brackets and boxes. */
  readonly edge: 'solid' | 'dashed' | 'dotted' | 'double';
  /** stroke-dasharray of its lines; '' draws a solid one. */
  readonly dash: string;
  /** stroke-width of its lines, px. */
  readonly width: number;
  /** What it is called where it has no other label. */
  readonly letter: string;
}

const LOOKS: Readonly<Record<ObjectKind, ObjectLook>> = {
  q: { colour: 'var(--la-q)', edge: 'solid', dash: '', width: 2, letter: 'Q' },
  k: { colour: 'var(--la-k)', edge: 'dashed', dash: '8 4', width: 2, letter: 'K' },
  v: { colour: 'var(--la-v)', edge: 'dotted', dash: '2 4', width: 2.5, letter: 'V' },
  state: { colour: 'var(--la-state)', edge: 'double', dash: '12 3 2 3', width: 2.5, letter: 'S' },
  normaliser: { colour: 'var(--la-normaliser)', edge: 'solid', dash: '4 2', width: 2, letter: 'z' },
  softmax: { colour: 'var(--la-softmax)', edge: 'solid', dash: '', width: 2.25, letter: '' },
  linear: { colour: 'var(--la-linear)', edge: 'dashed', dash: '7 4', width: 2.25, letter: '' },
  baseline: { colour: 'var(--la-baseline)', edge: 'dotted', dash: '1.5 3.5', width: 1.5, letter: '' },
  plain: { colour: 'var(--la-ink)', edge: 'solid', dash: '', width: 2, letter: '' },
};

/** Marks at the points of an object's first, second, third, … line: paths around (0, 0), about 8 px wide. */
const SHAPES = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  'M-3.2 -3.2h6.4v6.4h-6.4z',
  'M0 -4.4L4.4 3.6H-4.4z',
  'M0 -4.6L4.6 0L0 4.6L-4.6 0z',
  'M-4 -1.4h2.6v-2.6h2.8v2.6h2.6v2.8h-2.6v2.6h-2.8v-2.6h-2.6z',
  'M0 4.4L4.4 -3.6H-4.4z',
] as const;

/** The mark at the points of a line. */
export function shapeOf(variant = 0): string {
  return SHAPES[variant % SHAPES.length]!;
}

/** Dashes of the second, third, … line of one object. */
const VARIANT_DASHES = ['2 3', '12 3 2 3', '4 2', '16 4', '8 2 2 2 2 2'];

/**
 * How an object looks. `variant`: the second, third, … of several of it, such as five approximations: the hue says
 * what, the dash and the depth of the ink say which. Mixing with ink only adds contrast.
 */
export function lookOf(kind: ObjectKind, variant = 0): ObjectLook {
  const look = LOOKS[kind];
  if (variant === 0) return look;
  const colour = variant % 2 === 1 ? `color-mix(in oklab, ${look.colour} 45%, var(--la-ink))` : look.colour;
  return { ...look, colour, dash: VARIANT_DASHES[(variant - 1) % VARIANT_DASHES.length]! };
}
