// A figure of the walk on paper: the author's settings, and what the core computes for them while the site is built.
import type { Engine } from '../../engine/calls.js';
import { formatBytes, formatCount, formatNumber } from '../../model/format-number.js';
import { fromRows } from '../../model/matrices.js';
import type { MatrixValue, State } from '../../model/parameters.js';
import { meanOf } from '../../model/statistics.js';
import { escapeWithNames } from '../../model/text.js';
import { runBench } from '../../widgets/bench/bench-model.js';
import { optionsOf, SIDES, sideState } from '../../widgets/bench/bench-parameters.js';
import { resolveInput } from '../../widgets/inputs/resolve-input.js';
import { type CostSettings, computeCost } from '../../widgets/stations/cost-model.js';
import { compareMap } from '../../widgets/stations/feature-maps-model.js';
import { flashTrace, traffic } from '../../widgets/stations/flash-model.js';
import { fixedMaps } from '../../widgets/stations/learned-map-model.js';
import { mapOf } from '../../widgets/stations/map-parameters.js';
import { DRAWS, needle } from '../../widgets/stations/needle-model.js';
import { multiplyBothWays } from '../../widgets/stations/orders-model.js';
import {
  type RandomFeatureSettings,
  randomFeatureErrors,
} from '../../widgets/stations/random-features-model.js';
import { recall } from '../../widgets/stations/recall-model.js';
import { ranks } from '../../widgets/stations/softmax-model.js';
import { runPattern } from '../../widgets/stations/sparse-model.js';
import { SteppedStream } from '../../widgets/stations/state-model.js';
import { featureMapOf, LENGTH, updateOf } from '../../widgets/stations/state-parameters.js';
import { traceOutput } from '../../widgets/stations/summaries-model.js';

type Still = (engine: Engine, state: Readonly<State>) => Promise<string>;

const n = formatNumber;

