// Station 6, worked example 2: a stream that takes tokens one by one and gives them back, long runs, and what the
// precision of the sum does to them.
import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Matrix } from '../../engine/types.js';
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  subscript,
} from '../../model/format-number.js';
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

export { table } from './state-parameters.js';

/** Sides of matrices up to this many are shown as numbers, longer ones as heat maps. */
const READABLE = 8;

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

  #stream: SteppedStream | null = null;
  /** What the open stream was opened with; another set of settings needs another stream. */
  #openedWith = '';
  #moment: Moment | null = null;
  /** The last that wrote a token. */
  #writing: Moment | null = null;
  #input: Input | null = null;
  /** Tokens of the open stream. */
  #length = 0;
  #identical: boolean | null = null;
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
    this.#stream?.close(this.engine).catch(() => {});
    this.#stream = null;
    this.#openedWith = '';
  }

  protected override stateChanged(): void {
    void this.#move();
  }

  async #move(): Promise<void> {
    const { tokens, ...settings } = this.state;
    const key = JSON.stringify([this.inputKey(), settings]);
    const moved = await this.compute('main', async (engine) => {
      const before = this.#moment;
      if (key !== this.#openedWith || this.#stream === null) {
        await this.#stream?.close(this.engine);
        this.#stream = null;
        const input = await this.resolve(engine, { ...settings, n: LENGTH });
        const length = Math.min(LENGTH, input.q.rows, input.k.rows);
        this.#stream = await SteppedStream.open(
          engine,
          { q: rowsOf(input.q, 0, length), k: rowsOf(input.k, 0, length), v: rowsOf(input.v, 0, length) },
          {
            featureMap: featureMapOf(settings.map as string),
            update: updateOf(settings.update as string, settings.gamma as number, settings.beta as number),
            accumulator: settings.accumulator as Accumulator,
          },
        );
        this.#openedWith = key;
        this.#input = input;
        this.#length = length;
      }
      const moment = await this.#stream.goTo(engine, tokens as number);
      const identical =
        before !== null && before.tokens > moment.tokens
          ? await this.#stream.isBitIdentical(engine, moment.tokens)
          : null;
      return { before, moment, identical };
    });
    if (moved === undefined) return;
    this.#moment = moved.moment;
    if (moved.moment.written !== null) this.#writing = moved.moment;
    this.#identical = moved.identical;
    this.requestUpdate();
    await this.updateComplete;
    if (moved.moment.tokens === (moved.before?.tokens ?? Number.NaN) + 1) this.#slideIn();
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
    if (this.#moment === null) return null;
    return html`
      <h3>One token at a time</h3>
      ${this.beside(
        html`${this.controls('update', ...this.#updateControls, 'map', 'accumulator')} ${this.inputFigure()}`,
        html`${this.#steps(this.#moment)} ${this.#matrices(this.#moment)}`,
        this.computed(this.#sentence(this.#moment)),
      )}
      <div class="panels uneven">
        <section>
          <h3>${MILESTONES.slice(0, -1).map(formatCount).join(', ')} and ${formatCount(MILESTONES.at(-1)!)} tokens</h3>
          ${this.#longFigure()}
        </section>
        <section>
          <h3>The precision of the sum</h3>
          ${this.#studyFigure()}
        </section>
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

  #steps({ tokens }: Moment): TemplateResult {
    const to = (target: number) => this.set('tokens', target);
    const names = this.#input?.keyNames ?? [];
    const name = (token: number) => (names[token - 1] === undefined ? '' : `, “${names[token - 1]}”`);
    const all = tokens === this.#length;
    return html`<div class="row" role="group" aria-label="Tokens">
      <button aria-disabled=${tokens === 0} @click=${() => to(tokens - 1)}>
        ${tokens === 0 ? 'Take back' : `Take back token ${tokens}${name(tokens)}`}
      </button>
      <button class="main" aria-disabled=${all} @click=${() => to(tokens + 1)}>
        ${all ? 'No more tokens' : `Add token ${tokens + 1}${name(tokens + 1)}`}
      </button>
      ${this.control('tokens')}
    </div>
    ${this.#input === null || this.isRandom ? nothing : this.inputCaption(this.#input)}`;
  }

  #matrices(moment: Moment): TemplateResult {
    const t = moment.tokens;
    const matrix = (label: string, object: string, data: Matrix, kind = '') =>
      Math.max(data.rows, data.cols) > READABLE
        ? html`<la-heatmap class=${kind} label=${label} row-title="row" col-title="column" .matrix=${data}></la-heatmap>`
        : html`<la-matrix readonly class=${kind} label=${label} object=${object} .matrix=${data}></la-matrix>`;
    return html`<div class="panels">
      <div>${matrix(`S${subscript(t)}`, 'state', moment.S, 'whole')} ${matrix(`z${subscript(t)}`, 'normaliser', asRow(moment.z))}</div>
      ${this.#written(moment, matrix)}
    </div>`;
  }

  /**
   * Where no token has been written, what the last one wrote keeps its place, unseen: while t is dragged over 0 the page
   * below does not move.
   */
  #written(
    moment: Moment,
    matrix: (label: string, object: string, data: Matrix, kind?: string) => TemplateResult,
  ): TemplateResult {
    const none = moment.written === null;
    const { tokens: t, written, output } = none ? (this.#writing ?? moment) : moment;
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

  /** What a cache keeps of one token: its key and its value. */
  get #perToken(): number {
    return this.#input === null ? 0 : this.#input.k.cols + this.#input.v.cols;
  }

  #sentence(moment: Moment): TemplateResult {
    const numbers = moment.S.data.length + moment.z.length;
    return html`<p>
        After ${given(formatCount(moment.tokens))} ${moment.tokens === 1 ? 'token' : 'tokens'} the state is
        ${given(formatCount(numbers))} numbers, ${formatBytes(moment.stateBytes)}. S has rank ${formatCount(moment.rank)}; it
        can be at most ${given(formatCount(Math.min(moment.S.rows, moment.S.cols)))}.
        A key–value cache would hold ${given(formatCount(moment.tokens * this.#perToken))}
        numbers, ${given(formatCount(this.#perToken))} more with each token.
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
        this.#identical === null
          ? nothing
          : html`<p>
              ${
                this.#identical
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
