import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { formatBytes } from '../model/format-number.js';
import { base, define, LaElement } from './theme/base.js';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const ACCEPT = '.npy,.npz,.safetensors,.csv,.tsv,.txt,.json';
/** Files that are larger together are refused before they are read: four times what the core takes in one array. */
const MAX_FILE_BYTES = 2 ** 30;

/**
 * <la-file-drop>: takes one file, or up to `most`, by choosing, dropping or pasting, and hands over the bytes. What they
 * mean is for the host to find out; it sets `error` to a sentence when they are not what was needed.
 *
 * Events: `la-files` DroppedFile[], in the order of their names. Parts: zone, error.
 */
export class LaFileDrop extends LaElement {
  static override properties = {
    label: {},
    needs: {},
    error: {},
    most: { type: Number },
  };

  static override styles = [
    base,
    css`
      @media print {
        :host {
          display: none;
        }
      }

      .zone {
        align-items: center;
        border: 2px dashed var(--la-edge);
        border-radius: var(--la-radius);
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        padding: calc(var(--la-unit) * 2);
      }

      .zone.over {
        background: var(--la-tint);
        border-color: var(--la-press);
        border-style: solid;
      }

      input {
        display: none;
      }

      .needs {
        flex-basis: 100%;
      }
    `,
  ];

  label = '';
  /** What the file has to hold, in one sentence. */
  needs = '';
  /** Why the last file could not be used; '' when it could. */
  error = '';
  /** Files at once. */
  most = 1;

  #over = false;
  #refused = '';
  /** Files that came later are what the reader wants, though they may be read sooner. */
  #newest: readonly File[] = [];

  protected override render(): TemplateResult {
    const problem = this.#refused || this.error;
    return html`<div
        class=${classMap({ zone: true, over: this.#over })}
        part="zone"
        role="group"
        aria-label=${this.#name}
        @dragover=${(event: DragEvent) => this.#hover(event, true)}
        @dragleave=${(event: DragEvent) => this.#hover(event, false)}
        @drop=${this.#onDrop}
        @paste=${this.#onPaste}
      >
        <button type="button" @click=${() => this.renderRoot.querySelector('input')?.click()}>
          ${this.#name}
        </button>
        <span class="quiet">${this.say(this.most > 1 ? 'drop.or-several' : 'drop.or')}</span>
        ${this.needs === '' ? nothing : html`<span class="quiet needs">${this.needs}</span>`}
        <input type="file" accept=${ACCEPT} ?multiple=${this.most > 1} tabindex="-1" aria-hidden="true" @change=${this.#onChoose} />
      </div>
      ${problem === '' ? nothing : html`<p class="error" part="error" role="alert">${problem}</p>`}`;
  }

  get #name(): string {
    return this.label || this.say(this.most > 1 ? 'drop.choose-several' : 'drop.choose');
  }

  #hover(event: DragEvent, over: boolean): void {
    event.preventDefault();
    if (over === this.#over) return;
    this.#over = over;
    this.requestUpdate();
  }

  #onDrop(event: DragEvent): void {
    this.#hover(event, false);
    void this.#take(event.dataTransfer?.files);
  }

  #onPaste(event: ClipboardEvent): void {
    const files = event.clipboardData?.files;
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    void this.#take(files);
  }

  #onChoose(event: Event): void {
    const input = event.target as HTMLInputElement;
    void this.#take(input.files).then(() => {
      // So that the same file, changed meanwhile, can be chosen again.
      input.value = '';
    });
  }

  async #take(list: FileList | null | undefined): Promise<void> {
    const files = [...(list ?? [])].sort((a, b) => a.name.localeCompare(b.name));
    if (files.length === 0) return;
    this.#newest = files;
    this.#refused = '';
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const name = files.map((file) => file.name).join(', ');
    if (files.length > this.most) {
      this.#refused = this.say('drop.many', { found: files.length, count: this.most });
    } else if (size > MAX_FILE_BYTES) {
      const [found, limit] = [formatBytes(size), formatBytes(MAX_FILE_BYTES)];
      this.#refused = this.say('drop.large', { name, size: found, limit });
    } else {
      try {
        const read = files.map(async (file): Promise<DroppedFile> => {
          return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
        });
        const taken = await Promise.all(read);
        if (files === this.#newest) this.emit<readonly DroppedFile[]>('la-files', taken);
      } catch {
        if (files === this.#newest) this.#refused = this.say('drop.unreadable', { name });
      }
    }
    this.requestUpdate();
  }
}

define('la-file-drop', LaFileDrop);

declare global {
  interface HTMLElementTagNameMap {
    'la-file-drop': LaFileDrop;
  }
}
