import { css, html, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import type { Engine } from '../engine/calls.js';
import { formatCount, formatNumber } from '../model/format-number.js';
import './la-number.js';
import { type Counts, countsAt, SIZE, START } from './opening-model.js';
import { Telling } from './telling.js';
import { base, define, LaElement } from './theme/base.js';

/**
 * <la-opening>: the first thing to move on the walk. One slider, the length of a text; two bars, the multiply-adds of
 * softmax attention and of linear attention, as long as they are large. Until they are counted, and where they cannot
 * be, its content stays.
 */
export class LaOpening extends LaElement {
  static override styles = [
    base,
    css`
      :host {
        container-type: inline-size;
        display: block;
      }

      la-number {
        max-width: 30rem;
      }

      dl {
        display: grid;
        gap: 4px;
        line-height: 1.4;
        margin: 12px 0 8px;
      }

      .row {
        align-items: center;
        display: flex;
        gap: 0 12px;
      }

      dt {
        font-weight: 600;
        /* Room for either name: both bars begin at one edge. */
        min-width: 4.5em;
      }

      dd {
        display: contents;
      }

      .track {
        flex: 1;
      }

      .bar {
        background: var(--colour);
        display: block;
        height: 14px;
        min-width: 1px;
      }

      .count {
        min-width: 10.5rem;
        text-align: end;
      }

      /* On a phone a bar has a line of its own, below its name and number. */
      @container (max-width: 30rem) {
        .row {
          flex-wrap: wrap;
          justify-content: space-between;
        }

        .track {
          flex-basis: 100%;
          order: 1;
        }

        .count {
          min-width: 0;
        }
      }

      .softmax {
        --colour: var(--la-softmax);
      }

      .linear {
        --colour: var(--la-linear);
      }

      dt.linear {
        color: var(--colour);
      }

      p {
        margin: 0;
      }

      @media (forced-colors: active) {
        .bar {
          background: CanvasText;
        }
      }
    `,
  ];

  engine: Engine | null = null;

  constructor() {
    super();
    new Telling(this);
  }

  #n = START;
  #counts: Counts | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#count(this.#n);
  }

  protected override render(): TemplateResult {
    const counts = this.#counts;
    if (counts === null) return html`<slot></slot>`;
    const most = Math.max(counts.softmax, counts.linear);
    const row = (kind: 'softmax' | 'linear') => html`<div class="row">
      <dt class=${kind}>${kind}</dt>
      <dd class=${kind}>
        <span class="track">
          <span class="bar" style=${styleMap({ width: `${(100 * counts[kind]) / most}%` })}></span>
        </span>
        <span class="count">${formatCount(counts[kind])}</span>
      </dd>
    </div>`;
    return html`<la-number
        label="n"
        hint="tokens"
        scale="log"
        integer
        .min=${16}
        .max=${131_072}
        .value=${this.#n}
        @la-input=${this.#take}
        @la-change=${this.#take}
      ></la-number>
      <dl>${row('softmax')} ${row('linear')}</dl>
      <p data-told>${this.#sentence(counts)}</p>
      <p class="quiet">Counted for one head of size ${SIZE}, with ${SIZE} features.</p>`;
  }

  #sentence({ softmax, linear }: Counts): TemplateResult {
    if (softmax === linear) return html`Linear attention needs as many multiply-adds as softmax.`;
    const fewer = softmax > linear;
    const times = formatNumber(fewer ? softmax / linear : linear / softmax);
    return html`Linear attention needs <strong>${times} times ${fewer ? 'fewer' : 'more'}</strong> multiply-adds.`;
  }

  readonly #take = ({ detail }: CustomEvent<{ value: number }>): void => {
    if (detail.value !== this.#n) void this.#count(detail.value);
  };

  async #count(n: number): Promise<void> {
    this.#n = n;
    const counts = this.engine === null ? null : await countsAt(this.engine, n).catch(() => null);
    // The slider may be elsewhere by then.
    if (n !== this.#n || counts === null) return;
    this.#counts = counts;
    this.requestUpdate();
  }
}

define('la-opening', LaOpening);

declare global {
  interface HTMLElementTagNameMap {
    'la-opening': LaOpening;
  }
}
