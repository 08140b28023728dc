// A station that computes on what the reader brings: numbers from a seed, a trained head, a text, matrices, a file.
import { html, type TemplateResult } from 'lit';
import type { State } from '../../model/parameters.js';
import '../inputs/la-input.js';
import type { LaneEngine } from '../activity.js';
import type { InputFile, InputSet } from '../inputs/la-input.js';
import { type Input, type OpenedFile, resolveInput } from '../inputs/resolve-input.js';
import { Station } from './station.js';

export abstract class InputStation extends Station {
  /** The reader's own file: not part of the state, and not of a link. */
  #file: OpenedFile | null = null;
  /** Changes with every file, for those who compute only what is new. */
  #files = 0;

  /** Whether the figure draws its own random numbers, as its worked example does. */
  protected get isRandom(): boolean {
    return this.value<string>('source') === 'random';
  }

  protected resolve(engine: LaneEngine, state: Readonly<State>): Promise<Input> {
    return resolveInput(engine, state, this.#file, engine.signal);
  }

  /** What the input is made of, as a text to compare: the rows of the source, without those of the others. */
  protected inputKey(state: Readonly<State> = this.state): string {
    const rows: Readonly<Record<string, readonly string[]>> = {
      random: ['n', 'd', 'seed'],
      head: ['head'],
      text: ['text', 'd'],
      typed: ['typedQ', 'typedK', 'typedV'],
    };
    const source = state.source as string;
    return JSON.stringify([source, this.#files, ...(rows[source] ?? []).map((name) => state[name])]);
  }

  /** The worked example is of random numbers: another input stands alone until its figure comes. */
  protected override beforeFigure(): TemplateResult {
    return this.isRandom ? super.beforeFigure() : html`${this.inputFigure()}`;
  }

  protected inputFigure(): TemplateResult | null {
    if (this.isHidden('controls')) return null;
    return html`<la-input
      .table=${this.table}
      .state=${this.state}
      .fileName=${this.#file?.name ?? ''}
      ?readonly=${this.settings.readonly}
      @la-set=${(event: CustomEvent<InputSet>) => this.set(event.detail.name, event.detail.value)}
      @la-file=${(event: CustomEvent<InputFile>) => {
        this.#file = event.detail.file;
        this.#files += 1;
        // A second file changes no parameter.
        if (this.value('source') === 'file') this.stateChanged();
        else this.set('source', 'file');
      }}
    ></la-input>`;
  }

  /** Where the numbers come from and whose they are. */
  protected inputCaption({ title, credit }: Input): TemplateResult {
    return html`<p class="quiet">q, k and v: ${title}.${credit === undefined ? '' : ` ${credit}`}</p>`;
  }
}
