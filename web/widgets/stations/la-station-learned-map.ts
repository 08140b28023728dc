// Station 7, fourth figure: a map trained on a real head while the reader watches.

import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable, type Table } from '../../model/parameters.js';
import { meanOf } from '../../model/statistics.js';
import { inputRows } from '../inputs/input-parameters.js';
import type { Input } from '../inputs/resolve-input.js';
import { WeightsSlot } from '../inputs/weights-slot.js';
import { unbroken } from '../unbroken.js';
import '../la-heatmap/la-heatmap.js';
import '../la-plot/la-plot.js';
import { toDecimalRows } from '../../model/matrices.js';
import type { Kept } from '../activity.js';
import { given } from '../from.js';
import { saveFile } from '../save.js';
import { define } from '../theme/base.js';
import { compareMap, type MapComparison } from './feature-maps-model.js';
import { InputStation } from './input-station.js';
import { type FixedMapRow, fixedMaps, TrainingSession } from './learned-map-model.js';
import type { Answer } from './station.js';

export const table = defineTable([
  // One seed serves both, random inputs and the training.
  ...inputRows({ source: { default: 'head' } }),
  {
    name: 'steps',
    kind: 'integer',
    label: 'steps, of training',
    default: 200,
    min: 5,
    max: 2000,
    logarithmic: true,
  },
  {
    name: 'rate',
    kind: 'number',
    label: 'learning rate',
    default: 0.01,
    min: 0.0001,
    max: 0.1,
    logarithmic: true,
  },
]) as Table;

/** What the map of a file makes of the head that `key` names. */
interface FromFile {
  readonly key: string;
  readonly name: string;
  readonly features: number;
  readonly view: MapComparison['linear'];
}

interface Loaded {
  readonly key: string;
  readonly input: Input;
  readonly before: MapComparison;
  readonly fixed: readonly FixedMapRow[];
}

export class LaStationLearnedMap extends InputStation {
  static override table = table;

