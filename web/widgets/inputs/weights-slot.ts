// A place for the weights of a map that was learned before: the file a reader opened, and what is wrong with it.
import { html, nothing, type TemplateResult } from 'lit';
import { misfit, readWeights, type WeightsFile } from '../../model/formats/weights.js';
import '../la-file-drop.js';
import type { DroppedFile } from '../la-file-drop.js';

export class WeightsSlot {
  /** Changes with every file that is opened or closed, for those who compute only what is new. */
  version = 0;
  #file: WeightsFile | null = null;
  #error = '';
  readonly #changed: () => void;

  /** `changed`: after a file was opened or closed, or could not be read. The file is kept in memory only. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get file(): WeightsFile | null {
    return this.#file;
  }

  /** Puts another file in, or none. */
  set file(file: WeightsFile | null) {
    this.#file = file;
    this.#error = '';
    this.version += 1;
  }

  /** The file, where its weights fit queries and keys of `d` numbers. */
  fitting(d: number): WeightsFile | null {
    return this.#file !== null && misfit(this.#file, d) === '' ? this.#file : null;
  }

  /** Opens a file, and closes the one that is open. `d`: of the queries and keys that are shown. */
  view(d: number): TemplateResult {
    const file = this.#file;
    return html`<div class="weights">
      <la-file-drop
        label="Open weights of a trained map"
        needs=${`A matrix W with d = ${d} columns, as this page gives it for download: .json, .csv, .npy, .npz or .safetensors.`}
        .error=${this.#error || (file === null ? '' : misfit(file, d))}
        @la-files=${(event: CustomEvent<readonly DroppedFile[]>) => this.#open(event.detail[0]!)}
      ></la-file-drop>
      ${
        file === null
          ? nothing
          : html`<p class="row">
              <span class="quiet">Open: ${file.name}</span>
              <button type="button" @click=${(event: Event) => this.#close(event)}>Close it</button>
            </p>`
      }
    </div>`;
  }

  #open({ name, bytes }: DroppedFile): void {
    try {
      this.file = readWeights(name, bytes);
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#changed();
  }

  /** The button goes away; who pressed it stands where a file can be opened again. */
  #close({ target }: Event): void {
    const drop = (target as Element).closest('.weights')!.querySelector('la-file-drop')!;
    drop.shadowRoot!.querySelector('button')?.focus();
    this.file = null;
    this.#changed();
  }
}
