import { css, html, nothing, type TemplateResult } from 'lit';
import { fromRows, toDecimalRows } from '../../model/matrices.js';
import type { MatrixValue, Parameter, State, Table, Value } from '../../model/parameters.js';
import '../la-choice.js';
import type { ChoiceOption } from '../la-choice.js';
import '../la-file-drop.js';
import type { DroppedFile } from '../la-file-drop.js';
import '../la-matrix/la-matrix.js';
import type { MatrixChange } from '../la-matrix/la-matrix.js';
import { numericControl } from '../numeric.js';
import { base, define, LaElement } from '../theme/base.js';
import { headLibrary } from './head-library.js';
import { inputParameters } from './input-parameters.js';
import { type FileChoice, headOptions, openedFile, ROLES, type Role, readChoice } from './open-file.js';
import type { OpenedFile } from './resolve-input.js';

export interface InputSet {
  readonly name: string;
  readonly value: Value;
}

export interface InputFile {
  readonly file: OpenedFile;
}

/**
 * <la-input>: where q, k and v come from. It holds no state of its own: `state` has the rows of `inputParameters`, and
 * the host sets what an event names.
 *
 * Events: `la-set` {name, value}; `la-file` {file}, a file of the reader's own, whose arrays were found and fit.
 */
export class LaInput extends LaElement {
  static override properties = {
    table: { attribute: false },
    state: { attribute: false },
    fileName: { attribute: false },
    readonly: { type: Boolean },
  };

  static override styles = [
    base,
    css`
      :host {
        container-type: inline-size;
      }

      .controls {
        align-items: end;
        display: flex;
        flex-wrap: wrap;
        gap: 12px 24px;
      }

      la-number {
        flex: 0 1 13rem;
      }

      /* On a phone, and beside a figure, a slider is as long as its place is wide. */
      @container (max-width: 30rem) {
        la-choice,
        la-number {
          flex: 1 1 100%;
          --la-list-width: 1fr;
        }
      }

      textarea {
        background: var(--la-surface);
        border: 1px solid var(--la-edge);
        border-radius: var(--la-radius);
        max-width: 40rem;
        padding: 8px;
        width: 100%;
      }

      .text {
        flex: 1 1 20rem;
      }

      .matrices {
        display: grid;
        gap: 12px 24px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
        width: 100%;
      }
    `,
  ];

  /** Of the host: it may bound the rows of `inputParameters` otherwise, or leave some out. */
  table: Table = inputParameters;
  state: Readonly<State> = {};
  /** Of the open file; '' when there is none. */
  fileName = '';
  readonly = false;

  #error = '';
  #choice: FileChoice | null = null;

  protected override render(): TemplateResult {
    const sources = this.#row('source') as Parameter & { kind: 'choice' };
    const offered = sources.choices.filter(({ value }) => value !== 'head' || headLibrary().heads.length > 0);
    return html`<div class="controls">
      ${this.#list('source', sources.label, offered)} ${this.#details()}
    </div>`;
  }

  #details(): TemplateResult | typeof nothing {
    switch (this.state.source) {
      case 'random':
        return html`${this.#number('n')} ${this.#number('d')} ${this.#number('seed')}`;
      case 'head':
        return this.#list(
          'head',
          'head',
          headLibrary().heads.map(({ id, short, group }) => ({ value: id, label: short, group })),
        );
      case 'text':
        return html`<label class="text">
            <span class="label">text</span>
            <textarea
              rows="2"
              maxlength="600"
              .value=${String(this.state.text)}
              ?readonly=${this.readonly}
              @change=${(event: Event) => this.#set('text', (event.target as HTMLTextAreaElement).value)}
            ></textarea>
            <span class="quiet">Each word becomes a vector by its letters alone; no model has read it.</span>
          </label>
          ${this.#number('d')}`;
      case 'typed':
        return html`<div class="matrices">${(['typedQ', 'typedK', 'typedV'] as const).map((name) => this.#matrix(name))}</div>`;
      case 'file':
        return html`<la-file-drop
            most="3"
            needs="q, k and v in one file, or in a file each: .npy, .npz, .safetensors, .csv or .json."
            .error=${this.#error}
            @la-files=${(event: CustomEvent<readonly DroppedFile[]>) => this.#open(event.detail)}
          ></la-file-drop>
          ${this.#roles()}`;
      default:
        return nothing;
    }
  }

  #list(name: string, label: string, options: readonly ChoiceOption[]): TemplateResult {
    return html`<la-choice
      layout="list"
      label=${label}
      .options=${options}
      .value=${String(this.state[name])}
      ?disabled=${this.readonly}
      @la-change=${(event: CustomEvent<{ value: string }>) => this.#set(name, event.detail.value)}
    ></la-choice>`;
  }

  #number(name: 'n' | 'd' | 'seed'): TemplateResult | typeof nothing {
    const row = this.#row(name) as (Parameter & { kind: 'integer' }) | undefined;
    if (row === undefined) return nothing;
    return numericControl(row, {
      value: this.state[name] as number,
      disabled: this.readonly,
      live: true,
      set: (value) => this.#set(name, value),
    });
  }

  #matrix(name: 'typedQ' | 'typedK' | 'typedV'): TemplateResult {
    const row = this.#row(name) as Parameter & { kind: 'matrix' };
    return html`<la-matrix
      label=${row.label}
      object=${row.label.toLowerCase()}
      resizable="both"
      .min=${row.min}
      .max=${row.max}
      .maxRows=${row.rows[1]}
      .maxCols=${row.cols[1]}
      .matrix=${fromRows(this.state[name] as MatrixValue)}
      ?readonly=${this.readonly}
      @la-change=${(event: CustomEvent<MatrixChange>) => this.#set(name, toDecimalRows(event.detail.matrix))}
    ></la-matrix>`;
  }

  #row(name: string): Parameter | undefined {
    return this.table.find((row) => row.name === name);
  }

  #set(name: string, value: Value): void {
    this.emit<InputSet>('la-set', { name, value });
  }

  #roles(): TemplateResult | typeof nothing {
    const choice = this.#choice;
    if (choice === null) {
      return this.fileName === '' ? nothing : html`<p class="quiet">Open: ${this.fileName}</p>`;
    }
    return html`${ROLES.map(
      (role) => html`<la-choice
        layout="list"
        label=${role}
        .options=${[{ value: '', label: 'choose an array', disabled: true }, ...headOptions(choice)]}
        .value=${choice.chosen[role] ?? ''}
        @la-change=${(event: CustomEvent<{ value: string }>) => this.#choose(role, event.detail.value)}
      ></la-choice>`,
    )}`;
  }

  #open(dropped: readonly DroppedFile[]): void {
    this.#try(() => {
      this.#choice = readChoice(dropped);
    });
  }

  #choose(role: Role, name: string): void {
    this.#try(() => {
      this.#choice = { ...this.#choice!, chosen: { ...this.#choice!.chosen, [role]: name } };
    });
  }

  /** Changes the choice and hands over the file when it is complete; what is wrong with it stands below the drop zone. */
  #try(change: () => void): void {
    this.#error = '';
    try {
      change();
      const file = this.#choice === null ? null : openedFile(this.#choice);
      if (file !== null) this.emit<InputFile>('la-file', { file });
      else this.#error = 'The names do not say which arrays are q, k and v. Choose them below.';
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }
}

define('la-input', LaInput);

declare global {
  interface HTMLElementTagNameMap {
    'la-input': LaInput;
  }
}
