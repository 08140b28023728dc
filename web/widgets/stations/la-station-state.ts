// Station 6, worked example 2: a stream that takes tokens one by one and gives them back, long runs, and what the
// precision of the sum does to them.
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Matrix } from '../../engine/types.js';
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  subscript,
} from '../../model/format-number.js';
import type { State } from '../../model/parameters.js';
import type { LaneEngine } from '../activity.js';
import type { Input } from '../inputs/resolve-input.js';
import '../la-heatmap/la-heatmap.js';
import '../la-matrix/la-matrix.js';
import { asRow, rowsOf } from '../../model/matrices.js';
import { given, theory } from '../from.js';
import { define } from '../theme/base.js';
import { studyFigure, studySentence } from './accumulators-figure.js';
import {
  ACCUMULATORS,
  type Accumulator,
  type AccumulatorStudy,
  STUDY_HEAD,
  STUDY_MILESTONES,
  studyAccumulators,
} from './accumulators-model.js';
import { InputStation } from './input-station.js';
import { HEAD, type LongRun, MILESTONES, type Moment, runLong, SteppedStream } from './state-model.js';
import { featureMapOf, LENGTH, table, updateOf } from './state-parameters.js';
import type { Answer } from './station.js';

export { table } from './state-parameters.js';

/** Sides of matrices up to this many are shown as numbers, longer ones as heat maps. */
const READABLE = 8;

/** A stream, and what it was opened with: other settings need another. */
interface Opened {
  readonly key: string;
  readonly stream: SteppedStream;
  readonly input: Input;
  /** Tokens that it can take. */
  readonly length: number;
}

interface Shown {
  readonly input: Input;
  readonly length: number;
  readonly moment: Moment;
  /** The last moment that wrote a token, as far as one did. */
  readonly writing: Moment;
  /** Tokens of what was shown before; NaN where nothing was. */
  readonly before: number;
  /** Whether going back restored the saved bytes; null where it was no way back. */
  readonly identical: boolean | null;
}

export class LaStationState extends InputStation {
  static override table = table;

  static override styles = [
    ...InputStation.styles,
    css`
      .written {
        position: relative;
      }

      .unseen {
        visibility: hidden;
      }

      .over {
        inset: 0 0 auto;
        position: absolute;
      }
    `,
  ];

