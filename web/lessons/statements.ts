// The lesson's 25 statements, each with the number or the caveat that belongs beside it. Content only: the page
// sets `exact` under the station, /about/ lists all of them, and tests/content/statements.test.ts computes each
// number anew (one test per id).

/** What a check of the statement found. */
export type Verdict = 'right' | 'rounded' | 'incomplete' | 'misprinted' | 'wrong';

export interface Statement {
  readonly id: number;
  /** The station where the reader sees it happen. */
  readonly station: number;
  readonly verdict: Verdict;
  /** What the lesson says, as Markdown. */
  readonly lesson: string;
  /** What holds, as Markdown. */
  readonly exact: string;
}

export const statements: readonly Statement[] = [
  {
    id: 1,
    station: 1,
    verdict: 'incomplete',
    lesson: '(2 × 3) × 4 and 2 × (3 × 4) both give 24 and can be organised differently.',
    exact:
      'Both are 24. With plain numbers both orders cost two multiplications, so nothing is saved. With matrices $A$ ($n\\times r$), $B$ ($r\\times n$) and $C$ ($n\\times d$), $(AB)C$ takes $n^2r+n^2d$ multiplications and $A(BC)$ takes $2nrd$.',
  },
  {
    id: 2,
    station: 1,
    verdict: 'misprinted',
    lesson:
      'If the similarity factors as $q\\cdot k_j=\\phi(q)\\cdot\\phi(k_j)$, the sum over keys can be made once.',
    exact:
      'Read $\\mathrm{sim}(q,k_j)=\\phi(q)\\cdot\\phi(k_j)$. As printed, $q\\cdot k_j$ factors already, with $\\phi$ the identity, and there is no softmax to escape.',
  },
  {
    id: 3,
    station: 2,
    verdict: 'incomplete',
    lesson: 'Attention weights are $\\mathrm{softmax}(QK^\\top)$.',
    exact:
      'Implementations divide by $\\sqrt d$ first: $\\mathrm{softmax}(QK^\\top/\\sqrt d)$. The scale changes how sharp the weights are; move the slider and see.',
  },
  {
    id: 4,
    station: 2,
    verdict: 'incomplete',
    lesson: 'The exponential does not factor as $\\phi(q)\\cdot\\phi(k)$ for any simple $\\phi$.',
    exact:
      'No map with finitely many features does it for all inputs. An infinite one does: $e^{q\\cdot k}=\\sum_m (q\\cdot k)^m/m!$. For 200 random queries and keys with $d=4$, the matrix of exponentials has rank 200; a map with $r$ features stays at or below $r$.',
  },
  {
    id: 5,
    station: 8,
    verdict: 'wrong',
    lesson: 'So the full $n\\times n$ matrix must be formed.',
    exact:
      'All pairs must be computed, but they need not be stored. FlashAttention works in tiles with a running maximum and sum, keeps $O(n)$ extra numbers, and gives the exact answer.',
  },
  {
    id: 6,
    station: 3,
    verdict: 'incomplete',
    lesson: 'A fixed or learned $\\phi$ with $\\mathrm{sim}(q,k)=\\phi(q)^\\top\\phi(k)$ replaces softmax.',
    exact:
      'The denominator also has to stay positive, for example because $\\phi\\ge 0$. With the identity, keys (2, −1) and (−1, 0), values 1 and 3: the query (1, 1) has denominator 0 and numerator −2. The query (1, 0) gives −1, outside the values’ range from 1 to 3.',
  },
  {
    id: 7,
    station: 4,
    verdict: 'incomplete',
    lesson:
      'Each output is $\\phi(q_i)$ times a running sum built once from all keys, over a normalising sum.',
    exact:
      'Right when every query sees all keys. For text written left to right, each query has its own sum: the keys up to its own. $S$ is $r\\times d_v$ and $z$ has $r$ entries; $d_v$ may differ from $d_k$.',
  },
  {
    id: 8,
    station: 5,
    verdict: 'incomplete',
    lesson: 'Standard attention forms an $n\\times n$ matrix at cost $O(n^2d)$.',
    exact:
      'There are two matrix products: $2n^2d$ multiply-adds, and $n^2$ exponentials. Counted as floating-point operations it is twice the multiply-adds.',
  },
  {
    id: 9,
    station: 5,
    verdict: 'incomplete',
    lesson: 'Linear attention costs $nrd$ for the shared sum and $nrd$ to apply it.',
    exact:
      'And $nr$ to sum the keys, $nr$ to divide, and the cost of $\\phi$: next to nothing for elu+1, $nrd$ each for queries and keys with random projections.',
  },
  {
    id: 10,
    station: 5,
    verdict: 'rounded',
    lesson: 'At $n=8{,}192$ and $d=r=64$: about $4.3\\times10^9$ against $3.4\\times10^7$.',
    exact:
      '4,294,967,296 and 33,554,432. Each is one of two products; both together are 8,589,934,592 and 67,108,864.',
  },
  {
    id: 11,
    station: 5,
    verdict: 'rounded',
    lesson: 'Roughly 125 times fewer operations.',
    exact:
      'Exactly 128 times, because $n/r=8{,}192/64$. With the normaliser counted (68,157,440) it is 126.03; against causal softmax, which needs only half the pairs (4,295,491,584), it is 63.0.',
  },
  {
    id: 12,
    station: 5,
    verdict: 'right',
    lesson: 'The ratio keeps growing with $n$.',
    exact:
      'It is $n/r$: 0.5 at 32 tokens, 1 at 64 (the break-even), 16 at 1,024, 256 at 16,384 and 2,048 at 131,072. Below the break-even linear attention costs more. FAVOR+ with 256 features breaks even near $n=516$.',
  },
  {
    id: 13,
    station: 5,
    verdict: 'incomplete',
    lesson: '(The lesson gives no numbers for memory.)',
    exact:
      'The $n\\times n$ scores at 8,192 tokens are 67,108,864 numbers: 256 MiB in float32, if they are stored. The state is 4,096 numbers and the normaliser 64 more: 16,640 bytes.',
  },
  {
    id: 14,
    station: 6,
    verdict: 'incomplete',
    lesson: '$S_t=S_{t-1}+\\phi(k_t)v_t^\\top$, output $O_t=\\phi(q_t)^\\top S_t$.',
    exact:
      'The normaliser is missing: $z_t=z_{t-1}+\\phi(k_t)$ and $O_t=\\phi(q_t)^\\top S_t\\,/\\,\\phi(q_t)^\\top z_t$. Some later models leave it out on purpose and normalise the output instead.',
  },
  {
    id: 15,
    station: 6,
    verdict: 'right',
    lesson: 'After 3 tokens the state is the sum of 3 rank-one updates.',
    exact: 'So its rank is at most 3. With 64 features the rank never passes 64, however many tokens follow.',
  },
  {
    id: 16,
    station: 6,
    verdict: 'incomplete',
    lesson: 'The state is a fixed 64 × 64 object after 3 tokens or 3 million.',
    exact:
      'Its size is fixed. Its accuracy is not: summed in 16-bit floating point, the error grows with every token. After 65,536 tokens most of $z$ is missing, because a new token is too small to change it. Compare the accumulators and see.',
  },
  {
    id: 17,
    station: 6,
    verdict: 'incomplete',
    lesson: 'Memory and cost per step are constant.',
    exact:
      'While generating, yes: $2rd_v+2r=8{,}320$ multiply-adds a step. Softmax with a cache takes $2td$: 1,280 at token 10 and 1,280,000 at token 10,000. Training in parallel still stores or recomputes the states.',
  },
  {
    id: 18,
    station: 6,
    verdict: 'right',
    lesson: 'Linear attention is described as transformers behaving like RNNs.',
    exact:
      'The paper is titled “Transformers are RNNs” (Katharopoulos, Vyas, Pappas and Fleuret 2020, [arXiv 2006.16236](https://arxiv.org/abs/2006.16236)).',
  },
  {
    id: 19,
    station: 5,
    verdict: 'rounded',
    lesson: 'A low exponent traces roughly linear growth.',
    exact:
      'On logarithmic axes the slope is exactly 1 in $n$ for a fixed $r$, and exactly 2 for softmax’s products. Constants move the lines up and down, and so decide where they cross.',
  },
  {
    id: 20,
    station: 8,
    verdict: 'right',
    lesson: 'FlashAttention is fast but still $O(n^2)$ in operations.',
    exact: 'It is also exact, and its extra memory is $O(n)$.',
  },
  {
    id: 21,
    station: 5,
    verdict: 'incomplete',
    lesson: 'Linear attention is truly sub-quadratic.',
    exact:
      'For a fixed $r$, yes. To approximate softmax well, $r$ may have to grow. On short sequences users of published code report no gain or a slow-down ([#83](https://github.com/idiap/fast-transformers/issues/83), [#130](https://github.com/idiap/fast-transformers/issues/130)); *measure here* shows where yours crosses.',
  },
  {
    id: 22,
    station: 7,
    verdict: 'right',
    lesson: 'Linear variants trail softmax where attention must be sharply peaked.',
    exact:
      'One needle among 63 other keys, at scale 8: softmax puts 0.998 of its weight on it, elu+1 puts 0.0255.',
  },
  {
    id: 23,
    station: 7,
    verdict: 'incomplete',
    lesson: 'A linear kernel cannot express an arbitrarily peaked softmax exactly.',
    exact:
      'The weights before normalising have rank at most $r$. If $n>r$ queries each pick one key of their own, the best approximation is off by $\\sqrt{n-r}$: the root of the sum of all squared errors. A single query can be as peaked as you like; $n$ different ones cannot.',
  },
  {
    id: 24,
    station: 9,
    verdict: 'right',
    lesson: 'Practice 1 asks what the identity map gives.',
    exact:
      '$O=q^\\top(K^\\top V)\\,/\\,q^\\top\\textstyle\\sum_j k_j$, one linear function of $q$ over another. It fails through signed weights, zero or negative denominators, rank at most $d$, and because the length of $q$ cancels.',
  },
  {
    id: 25,
    station: 9,
    verdict: 'right',
    lesson: 'Practice 2 asks why the memory is the same at token 10 and token 10,000.',
    exact:
      '$S$ and $z$ are sums: 4,096 + 64 numbers at both. A key–value cache holds 1,280 and 1,280,000. The cache is the smaller one until token 32 (4,096 against 4,160), the state from token 33.',
  },
];
