// Puts one case to a core.
import type { Attention } from '../../web/engine/types.js';
import { type Case, Checks } from './checks.js';
import * as linear from './linear-cases.js';
import * as maps from './map-cases.js';
import { decode } from './numbers.js';
import * as softmax from './softmax-cases.js';
import * as updates from './update-cases.js';

// Each function states the fields that its kind of case has; the file is trusted to have them.
type Run = (core: Attention, inputs: never, expected: never, check: Checks) => void;

const KINDS: Readonly<Record<string, Run>> = {
  softmax_scores: softmax.softmaxScores,
  attention: softmax.attention,
  online_softmax_trace: softmax.onlineSoftmaxTrace,
  tiled_attention: softmax.tiledAttention,
  mask: softmax.mask,
  validation: softmax.validation,
  mask_row: softmax.maskRow,
  mask_attention: softmax.maskAttention,
  bigbird_legal: softmax.bigbirdLegal,
  attention_and_linear: linear.attentionAndLinear,
  linear_attention: linear.linearAttention,
  determinism: linear.determinism,
  zero_query: linear.zeroQuery,
  single_token: linear.singleToken,
  eps_convention: linear.epsConvention,
  ones_column: linear.onesColumn,
  linear_attention_lengths: linear.unequalLengths,
  recurrent: linear.recurrent,
  precision: linear.precision,
  linear_attention_scale: linear.linearScale,
  recurrent_growth: linear.recurrentGrowth,
  feature_map: maps.featureMap,
  cosformer: maps.cosformer,
  cost: maps.cost,
  retention: updates.retention,
  gla_scalar: updates.gatedScalars,
  delta_rule: updates.deltaRule,
  delta_vs_sum: updates.deltaVersusSum,
  delta_rule_1d: updates.deltaOneDimension,
};

/** What failed, a line each; empty when the core agrees with the case. */
export function runCase(core: Attention, example: Case): string[] {
  const run = KINDS[example.kind];
  if (run === undefined) return [`no kind ${example.kind}`];
  const { inputs, expected } = decode(example) as Case;
  const check = new Checks(example.tolerance);
  try {
    run(core, inputs as never, expected as never, check);
    check.finish(expected);
  } catch (error) {
    check.fail('call', String(error), 'an answer');
  }
  return check.failures;
}
