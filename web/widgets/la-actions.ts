import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from './announce.js';
import { copyText, saveFile } from './save.js';
import { base, define, LaElement } from './theme/base.js';
import { WidthWatch } from './width-watch.js';

/** What one entry does. Text is copied, a file is saved, a sentence is said; undefined: it was done, and its label says what. */
export type ActionResult =
  | undefined
  | { readonly copy: string }
  | { readonly says: string }
  | { readonly file: string; readonly content: BlobPart };

/** Below this width, px, the bar folds. */
const NARROW = 480;

/** Between a menu and its button, and between it and the edge of the window, px. */
const MENU_GAP = 8;

/** Two entries, px: in a lower window a menu hangs over its edge. */
const SHORTEST_MENU = 96;

export interface Action {
  readonly id: string;
  /** A verb and a thing: 'Copy link', 'Download CSV'. */
  readonly label: string;
  run(): ActionResult | Promise<ActionResult>;
  /** Entries of one group stand in one menu under the group's name: 'Copy as', 'Download'. */
  readonly group?: string;
  /** The group of an entry that is a button of its own where there is room. */
  readonly narrowGroup?: string;
  /** What the button says where there is little room. */
  readonly narrowLabel?: string;
  readonly disabled?: boolean;
}

/**
 * <la-actions>: a bar of things to do with what is on the screen. The host supplies them; this element copies, saves
 * and says how it went. On a phone the bar is one row of short buttons and menus. Events: `la-action` {id}, after an entry has run. Parts: bar, status.
 */
export class LaActions extends LaElement {
  static override properties = { actions: { attribute: false }, label: {} };

  static override styles = [
    base,
    css`
      @media print {
        :host {
          display: none;
        }
      }

      details {
        position: relative;
      }

      summary {
        align-items: center;
        border: 1px solid var(--la-edge);
        border-radius: var(--la-radius);
        color: var(--la-press);
        cursor: pointer;
        display: flex;
        font-size: var(--la-small);
        gap: 6px;
        list-style: none;
        min-height: var(--la-touch);
        padding: 4px 12px;
      }

      summary::after {
        content: '▾';
      }

      summary::-webkit-details-marker {
        display: none;
      }

      .menu {
        background: var(--la-surface);
        border: 1px solid var(--la-edge);
        border-radius: var(--la-radius);
        display: grid;
        inset-block-start: calc(100% + 4px);
        inset-inline-start: 0;
        min-width: max-content;
        overflow-y: auto;
        padding: 4px;
        position: absolute;
        z-index: 2;
      }

      .menu.above {
        inset-block: auto calc(100% + 4px);
      }

      .menu button {
        border-color: transparent;
        text-align: start;
      }

      /* Where the bar is folded, a menu takes the width of the bar: it could stand over the edge of the page. */
      .narrow {
        position: relative;
      }

      .narrow details {
        position: static;
      }

      .narrow .menu {
        inset-inline: 0;
        min-width: 0;
      }

      textarea {
        font: var(--la-fine) / 1.4 var(--la-code);
        margin-top: var(--la-unit);
        min-height: 8rem;
        width: 100%;
      }

      .status {
        margin: 4px 0 0;
      }

      .status:empty {
        margin: 0;
      }
    `,
  ];

  actions: readonly Action[] = [];
  label = '';

  #message = '';
  /** Shown to be copied by hand where the page may not write to the clipboard. */
  #text = '';

  #narrow = false;

  constructor() {
    super();
    new WidthWatch(this, (width) => {
      const narrow = width < NARROW;
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.requestUpdate();
    });
  }

  protected override render(): TemplateResult {
    const groupOf = ({ group, narrowGroup }: Action) => group ?? (this.#narrow ? narrowGroup : undefined);
    const groups = [...new Set(this.actions.map(groupOf))];
    return html`
      <div class=${classMap({ row: true, narrow: this.#narrow })} part="bar" role="group" aria-label=${this.label || this.say('actions.toolbar')}>
        ${groups.map((group) => {
          const entries = this.actions.filter((action) => groupOf(action) === group);
          const buttons = repeat(
            entries,
            ({ id }) => id,
            (
              action,
            ) => html`<button type="button" data-action=${action.id} aria-disabled=${action.disabled ?? false} @click=${(event: Event) => action.disabled || this.#run(action, event.target as HTMLElement)}>
              ${(this.#narrow ? action.narrowLabel : undefined) ?? action.label}
            </button>`,
          );
          return group === undefined
            ? buttons
            : html`<details @keydown=${this.#onKey} @focusout=${this.#onLeave} @toggle=${this.#onToggle}>
                <summary>${group}</summary>
                <div class="menu" tabindex="-1">${buttons}</div>
              </details>`;
        })}
      </div>
      <p class="status quiet" part="status">${this.#message}</p>
      ${
        this.#text === ''
          ? nothing
          : html`<textarea readonly aria-label=${this.#message} .value=${this.#text}></textarea>`
      }
    `;
  }

  async #run(action: Action, pressed: HTMLElement): Promise<void> {
    const { label } = action;
    this.#text = '';
    const beside = pressed.previousElementSibling as HTMLElement | null;
    // The entry disappears with its menu; who pressed it stands at the menu again.
    pressed.closest('details')?.querySelector('summary')?.focus();
    for (const menu of this.renderRoot.querySelectorAll('details')) menu.open = false;
    try {
      const result = await action.run();
      this.#message =
        result !== undefined && 'says' in result ? result.says : this.say('actions.done', { label });
      if (result !== undefined && 'copy' in result && !(await copyText(result.copy))) {
        this.#message = this.say('actions.no-clipboard');
        this.#text = result.copy;
      }
      if (result !== undefined && 'file' in result) saveFile(result.file, result.content);
      this.emit('la-action', { id: action.id });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#message = this.say('actions.failed', { label, reason });
    }
    announce(this, this.#message);
    this.requestUpdate();
    await this.updateComplete;
    // An entry that has nothing more to do is gone; the reader stands at the one beside it.
    if (!pressed.isConnected && this.shadowRoot?.activeElement === null) beside?.focus();
  }

  /** A menu opens where the window has room for it: what hangs over the end of a page, or of a frame, cannot be reached. */
  #onToggle(event: Event): void {
    const details = event.currentTarget as HTMLDetailsElement;
    if (!details.open) return;
    const menu = details.querySelector<HTMLElement>('.menu')!;
    menu.classList.remove('above');
    menu.style.maxHeight = '';
    const button = details.querySelector('summary')!.getBoundingClientRect();
    // What is fixed to the upper edge of the page covers that much of it.
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const below = window.innerHeight - button.bottom - MENU_GAP;
    const above = button.top - covered - MENU_GAP;
    if (menu.offsetHeight <= below) return;
    menu.classList.toggle('above', above > below);
    menu.style.maxHeight = `${Math.max(above, below, SHORTEST_MENU)}px`;
  }

  #onKey(event: KeyboardEvent): void {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }

  /** Safari gives a button that is clicked no focus: it goes to the menu, which can take it and stays open. */
  #onLeave(event: FocusEvent): void {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
  }
}

define('la-actions', LaActions);

declare global {
  interface HTMLElementTagNameMap {
    'la-actions': LaActions;
  }
}
