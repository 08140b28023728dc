import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { formatNumber } from '../../model/format-number.js';
import { writeCsv } from '../../model/formats/csv.js';
import { named, spokenText } from '../../model/spoken.js';
import { drawingStyle } from '../drawing-style.js';
import { GradualRows, gradualStyle } from '../gradual-rows.js';
import { keyHelp } from '../key-help.js';
import { type PictureFile, picturePng, pictureSvg } from '../picture-file.js';
import { differs } from '../same.js';
import { base, define, LaDrawing } from '../theme/base.js';
import { lookOf, shapeOf } from '../theme/objects.js';
import { ThemeWatch } from '../theme/theme-watch.js';
import { unbroken } from '../unbroken.js';
import { WidthWatch } from '../width-watch.js';
import { axesOf, drawingOf, type PlotAxes } from './drawing.js';
import { drawnParts } from './export.js';
import {
  type AxisKind,
  endsOf,
  isDrawable,
  type PlotMarker,
  type PlotSeries,
  pointAt,
  stopsOf,
} from './series.js';
import { plotStyle } from './style.js';

export type { AxisKind, PlotMarker, PlotSeries } from './series.js';

export interface PlotCursor {
  readonly x: number;
  /** One entry a line that has a point at x. */
  readonly values: readonly { readonly id: string; readonly y: number }[];
}

/** What the table view shows. */
const SHOWN_IN_TABLE = ['view', 'series', 'xScale', 'xLabel'] as const;

/**
 * <la-plot>: lines over a linear or logarithmic axis, with bands, points and vertical markers, named at their ends.
 * Every object of the lesson has its own colour and dash.
 *
 * The reading cursor (arrow keys, Home, End, pointer) stops at every x that has a point and tells the values.
 *
 * Events: `la-cursor` PlotCursor or null.
 * Methods: toSVG(), toPNG(), toCSV(). Parts: label, svg, status, table.
 */
export class LaPlot extends LaDrawing {
  static override properties = {
    series: { attribute: false, hasChanged: differs },
    markers: { attribute: false, hasChanged: differs },
    label: {},
    xLabel: { attribute: 'x-label' },
    yLabel: { attribute: 'y-label' },
    xScale: { attribute: 'x-scale' },
    yScale: { attribute: 'y-scale' },
    yDomain: { attribute: false, hasChanged: differs },
    cursor: { attribute: false },
    view: { reflect: true },
  };

  static override styles = [base, drawingStyle, gradualStyle, plotStyle];

  series: readonly PlotSeries[] = [];
  markers: readonly PlotMarker[] = [];
  label = '';
  xLabel = '';
  yLabel = '';
  xScale: AxisKind = 'linear';
  yScale: AxisKind = 'linear';
  /** By default from the points, with round ends. */
  yDomain: readonly [number, number] | null = null;
  /** The x that is read. */
  cursor: number | null = null;
  view: 'plot' | 'table' = 'plot';

  readonly #theme = new ThemeWatch(this);
  #width = 640;
  #stops: readonly number[] = [];
  #rows = new GradualRows();

