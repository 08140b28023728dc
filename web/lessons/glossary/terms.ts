// Every technical word the walk uses, in one or two plain sentences. Prose marks a term where it first stands:
// [key](term:key). tests/content/lesson.test.ts holds the two lists together.

export interface Term {
  readonly name: string;
  readonly means: string;
}

export const terms: Readonly<Record<string, Term>> = {
  token: {
    name: 'token',
    means: 'A piece of text that a model reads as one unit: a word, or part of one.',
  },
  query: {
    name: 'query',
    means: 'The vector q with which a token asks the others what they hold. One row of the matrix Q.',
  },
  key: {
    name: 'key',
    means: 'The vector k under which a token can be found. One row of the matrix K.',
  },
  value: {
    name: 'value',
    means: 'The vector v that a token hands over when it is found. One row of the matrix V.',
  },
  attention: {
    name: 'attention',
    means: 'A weighted mean of values. The weights say how well each key answers the query.',
  },
  weight: {
    name: 'weight',
    means: 'The share that one key has in a query’s answer. A query’s weights add up to 1.',
  },
  'dot product': {
    name: 'dot product',
    means: 'Multiply two vectors entry by entry and add up. It is large when they point the same way.',
  },
  softmax: {
    name: 'softmax',
    means:
      'Takes the exponential of every score and divides by their sum. The results are positive and add up to 1.',
  },
  score: {
    name: 'score',
    means: 'The dot product of a query and a key, before softmax.',
  },
  associative: {
    name: 'associative',
    means: 'An operation is associative when (AB)C and A(BC) are the same. Matrix multiplication is.',
  },
  'feature map': {
    name: 'feature map',
    means: 'A function φ that turns a query or key into another vector, the features. It has r of them.',
  },
  kernel: {
    name: 'kernel',
    means: 'A function that measures how similar two vectors are. Here it is sim(q, k) = φ(q)·φ(k).',
  },
  rank: {
    name: 'rank',
    means: 'How many rows of a matrix are needed so that all the others are sums of multiples of them.',
  },
  'singular values': {
    name: 'singular values',
    means:
      'Non-negative numbers that say how strongly a matrix stretches in each direction. The rank is how many are not zero.',
  },
  normaliser: {
    name: 'normaliser',
    means: 'The number φ(q)·z that an output is divided by, so that the weights add up to 1.',
  },
  state: {
    name: 'state',
    means: 'The matrix S, a sum of φ(k)vᵀ over the keys so far, together with z, the sum of φ(k).',
  },
  'outer product': {
    name: 'outer product',
    means:
      'A column times a row: every entry of one vector times every entry of the other. The result is a matrix of rank one.',
  },
  causal: {
    name: 'causal',
    means: 'Each query sees only the keys up to its own position, as when text is written word by word.',
  },
  'multiply-add': {
    name: 'multiply-add',
    means:
      'One multiplication and the addition of its result to a sum. It counts as two floating-point operations.',
  },
  'key–value cache': {
    name: 'key–value cache',
    means:
      'All keys and values so far, kept so that they need not be computed again. It grows with every token.',
  },
  entropy: {
    name: 'entropy',
    means:
      'How spread out weights are, in nats: the unit that belongs to ln. It is 0 when one weight is 1, and ln n when all n are equal.',
  },
  'L1 distance': {
    name: 'L1 distance',
    means: 'The sum of the absolute differences. Between two rows of weights it lies between 0 and 2.',
  },
  'KL divergence': {
    name: 'KL divergence',
    means:
      'What it costs, in nats, to believe one row of weights when another is true. It is 0 when they agree.',
  },
  'uniform baseline': {
    name: 'uniform baseline',
    means:
      'The answer in which every key has the same weight. A map that is no better has learned nothing from the query.',
  },
  float32: {
    name: 'float32',
    means: 'Numbers stored in 32 bits, exact to about 7 decimal digits.',
  },
  float64: {
    name: 'float64',
    means:
      'Numbers stored in 64 bits, exact to about 16 decimal digits. Here it serves as the truth to compare with.',
  },
  fp16: {
    name: 'fp16',
    means: 'Numbers stored in 16 bits, exact to about 3 decimal digits. The largest is 65,504.',
  },
  accumulator: {
    name: 'accumulator',
    means: 'The place in memory where a sum is built up, one term after another.',
  },
  'cross-entropy': {
    name: 'cross-entropy',
    means: 'How surprised one row of weights is by another, in nats. It is smallest when the two rows agree.',
  },
  'log-log': {
    name: 'log-log axes',
    means: 'Axes on which each step multiplies. A power n^p becomes a straight line whose slope is p.',
  },
  'delta rule': {
    name: 'delta rule',
    means:
      'Before a value is written, what the state already answers for that key is taken away. So a key can be overwritten.',
  },
  needle: {
    name: 'needle',
    means: 'One key that matches the query, hidden among many that do not.',
  },
  'random features': {
    name: 'random features',
    means:
      'Features made with random directions. Their dot product is right on average, with an error that shrinks as their number grows.',
  },
  tile: {
    name: 'tile',
    means: 'A small block of the score matrix that fits into fast memory.',
  },
  'fast memory': {
    name: 'fast memory',
    means:
      'The small memory beside the arithmetic units. On a graphics processor it is called SRAM; the large, slow one is HBM.',
  },
  'sparse attention': {
    name: 'sparse attention',
    means: 'Attention in which each query looks at chosen keys only.',
  },
  head: {
    name: 'head',
    means:
      'One of several attentions that run side by side in a layer, each with its own queries, keys and values.',
  },
  seed: {
    name: 'seed',
    means:
      'A whole number that fixes all random choices, so that the same seed gives the same numbers again.',
  },
};
