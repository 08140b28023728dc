import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { formatBytes } from '../model/format-number.js';
import { base, define, LaElement } from './theme/base.js';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const ACCEPT = '.npy,.npz,.safetensors,.csv,.tsv,.txt,.json';
/** Files beyond this are refused before they are read: four times what the core takes in one array. */
const MAX_FILE_BYTES = 2 ** 30;

/**
 * <la-file-drop>: takes one file, by choosing, dropping or pasting, and hands over its bytes. What they mean is for
 * the host to find out; it sets `error` to a sentence when they are not what was needed.
 *
 * Events: `la-file` DroppedFile. Parts: zone, error.
 */
export class LaFileDrop extends LaElement {
  static override properties = {
    label: {},
    needs: {},
    error: {},
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

  #over = false;
  #refused = '';

  protected override render(): TemplateResult {
    const problem = this.#refused || this.error;
    return html`<div
        class=${classMap({ zone: true, over: this.#over })}
        part="zone"
        role="group"
        aria-label=${this.label || this.say('drop.choose')}
        @dragover=${(event: DragEvent) => this.#hover(event, true)}
        @dragleave=${(event: DragEvent) => this.#hover(event, false)}
        @drop=${this.#onDrop}
        @paste=${this.#onPaste}
      >
        <button type="button" @click=${() => this.renderRoot.querySelector('input')?.click()}>
          ${this.label || this.say('drop.choose')}
        </button>
        <span class="quiet">${this.say('drop.or')}</span>
        ${this.needs === '' ? nothing : html`<span class="quiet needs">${this.needs}</span>`}
        <input type="file" accept=${ACCEPT} tabindex="-1" aria-hidden="true" @change=${this.#onChoose} />
      </div>
      ${problem === '' ? nothing : html`<p class="error" part="error" role="alert">${problem}</p>`}`;
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

  async #take(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    this.#refused = '';
    if (files!.length > 1) this.#refused = this.say('drop.many', { count: files!.length });
    else if (file.size > MAX_FILE_BYTES) {
      const [size, limit] = [formatBytes(file.size), formatBytes(MAX_FILE_BYTES)];
      this.#refused = this.say('drop.large', { name: file.name, size, limit });
    } else {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        this.emit<DroppedFile>('la-file', { name: file.name, bytes });
      } catch {
        this.#refused = this.say('drop.unreadable', { name: file.name });
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