  constructor() {
    super();
    new WidthWatch(this, (width) => {
      this.#width = width;
      this.drawNow();
      this.requestUpdate();
    });
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.reader')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('series') || changed.has('xScale')) this.#stops = stopsOf(this.series, this.xScale);
    if (this.cursor !== null && !this.#stops.includes(this.cursor))
      this.cursor = nearest(this.#stops, this.cursor);
    if (this.view !== 'table') return;
    if (changed.has('view')) this.#rows = new GradualRows();
    if (SHOWN_IN_TABLE.some((name) => changed.has(name))) this.#rows.renew(this.#stops.length);
    this.#rows.step(this.series.length);
  }

  protected override updated(): void {
    if (this.view === 'table') this.#rows.goOn(() => this.requestUpdate());
  }

  protected override render(): TemplateResult {
    const toggle = this.view === 'plot' ? this.say('plot.as-table') : this.say('plot.as-plot');
    const empty = this.#stops.length === 0;
    return html`
      <div class="head">
        ${this.label === '' ? nothing : html`<span class="label" part="label">${unbroken(this.label)}</span>`}
        ${empty ? nothing : html`<button type="button" class="toggle" aria-label=${named(toggle, this.label)} @click=${() => this.#switch()}>${toggle}</button>`}
      </div>
      ${
        empty
          ? html`<p class="quiet">${this.say('plot.empty')}</p>`
          : this.view === 'table'
            ? this.#table()
            : this.#plot()
      }
    `;
  }

  #plot(): TemplateResult {
    const axes = this.#axes();
    const at = this.cursor ?? this.#stops[0]!;
    return html`
      <div class="stage" @pointermove=${this.#onPointer} @pointerdown=${this.#onPointer} @pointerleave=${(event: PointerEvent) => event.pointerType !== 'touch' && this.#leave()}>
        ${drawingOf(this, axes, this.cursor)}
        <div
          class="reader"
          role="slider"
          tabindex="0"
          aria-label=${named(this.label, this.xLabel)}
          aria-describedby="summary keys"
          aria-valuemin=${this.#stops[0]!}
          aria-valuemax=${this.#stops.at(-1)!}
          aria-valuenow=${at}
          aria-valuetext=${spokenText(this.#read(at))}
          @keydown=${this.#onKey}
          @focus=${() => this.#move(at)}
          @blur=${() => this.#leave()}
        ></div>
      </div>
      ${axes.namedAtEnds ? nothing : this.#legend()}
      ${this.#leftOut()}
      <p class="status quiet" part="status">${this.cursor === null ? nothing : this.#read(this.cursor)}</p>
      <p class="spoken" id="summary">${this.#summary()}</p>
      ${keyHelp(this.say('plot.keys'))}
    `;
  }

  #axes(): PlotAxes {
    return axesOf(this, this.#width);
  }

  #legend(): TemplateResult {
    return html`<ul class="legend" aria-hidden="true">
      ${this.series.map((one) => {
        const look = lookOf(one.object, one.variant);
        return html`<li>
          <svg width="28" height="10">
            ${
              one.marks === 'points'
                ? nothing
                : svg`<line x1="1" x2="27" y1="5" y2="5" stroke=${look.colour} stroke-width=${look.width} stroke-dasharray=${one.dash ?? look.dash} />`
            }
            ${
              one.marks === undefined || one.marks === 'line'
                ? nothing
                : svg`<path d=${shapeOf(one.variant)} transform="translate(14 5)" fill=${look.colour} />`
            }
          </svg>
          <span style=${styleMap({ color: look.colour })}>${unbroken(one.label)}</span>
        </li>`;
      })}
    </ul>`;
  }

  #leftOut(): TemplateResult[] {
    return this.series.flatMap((one) => {
      const count = Array.from(one.y, (y, i) => Number.isFinite(y) && !this.#drawn(one.x[i]!, y)).filter(
        Boolean,
      ).length;
      return count === 0
        ? []
        : [html`<p class="quiet">${this.say('plot.no-log', { count, name: one.label })}</p>`];
    });
  }

  #table(): TemplateResult {
    return html`<div class="table" part="table" tabindex="0" role="region" aria-busy=${!this.#rows.done} aria-label=${this.label || this.say('plot.reader')} @scroll=${this.#onScroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">${this.xLabel}</th>
            ${this.series.map((one) => html`<th scope="col">${unbroken(one.label)}</th>`)}
          </tr>
        </thead>
          ${this.#rows.render((row) => {
            const stop = this.#stops[row]!;
            return html`<tr>
              <th scope="row">${formatNumber(stop)}</th>
              ${this.series.map((one) => html`<td>${this.#valueAt(one, stop) ?? '–'}</td>`)}
            </tr>`;
          })}
      </table>
    </div>`;
  }

  /** The plot as a file of its own, with its name, its list of lines and its colours written out. */
  toSVG(): string {
    return pictureSvg(this.#file());
  }

  async toPNG(): Promise<Blob> {
    return picturePng(this.#file());
  }

  #file(): PictureFile {
    const { ink, surface } = this.#theme.colours;
    const parts = drawnParts(
      this.renderRoot.querySelector('svg[part]'),
      this.renderRoot.querySelector('.legend'),
    );
    return { ...parts, title: this.label, ink, ground: surface };
  }

  /** One line an x, one column a line; empty where a line has no point. */
  toCSV(): string {
    const rows = this.#stops.length;
    const cols = this.series.length + 1;
    const data = new Float64Array(rows * cols).fill(Number.NaN);
    this.#stops.forEach((stop, row) => {
      data[row * cols] = stop;
      this.series.forEach((one, col) => {
        const i = pointAt(one, stop);
        if (i >= 0) data[row * cols + col + 1] = one.y[i]!;
      });
    });
    const columns = [this.xLabel, ...this.series.map((one) => one.label)];
    return writeCsv({ rows, cols, data }, { columns }).replace(/NaN/g, '');
  }

  #drawn(x: number, y: number): boolean {
    return isDrawable(x, this.xScale) && isDrawable(y, this.yScale);
  }

  #valueAt(one: PlotSeries, stop: number): string | null {
    const i = pointAt(one, stop);
    if (i < 0) return null;
    const value = formatNumber(one.y[i]!);
    if (one.low === undefined || one.high === undefined) return value;
    return this.say('plot.range', {
      value,
      low: formatNumber(one.low[i]!),
      high: formatNumber(one.high[i]!),
    });
  }

  #read(stop: number): string {
    const values = this.series.flatMap((one) => {
      const value = this.#valueAt(one, stop);
      return value === null ? [] : [`${one.label}: ${value}`];
    });
    return `${this.xLabel} ${formatNumber(stop)} · ${values.join(' · ')}`;
  }

  #summary(): string {
    const lines = this.series.flatMap((one) => {
      const ends = endsOf(one);
      if (ends === null) return [];
      const [from, to] = ends.map(formatNumber) as [string, string];
      return [this.say('plot.line', { name: one.label, from, to })];
    });
    const axis = {
      axis: this.xLabel,
      low: formatNumber(this.#stops[0]!),
      high: formatNumber(this.#stops.at(-1)!),
    };
    return spokenText(`${this.say('plot.summary', axis)} ${lines.join(' ')}`);
  }

  #onScroll(event: Event): void {
    if (this.#rows.look(event.currentTarget as HTMLElement)) this.requestUpdate();
  }

  #switch(): void {
    this.drawNow();
    this.view = this.view === 'plot' ? 'table' : 'plot';
  }

  #move(x: number): void {
    if (this.cursor === x) return;
    this.drawNow();
    this.cursor = x;
    const values = this.series.flatMap((one) => {
      const i = pointAt(one, x);
      return i < 0 ? [] : [{ id: one.id, y: one.y[i]! }];
    });
    this.emit<PlotCursor>('la-cursor', { x, values });
  }

  #leave(): void {
    if (this.cursor === null || this.shadowRoot?.activeElement?.matches('.reader:focus-visible')) return;
    this.drawNow();
    this.cursor = null;
    this.emit<null>('la-cursor', null);
  }

  #onPointer(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const { scale } = this.#axes().x;
    const wanted = scale.invert(event.clientX - box.left);
    // Nearness is judged on the page, where a logarithmic axis is even.
    const place = (x: number) => Math.abs(scale(x) - scale(wanted));
    this.#move(this.#stops.reduce((best, stop) => (place(stop) < place(best) ? stop : best)));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#stops.indexOf(this.cursor ?? this.#stops[0]!);
    const last = this.#stops.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#move(this.#stops[Math.min(last, Math.max(0, next))]!);
  }
}

function nearest(stops: readonly number[], wanted: number): number | null {
  if (stops.length === 0) return null;
  return stops.reduce((best, stop) => (Math.abs(stop - wanted) < Math.abs(best - wanted) ? stop : best));
}

define('la-plot', LaPlot);

declare global {
  interface HTMLElementTagNameMap {
    'la-plot': LaPlot;
  }
}