  readonly #loaded: Answer<Loaded> = this.answer(
    'main',
    async (engine, state) => {
      const input = await this.resolve(engine, state);
      const fixed = await fixedMaps(engine, input, input.scale);
      // Before training the map is Hedgehog's with W = 1: its starting point.
      const before = await compareMap(engine, input, {
        map: { kind: 'hedgehog' },
        causal: false,
        factor: 1,
        scale: input.scale,
      });
      return { key: this.inputKey(state), input, before, fixed };
    },
    (state) => this.inputKey(state),
  );
  readonly #weights = new WeightsSlot(() => {
    this.requestUpdate();
    this.stateChanged();
  });
  readonly #fromFile: Answer<FromFile | 'none'> = this.answer(
    'file',
    async (engine, state) => {
      if (this.#weights.file === null) return 'none';
      const input = await this.resolve(engine, state);
      const file = this.#weights.fitting(input.q.cols);
      if (file === null) return 'none';
      const { linear } = await compareMap(engine, input, {
        map: { kind: 'hedgehog', weights: file.W },
        causal: false,
        factor: 1,
        scale: input.scale,
      });
      return { key: this.inputKey(state), name: file.name, features: 2 * file.W.rows, view: linear };
    },
    (state) => [this.inputKey(state), this.#weights.version],
  );
  #session: TrainingSession | null = null;
  #sessionFor = '';
  #after: MapComparison | null = null;

  protected override left(): void {
    super.left();
    this.#endSession();
  }

  protected override stateChanged(): void {
    if (this.#sessionFor !== this.#sessionKey) this.#endSession();
    super.stateChanged();
  }

  /** What a session cannot be carried over: another input, rate or seed starts anew; more steps go on. */
  get #sessionKey(): string {
    return JSON.stringify([this.inputKey(), this.value('rate'), this.value('seed')]);
  }

  #endSession(): void {
    this.cancel('train');
    // It may have ended with its worker.
    this.#session?.close(this.engine).catch(() => {});
    this.#session = null;
    this.#after = null;
    this.requestUpdate();
  }

  /** A reset puts aside what was trained, and closes the file; both come back with its undoing. */
  protected override keep(): Kept {
    const [session, sessionFor, after, file] = [
      this.#session,
      this.#sessionFor,
      this.#after,
      this.#weights.file,
    ];
    this.cancel('train');
    [this.#session, this.#after] = [null, null];
    this.#weights.file = null;
    return {
      putBack: () => {
        this.#endSession();
        [this.#session, this.#sessionFor, this.#after] = [session, sessionFor, after];
        this.#weights.file = file;
        this.stateChanged();
      },
      drop: () => void session?.close(this.engine).catch(() => {}),
    };
  }

  /** The button that was pressed goes away; the one that trains stays. */
  #forget(): void {
    this.renderRoot.querySelector<HTMLElement>('.runner .main')?.focus();
    this.#endSession();
  }

  async #train(input: Input): Promise<void> {
    await this.compute('train', async (lane) => {
      if (this.#session === null) {
        this.#sessionFor = this.#sessionKey;
        // By the lane: settings that change before it is open cancel it, and the next training opens its own.
        this.#session = await TrainingSession.open(lane, input, {
          scale: input.scale,
          learningRate: this.value('rate'),
          seed: this.value('seed'),
        });
      }
      await this.#session.run(this.engine, this.value('steps'), { signal: lane.signal }, () =>
        this.requestUpdate(),
      );
    });
    // Paused or finished, the map as it stands is compared.
    const session = this.#session;
    if (session === null) return;
    const after = await this.compute('main', (engine) => session.compare(engine));
    // It may have been ended in the meantime.
    if (session !== this.#session) return;
    this.#after = after ?? null;
    this.requestUpdate();
  }

  protected override figure(): TemplateResult | null {
    const loaded = this.#loaded.value;
    return html`
      <h3>Train a map on a head</h3>
      ${this.beside(
        html`${this.inputFigure()} ${this.controls('steps', 'rate', ...(this.isRandom ? [] : ['seed']))}
        ${loaded === null ? nothing : html`${this.#buttons(loaded)} ${this.#fileFigure(loaded)}`}`,
        loaded === null
          ? html`<slot></slot>`
          : html`${this.#curve()} ${this.#maps(loaded)} ${this.#table(loaded)}`,
        loaded === null ? nothing : this.#sentence(loaded),
      )}
    `;
  }

  #buttons({ key, input }: Loaded): TemplateResult {
    const running = this.busy('train');
    const steps = this.#session?.steps ?? 0;
    const target = this.value<number>('steps');
    const label = running
      ? `Pause at step ${formatCount(steps)}`
      : steps === 0
        ? `Train ${formatCount(target)} steps`
        : steps < target
          ? `Go on to step ${formatCount(target)}`
          : `Trained ${formatCount(steps)} steps`;
    // Until the chosen head is here, the one that is shown is not what would be trained.
    const ready = key === this.inputKey() && steps < target;
    // One button that starts and pauses: it keeps the focus of who pressed it.
    const press = () => {
      if (running) this.cancel('train');
      else if (ready) void this.#train(input);
    };
    return html`<div class="runner">
      <button type="button" class="main" aria-disabled=${!running && !ready} @click=${press}>${label}</button>
      ${running ? html`<progress aria-label="Steps" max=${target} .value=${steps}></progress>` : nothing}
      ${
        steps > 0
          ? html`<button type="button" @click=${() => this.#forget()}>
                ${running ? 'Cancel and forget the training' : 'Forget the training'}
              </button>
              <button type="button" aria-disabled=${running} @click=${() => running || this.#save()}>Download the weights</button>`
          : nothing
      }
    </div>`;
  }

  #fileFigure({ input }: Loaded): TemplateResult | typeof nothing {
    if (this.isHidden('controls') || this.settings.readonly) return nothing;
    return this.#weights.view(input.q.cols);
  }

  /** Of the head that is shown. */
  #shownFile({ key }: Loaded): FromFile | null {
    const found = this.#fromFile.value;
    return found === null || found === 'none' || found.key !== key ? null : found;
  }

  #save(): void {
    const weights = this.#session?.weights;
    if (!weights) return;
    saveFile('learned-map.json', JSON.stringify({ W: toDecimalRows(weights) }));
  }

  #curve(): TemplateResult | typeof nothing {
    const session = this.#session;
    if (session === null || session.steps === 0) return nothing;
    const x = session.losses.map((_, i) => i + 1);
    return html`<la-plot
      label="Loss while training"
      x-label="step"
      y-label="cross-entropy, nats"
      .series=${[
        { id: 'loss', label: 'loss', object: 'linear', x, y: session.losses },
        { id: 'floor', label: 'lowest possible', object: 'baseline', x, y: x.map(() => session.lossFloor) },
      ]}
    ></la-plot>`;
  }

  #maps(loaded: Loaded): TemplateResult {
    const { input, before } = loaded;
    const file = this.#shownFile(loaded);
    const views: readonly (readonly [string, MapComparison['linear']])[] = [
      ['softmax, exact', before.softmax],
      ['before training', before.linear],
      ...(this.#after === null ? [] : ([['after training', this.#after.linear]] as const)),
      ...(file === null ? [] : ([[`from ${file.name}`, file.view]] as const)),
    ];
    const top = Math.max(...views.flatMap(([, view]) => [...view.rows.max]));
    return html`<div class="panels trio">
        ${views.map(
          ([label, view]) => html`<la-heatmap
            label=${label}
            row-title="query"
            col-title="key"
            .domain=${[0, top]}
            .rowNames=${input.queryNames}
            .colNames=${input.keyNames}
            .matrix=${view.weights}
          ></la-heatmap>`,
        )}
      </div>
      ${this.inputCaption(input)}`;
  }

  #table(loaded: Loaded): TemplateResult {
    const { before, fixed } = loaded;
    const file = this.#shownFile(loaded);
    const row = (name: string, view: MapComparison['linear']) => html`<tr>
      <th scope="row">${unbroken(name)}</th>
      <td class="number">${formatNumber(meanOf(view.distance.l1))}</td>
      <td class="number">${formatNumber(meanOf(view.distance.kl))}</td>
      <td class="number">${formatNumber(view.outputError.meanSquared)}</td>
    </tr>`;
    const after = this.#after;
    return html`<div class="scroll">
        <table>
          <caption>Distance from softmax’s own weights, means over its queries</caption>
          <thead>
            <tr>
              <td></td>
              <th scope="col" class="number">L1</th>
              <th scope="col" class="number">KL, nats</th>
              <th scope="col" class="number">squared error of the output</th>
            </tr>
          </thead>
          <tbody>
            ${after === null ? nothing : row('learned', after.linear)}
            ${file === null ? nothing : row(`learned, from ${file.name}`, file.view)} ${row('before training', before.linear)}
            ${fixed.map(({ name, bench }) => row(name, bench.linear))} ${row('uniform baseline', before.uniform)}
          </tbody>
        </table>
      </div>`;
  }

  #sentence(loaded: Loaded): TemplateResult | typeof nothing {
    const trained = this.#trainedSentence(loaded);
    const file = this.#shownFile(loaded);
    if (trained === nothing && file === null) return nothing;
    return this.computed(html`${trained} ${file === null ? nothing : this.#fileSentence(loaded, file)}`);
  }

  #trainedSentence({ before, input }: Loaded): TemplateResult | typeof nothing {
    const after = this.#after;
    const session = this.#session;
    if (after === null || session === null) return nothing;
    return html`<p>
      After ${given(formatCount(session.steps))} steps the loss went from ${formatNumber(session.losses[0]!)} to
      ${formatNumber(session.losses.at(-1)!)} nats; no map can go below ${formatNumber(session.lossFloor)}. The L1
      distance from softmax went from ${formatNumber(meanOf(before.linear.distance.l1))} to
      ${formatNumber(meanOf(after.linear.distance.l1))}. The map has ${given(formatCount(2 * session.weights!.rows))}
      features for ${given(formatCount(input.k.rows))} tokens.
    </p>`;
  }

  #fileSentence({ before }: Loaded, { name, features, view }: FromFile): TemplateResult {
    return html`<p>
      The map of ${given(name)} has ${given(formatCount(features))} features. On this head its L1 distance from softmax is
      ${formatNumber(meanOf(view.distance.l1))}, and that of the map before training is
      ${formatNumber(meanOf(before.linear.distance.l1))}.
    </p>`;
  }
}

define('la-station-learned-map', LaStationLearnedMap);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-learned-map': LaStationLearnedMap;
  }
}