const STILLS: Readonly<Record<string, Still>> = {
  async 'two-orders'(engine, state) {
    const [A, B, C] = ['a', 'b', 'c'].map((name) => fromRows(state[name] as MatrixValue));
    const view = await multiplyBothWays(engine, A!, B!, C!);
    return (
      paragraph(
        `A is ${A!.rows} × ${A!.cols}, B is ${B!.rows} × ${B!.cols}, C is ${C!.rows} × ${C!.cols}. Both orders give the same product; the largest difference is ${n(view.difference.maxAbs)}.`,
      ) +
      table(
        ['order', 'first product', 'second product', 'multiplications'],
        [
          ['(AB)C', view.tableFirst],
          ['A(BC)', view.summaryFirst],
        ].map(([name, run]) => [
          name as string,
          ...(['first', 'second', 'multiplications'] as const).map((key) =>
            formatCount((run as typeof view.tableFirst)[key]),
          ),
        ]),
      )
    );
  },
  async 'softmax-rank'(engine, state) {
    const [size, d] = [state.ranked as number, state.rankedD as number];
    const rows = await ranks(engine, { n: size, d, seed: state.seed as number });
    return (
      paragraph(
        `The rank of the ${size} × ${size} matrix of similarities of random queries and keys, d = ${d}.`,
      ) +
      table(
        ['similarity', 'features r', 'rank'],
        rows.map(({ name, features, spectrum }) => [
          name,
          features === null ? 'none finite' : formatCount(features),
          formatCount(spectrum.rank),
        ]),
      )
    );
  },
  async 'feature-maps'(engine, state) {
    const input = await resolveInput(engine, state, null);
    const view = await compareMap(engine, input, {
      map: mapOf(state),
      causal: state.causal as boolean,
      factor: state.factor as number,
      scale: input.scale,
    });
    return (
      paragraph(
        `How far the weights of ${state.map} are from those of softmax, on ${input.title}; means over the queries.`,
      ) +
      table(
        ['weights', 'L1 distance', 'KL, nats', 'squared error of the output'],
        (
          [
            [`${state.map}`, view.linear],
            ['equal weights', view.uniform],
          ] as const
        ).map(([name, { distance, outputError }]) => [
          name,
          n(meanOf(distance.l1)),
          n(meanOf(distance.kl)),
          n(outputError.meanSquared),
        ]),
      )
    );
  },
  async 'shared-summaries'(engine, state) {
    const [q, k, v] = ['q', 'k', 'v'].map((name) => fromRows(state[name] as MatrixValue));
    const query = (state.query as number) - 1;
    const map = { kind: state.map as 'elu+1' };
    const trace = await traceOutput(
      engine,
      { q: q!, k: k!, v: v! },
      { query, causal: state.causal as boolean, map },
    );
    const row = (data: Float32Array) => `(${Array.from(data, n).join(', ')})`;
    return (
      paragraph(`The output of query ${query + 1} of ${q!.rows}, with φ = ${map.kind}, step by step.`) +
      table(
        ['step', 'value'],
        [
          ['q', row(trace.q.data)],
          ['φ(q)', row(trace.features.data)],
          ['z, the sum of φ(k)', row(trace.z.data)],
          ['numerator φ(q)S', row(trace.numerator.data)],
          ['denominator φ(q)·z', n(trace.denominator)],
          ['output', row(trace.output.data)],
        ],
      )
    );
  },
  async cost(engine, state) {
    const settings = state as unknown as CostSettings;
    const view = await computeCost(engine, settings);
    return (
      paragraph(`n = ${formatCount(settings.n)} tokens, d = ${settings.d}, r = ${settings.r} features.`) +
      table(
        ['attention', 'multiply-adds'],
        [
          ['standard', formatCount(view.standard.multiplyAdds)],
          ['linear', formatCount(view.linearTotal)],
        ],
      ) +
      paragraph(
        `Standard attention needs ${n(view.ratio)} times as many. ${view.breakEven === null ? '' : `From n = ${formatCount(view.breakEven)} on, linear attention needs no more than standard attention.`}`,
      )
    );
  },
  async 'running-state'(engine, state) {
    const { q, k, v } = await resolveInput(engine, { ...state, n: LENGTH }, null);
    const stream = await SteppedStream.open(
      engine,
      { q, k, v },
      {
        featureMap: featureMapOf(state.map as string),
        update: updateOf(state.update as string, state.gamma as number, state.beta as number),
        accumulator: state.accumulator as 'float32',
      },
    );
    const rows: string[][] = [];
    for (const tokens of [state.tokens as number, 10, LENGTH]) {
      const { stateBytes, rank } = await stream.goTo(engine, tokens);
      rows.push([formatCount(tokens), formatBytes(stateBytes), formatCount(rank)]);
    }
    await stream.close(engine);
    return (
      paragraph(
        `A state of ${k.cols} × ${v.cols} numbers and a normaliser of ${k.cols}, after more and more tokens.`,
      ) + table(['tokens', 'state', 'rank of S'], rows)
    );
  },
  async needle(engine, state) {
    const [keys, d, scale] = [state.n as number, state.d as number, state.scale as number];
    const { lines, uniform } = await needle(engine, {
      n: keys,
      d,
      seed: state.seed as number,
      draws: DRAWS,
      scales: [scale],
    });
    return (
      paragraph(
        `The weight on one needle among ${keys - 1} other keys at scale ${n(scale)}, mean over ${DRAWS} sets of keys. Equal weights would put ${n(uniform)} there.`,
      ) +
      table(
        ['weights', 'on the needle'],
        lines.map(({ name, weight }) => [name, n(weight[0]!)]),
      )
    );
  },
  async recall(engine, state) {
    const update =
      state.update === 'delta' ? ({ kind: 'delta', beta: 1 } as const) : ({ kind: 'sum' } as const);
    const d = state.d as number;
    const { points, random } = await recall(engine, { d, seeds: state.seeds as number, update });
    return (
      paragraph(
        `Pairs written into one state of ${d} features, and the share of signs that come back wrong.`,
      ) +
      table(
        ['pairs', 'wrong', 'in theory'],
        points.map(({ pairs, mean }, i) => [formatCount(pairs), n(mean), n(random[i]!)]),
      )
    );
  },
  async 'random-features'(engine, state) {
    const view = await randomFeatureErrors(engine, state as unknown as RandomFeatureSettings);
    return (
      paragraph(
        `The mean squared error of an estimate of exp(q·k) = ${n(view.kernel)} from m random directions.`,
      ) +
      table(
        ['m', 'positive', 'in theory', 'trigonometric', 'in theory'],
        view.positive.map(({ m, mean, theory }, i) => [
          formatCount(m),
          n(mean),
          n(theory),
          n(view.trigonometric[i]!.mean),
          n(view.trigonometric[i]!.theory),
        ]),
      )
    );
  },
  async 'learned-map'(engine, state) {
    const input = await resolveInput(engine, state, null);
    const rows = await fixedMaps(engine, input, input.scale);
    return (
      paragraph(`How far maps that are not trained are from softmax on a trained head: ${input.title}.`) +
      table(
        ['map', 'L1 distance', 'KL, nats'],
        [
          ...rows.map(({ name, bench }) => [
            name,
            n(meanOf(bench.linear.distance.l1)),
            n(meanOf(bench.linear.distance.kl)),
          ]),
          [
            'equal weights',
            n(meanOf(rows[0]!.bench.uniform.distance.l1)),
            n(meanOf(rows[0]!.bench.uniform.distance.kl)),
          ],
        ],
      ) +
      paragraph(input.credit ?? '')
    );
  },
  async 'flash-tiles'(engine, state) {
    const input = await resolveInput(engine, state, null);
    const { error, tiles } = await flashTrace(engine, input, {
      blockRows: state.blockRows as number,
      blockCols: state.blockCols as number,
      causal: state.causal as boolean,
    });
    const { standard, flash1, flash2 } = (
      await traffic(engine, state.trafficN as number, state.trafficD as number, state.fastMemory as number)
    ).elements;
    return (
      paragraph(
        `${input.title}, in ${tiles} tiles of keys: the output is exact softmax up to rounding, ${n(error.maxAbs)} at most. For n = ${formatCount(state.trafficN as number)}, d = ${state.trafficD} and ${formatCount(state.fastMemory as number)} numbers of fast memory, this is moved:`,
      ) +
      table(
        ['', 'numbers', 'share of standard'],
        [
          ['standard attention', formatCount(standard), ''],
          ['FlashAttention', formatCount(flash1), n(flash1 / standard)],
          ['FlashAttention-2', formatCount(flash2), n(flash2 / standard)],
        ],
      )
    );
  },
  async 'sparse-patterns'(engine, state) {
    const input = await resolveInput(engine, state, null);
    const view = await runPattern(
      engine,
      input,
      { kind: 'longformer', window: state.window as number, globalTokens: range(state.globals as number) },
      input.scale,
    );
    return (
      paragraph(
        `Longformer with a window of ${state.window} and ${state.globals} global token, on ${input.title}.`,
      ) +
      table(
        ['', 'full', 'sparse'],
        [
          ['pairs', formatCount(input.q.rows * input.k.rows), formatCount(view.pairs)],
          ['multiply-adds', formatCount(view.fullCounts.multiplyAdds), formatCount(view.counts.multiplyAdds)],
          ['relative error of the output', '0', n(view.error.relative)],
        ],
      )
    );
  },
  async bench(engine, state) {
    const input = await resolveInput(engine, state, null);
    const [left, right] = SIDES.map((side) =>
      optionsOf(sideState(state, side), state.causal as boolean, input.scale, input.q.cols),
    );
    const view = await runBench(engine, input, state.factor as number, left!, right!);
    return (
      paragraph(
        `Exact softmax and linear attention with φ = ${sideState(state, 'right').map}, on ${input.title}.`,
      ) +
      table(
        ['', 'value'],
        [
          ['largest difference of the outputs', n(view.output.maxAbs)],
          ['relative difference of the outputs', n(view.output.relative)],
          ...(view.weights === null ? [] : [['mean L1 distance of the weights', n(meanOf(view.weights.l1))]]),
        ],
      )
    );
  },
};

/** Trusted HTML; undefined for an id that is no station. */
export function stationStill(
  id: string,
  state: Readonly<State>,
  engine: Engine,
): Promise<string> | undefined {
  return STILLS[id]?.(engine, state);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escapeWithNames(text.trim())}</p>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((text) =>
    text === '' ? '<td></td>' : `<th scope="col">${escapeWithNames(text)}</th>`,
  );
  const lines = rows.map(
    ([name, ...cells]) =>
      `<tr><th scope="row">${escapeWithNames(name!)}</th>${cells.map((cell) => `<td>${escapeWithNames(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