  #opened: Opened | null = null;
  /** The last of what is shown that may have moved into its place. */
  #settled: Shown | null = null;
  readonly #shown: Answer<Shown> = this.answer('main', async (engine, { tokens, ...settings }) => {
    const { stream, input, length } = await this.#open(engine, settings);
    const moment = await stream.goTo(engine, tokens as number);
    const last = this.#shown.value;
    const before = last?.moment.tokens ?? Number.NaN;
    const identical = before > moment.tokens ? await stream.isBitIdentical(engine, moment.tokens) : null;
    const writing = moment.written === null ? (last?.writing ?? moment) : moment;
    return { input, length, moment, writing, before, identical };
  });
  readonly #long = this.run<readonly LongRun[]>(
    'long',
    MILESTONES.at(-1)!,
    ({ signal }, state, { found, onProgress }) => {
      const rows: LongRun[] = [];
      const settings = { accumulator: state.accumulator as Accumulator, seed: state.seed as number };
      return runLong(this.engine, settings, {
        signal,
        onProgress,
        onRow: (row) => {
          rows.push(row);
          found([...rows]);
        },
      });
    },
  );
  readonly #study = this.run<readonly AccumulatorStudy[]>(
    'study',
    STUDY_MILESTONES.at(-1)!,
    async ({ signal }, state, { found, onProgress }) =>
      found(await studyAccumulators(this.engine, state.seed as number, { signal, onProgress })),
  );

  protected override left(): void {
    super.left();
    // It may have ended with its worker.
    this.#opened?.stream.close(this.engine).catch(() => {});
    this.#opened = null;
  }

  /** The stream of these settings, at the token where it was left. */
  async #open(engine: LaneEngine, settings: Readonly<State>): Promise<Opened> {
    const key = JSON.stringify([this.inputKey(settings), settings]);
    if (this.#opened?.key === key) return this.#opened;
    await this.#opened?.stream.close(this.engine);
    this.#opened = null;
    const input = await this.resolve(engine, { ...settings, n: LENGTH });
    const length = Math.min(LENGTH, input.q.rows, input.k.rows);
    const stream = await SteppedStream.open(
      engine,
      { q: rowsOf(input.q, 0, length), k: rowsOf(input.k, 0, length), v: rowsOf(input.v, 0, length) },
      {
        featureMap: featureMapOf(settings.map as string),
        update: updateOf(settings.update as string, settings.gamma as number, settings.beta as number),
        accumulator: settings.accumulator as Accumulator,
      },
    );
    this.#opened = { key, stream, input, length };
    return this.#opened;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const shown = this.#shown.value;
    if (shown === null || shown === this.#settled) return;
    this.#settled = shown;
    // The matrices draw themselves after the figure.
    if (shown.moment.tokens === shown.before + 1) void this.updateComplete.then(() => this.#slideIn());
  }

  /** The new outer product moves onto S; under reduced motion --la-move is 0 s and nothing moves. */
  #slideIn(): void {
    const part = this.renderRoot.querySelector('.update');
    const whole = this.renderRoot.querySelector('.whole');
    if (part === null || whole === null) return;
    const duration = Number.parseFloat(getComputedStyle(this).getPropertyValue('--la-move')) || 0;
    if (duration === 0) return;
    const from = part.getBoundingClientRect();
    const to = whole.getBoundingClientRect();
    part.animate(
      [
        { transform: 'none' },
        { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px)`, opacity: 0.3 },
        { transform: 'none', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: Math.min(duration, 300) * 2, easing: 'ease-in-out' },
    );
  }

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    return html`
      <h3>One token at a time</h3>
      ${this.beside(
        html`${this.controls('update', ...this.#updateControls, 'map', 'accumulator')} ${this.inputFigure()}`,
        html`${this.#steps(shown)} ${this.#matrices(shown)}`,
        this.computed(this.#sentence(shown)),
      )}
      <div class="panels uneven">
        ${this.runSection(
          this.#long,
          `${MILESTONES.slice(0, -1).map(formatCount).join(', ')} and ${formatCount(MILESTONES.at(-1)!)} tokens`,
          this.#longFigure(),
        )}
        ${this.runSection(this.#study, 'The precision of the sum', this.#studyFigure())}
      </div>
    `;
  }

  get #updateControls(): string[] {
    switch (this.value<string>('update')) {
      case 'decay':
        return ['gamma'];
      case 'delta':
        return ['beta'];
      case 'gated-delta':
        return ['gamma', 'beta'];
      default:
        return [];
    }
  }

  #steps({ input, length, moment: { tokens } }: Shown): TemplateResult {
    const to = (target: number) => this.set('tokens', target);
    const names = input.keyNames;
    const name = (token: number) => (names[token - 1] === undefined ? '' : `, “${names[token - 1]}”`);
    const all = tokens === length;
    return html`<div class="row" role="group" aria-label="Tokens">
      <button aria-disabled=${tokens === 0} @click=${() => to(tokens - 1)}>
        ${tokens === 0 ? 'Take back' : `Take back token ${tokens}${name(tokens)}`}
      </button>
      <button class="main" aria-disabled=${all} @click=${() => to(tokens + 1)}>
        ${all ? 'No more tokens' : `Add token ${tokens + 1}${name(tokens + 1)}`}
      </button>
      ${this.control('tokens')}
    </div>
    ${this.isRandom ? nothing : this.inputCaption(input)}`;
  }

  #matrices({ moment, writing }: Shown): TemplateResult {
    const t = moment.tokens;
    const matrix = (label: string, object: string, data: Matrix, kind = '') =>
      Math.max(data.rows, data.cols) > READABLE
        ? html`<la-heatmap class=${kind} label=${label} row-title="row" col-title="column" .matrix=${data}></la-heatmap>`
        : html`<la-matrix readonly class=${kind} label=${label} object=${object} .matrix=${data}></la-matrix>`;
    return html`<div class="panels">
      <div>${matrix(`S${subscript(t)}`, 'state', moment.S, 'whole')} ${matrix(`z${subscript(t)}`, 'normaliser', asRow(moment.z))}</div>
      ${this.#written(moment.written === null, writing, matrix)}
    </div>`;
  }

  /**
   * Where no token has been written, what the last one wrote keeps its place, unseen: while t is dragged over 0 the page
   * below does not move.
   */
  #written(
    none: boolean,
    { tokens: t, written, output }: Moment,
    matrix: (label: string, object: string, data: Matrix, kind?: string) => TemplateResult,
  ): TemplateResult {
    return html`<div class="written">
      ${
        none
          ? html`<p class=${classMap({ quiet: true, over: written !== null })}>No token has been written: S and z are zero.</p>`
          : nothing
      }
      ${
        written === null
          ? nothing
          : html`<div class=${classMap({ unseen: none })}>
              ${matrix(`φ(k${subscript(t)})v${subscript(t)}ᵀ`, 'plain', written.outer, 'update')}
              ${matrix(`φ(k${subscript(t)})`, 'k', asRow(written.features))} ${matrix(`v${subscript(t)}`, 'v', asRow(written.v))}
              ${output === null ? nothing : matrix(`O${subscript(t)}`, 'plain', asRow(output))}
            </div>`
      }
    </div>`;
  }

  #sentence({ input, moment, identical }: Shown): TemplateResult {
    // What a cache keeps of one token: its key and its value.
    const perToken = input.k.cols + input.v.cols;
    const numbers = moment.S.data.length + moment.z.length;
    return html`<p>
        After ${given(formatCount(moment.tokens))} ${moment.tokens === 1 ? 'token' : 'tokens'} the state is
        ${given(formatCount(numbers))} numbers, ${formatBytes(moment.stateBytes)}. S has rank ${formatCount(moment.rank)}; it
        can be at most ${given(formatCount(Math.min(moment.S.rows, moment.S.cols)))}.
        A key–value cache would hold ${given(formatCount(moment.tokens * perToken))}
        numbers, ${given(formatCount(perToken))} more with each token.
        ${
          moment.status === 2
            ? 'The denominator φ(q)·z is 0: there is no quotient, and the core returns zeros.'
            : moment.status === 3
              ? 'The denominator φ(q)·z is negative: the weights are no longer shares.'
              : nothing
        }
      </p>
      ${
        moment.tokens === 0
          ? nothing
          : html`<p>
              Against the same sum kept in float64, S differs by ${formatNumber(moment.drift.maxAbs)} at most
              (${formatPercent(moment.drift.relative)} of its size).
            </p>`
      }
      ${
        identical === null
          ? nothing
          : html`<p>
              ${
                identical
                  ? 'Going back restored the saved state byte for byte.'
                  : 'Going back did not restore the saved bytes; please report this.'
              }
            </p>`
      }
      ${
        this.value<string>('update').includes('delta')
          ? html`<p>
              The delta rule stays bounded while β|φ(k)|² is at most ${theory('2')}. Choose the identity map or a smaller β where it
              does not.
            </p>`
          : nothing
      }`;
  }

  #longFigure(): TemplateResult {
    const rows = this.#long.value ?? [];
    const last = rows.at(-1);
    return html`${this.runner(this.#long, `Run ${formatCount(MILESTONES.at(-1)!)} tokens`)}
      <p class="quiet">d = r = ${HEAD}, elu+1, the sum rule, the accumulator chosen above. Cancel whenever you like.</p>
      ${
        rows.length === 0
          ? nothing
          : html`<div class="scroll">
              <table>
                <caption>Sizes read from the core</caption>
                <thead>
                  <tr>
                    <th scope="col" class="number">tokens</th>
                    <th scope="col" class="number">state</th>
                    <th scope="col" class="number">memory the core gained</th>
                    <th scope="col" class="number">rank of S</th>
                    <th scope="col" class="number">key–value cache</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(
                    (row) => html`<tr>
                      <th scope="row" class="number" data-from="core">${formatCount(row.run.tokens)}</th>
                      <td class="number">${formatBytes(row.run.stateBytes)}</td>
                      <td class="number">${formatBytes(row.run.usedBytesAfter - row.run.usedBytesBefore)}</td>
                      <td class="number">${formatCount(row.rank)}</td>
                      <td class="number">${'cacheBytes' in row.cache ? formatBytes(row.cache.cacheBytes) : row.cache.refused}</td>
                    </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }
      ${
        last === undefined
          ? nothing
          : this.computed(html`<p>
              After ${formatCount(last.run.tokens)} tokens the state takes ${formatBytes(last.run.stateBytes)}, as it did
              after ${formatCount(rows[0]!.run.tokens)}.
            </p>`)
      }`;
  }

  #studyFigure(): TemplateResult {
    const study = this.#study.value;
    return html`${this.runner(this.#study, 'Compare the accumulators')}
      <p class="quiet">
        Sums the same ${formatCount(STUDY_MILESTONES.at(-1)!)} tokens (d = ${STUDY_HEAD}, elu+1) in ${ACCUMULATORS.join(', ')} and compares each with float64.
      </p>
      ${study === null ? nothing : html`${studyFigure(study)} ${this.computed(studySentence(study))}`}`;
  }
}

define('la-station-state', LaStationState);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-state': LaStationState;
  }
}
