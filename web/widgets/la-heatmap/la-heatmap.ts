import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { keyed } from 'lit/directives/keyed.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Matrix } from '../../engine/types.js';
import { type ColourScale, colourScale, domainOf, type ScaleKind } from '../../model/colour-scale.js';
import { writeCsv } from '../../model/formats/csv.js';
import { named, spokenText } from '../../model/spoken.js';
import { drawingStyle } from '../drawing-style.js';
import { GradualRows, gradualStyle } from '../gradual-rows.js';
import { keyHelp } from '../key-help.js';
import { differs } from '../same.js';
import { base, define, LaDrawing } from '../theme/base.js';
import { lookOf, type ObjectKind } from '../theme/objects.js';
import { ThemeWatch } from '../theme/theme-watch.js';
import { unbroken } from '../unbroken.js';
import { WidthWatch } from '../width-watch.js';
import { type MapFile, mapPng, mapSvg } from './file.js';
import {
  hasGaps,
  hasSigns,
  isHatched,
  type Layout,
  layoutOf,
  type Picture,
  paint,
  paintCells,
  paintOver,
  type RectangleMark,
} from './paint.js';
import { heatmapStyle } from './style.js';
import { scaleBar, TABLE_COLS, TABLE_ROWS, tableView } from './views.js';
import { HeatmapWords } from './words.js';

/** Counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly col: number;
}

export interface HeatmapCursor extends CellPlace {
  readonly value: number;
}

/** An outlined block of cells: a tile, a row (no col), a column (no row). */
export interface HeatmapMark {
  readonly row?: number;
  readonly col?: number;
  readonly rows?: number;
  readonly cols?: number;
  readonly object?: ObjectKind;
}

/** What the table view shows. */
const SHOWN_IN_TABLE = ['view', 'matrix', 'mask', 'rowNames', 'colNames'] as const;

/** Pixels of a printed map for one of the page: paper shows more. */
const PRINT_RATIO = 2;

/** A column of this many cells is passed by Page Up and Page Down. */
const PAGE = 10;

/**
 * <la-heatmap>: a matrix as coloured cells, always with its scale. Colours come from the numbers it is given and from
 * nothing else.
 *
 * scale 'auto': sequential from 0 when no value is negative, else diverging around 0 with − in negative cells. Give
 * `domain` to maps that are to be compared, so that they share one scale.
 * The cursor (arrow keys, Home, End, Page Up, Page Down, pointer, touch) reads a cell with its exact value.
 *
 * Events: `la-cursor` HeatmapCursor or null.
 * Methods: toSVG(), toPNG(), toCSV().
 * Parts: label, canvas, scale, status, table.
 */
export class LaHeatmap extends LaDrawing {
  static override properties = {
    matrix: { attribute: false },
    label: {},
    object: {},
    scale: {},
    domain: { attribute: false, hasChanged: differs },
    rowNames: { attribute: false, hasChanged: differs },
    colNames: { attribute: false, hasChanged: differs },
    rowTitle: { attribute: 'row-title' },
    colTitle: { attribute: 'col-title' },
    mask: { attribute: false },
    marks: { attribute: false, hasChanged: differs },
    cursor: { attribute: false, hasChanged: differs },
    view: { reflect: true },
    maxCell: { type: Number, attribute: 'max-cell' },
    values: { type: Boolean },
    hideTable: { type: Boolean, attribute: 'hide-table' },
  };

  static override styles = [base, drawingStyle, gradualStyle, heatmapStyle];

  matrix: Matrix = { rows: 0, cols: 0, data: new Float32Array() };
  label = '';
  object: ObjectKind = 'plain';
  scale: ScaleKind | 'auto' = 'auto';
  /** [low, high]; by default from the values shown. */
  domain: readonly [number, number] | null = null;
  /** Tokens, shown beside the rows where there is room and always read out. */
  rowNames: readonly string[] = [];
  colNames: readonly string[] = [];
  /** What a row is: 'query'. */
  rowTitle = '';
  colTitle = '';
  /** rows * cols, 1 = permitted; the other cells are hatched and have no value. */
  mask: Uint8Array | null = null;
  marks: readonly HeatmapMark[] = [];
  /** The cell that is read; maps side by side can share it. */
  cursor: CellPlace | null = null;
  view: 'map' | 'table' = 'map';
  /** Largest side of a cell, px. */
  maxCell = 32;
  /** Writes numbers into cells of 44 px or more; raise maxCell to give them the room. */
  values = false;
  hideTable = false;

  readonly #theme = new ThemeWatch(this);
  // In a frame of its own, as in WidthWatch.
  readonly #resize = new ResizeObserver(() => requestAnimationFrame(() => this.#look()));
  #width = 320;
  #rows = new GradualRows();
  // Both follow from the properties, once an update.
  #layout: Layout = layoutOf(this.matrix, this.#width, this.maxCell, [], []);
  #scale: ColourScale = colourScale('sequential', 0, 0, 'light');
  /** Of what the upper canvas holds, when that does not follow from the numbers. */
  #over: readonly unknown[] = [];
  /** Where the Tab key lands; stays when the pointer leaves. */
  #place: CellPlace = { row: 0, col: 0 };
  /** A key moves the cursor, and the focus goes along. */
  #stepped = false;

  constructor() {
    super();
    new WidthWatch(this, (width) => {
      this.#width = width;
      this.drawNow();
      this.requestUpdate();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watchTable();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.cursor')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('cursor') && this.cursor !== null) this.#place = this.cursor;
    const { row, col } = this.#place;
    const inside = { row: Math.min(row, this.matrix.rows - 1), col: Math.min(col, this.matrix.cols - 1) };
    this.#place = { row: Math.max(0, inside.row), col: Math.max(0, inside.col) };
    this.#layout = layoutOf(this.matrix, this.#width, this.maxCell, this.rowNames, this.colNames);
    this.#scale = this.#scaleOf();
    if (this.view !== 'table') return;
    if (changed.has('view')) this.#rows = new GradualRows();
    if (SHOWN_IN_TABLE.some((name) => changed.has(name)))
      this.#rows.renew(Math.min(this.matrix.rows, TABLE_ROWS));
    this.#rows.step(Math.min(this.matrix.cols, TABLE_COLS));
  }

  #scaleOf(): ColourScale {
    const found = this.domain === null ? domainOf(this.matrix.data) : null;
    const [low, high] = this.domain ?? [found!.low, found!.high];
    const kind = this.scale === 'auto' ? (low < 0 ? 'diverging' : 'sequential') : this.scale;
    return colourScale(kind, low, high, this.#theme.colours.ground);
  }

  protected override render(): TemplateResult {
    const { rows, cols } = this.matrix;
    const look = lookOf(this.object);
    const toggle = this.view === 'map' ? this.say('heatmap.as-table') : this.say('heatmap.as-map');
    return html`
      <div class="head" style=${styleMap({ '--colour': look.colour, '--width': `${this.#layout.width}px` })}>
        ${this.label === '' ? nothing : html`<span class="label" part="label">${unbroken(this.label)}</span>`}
        ${
          this.hideTable || rows * cols === 0
            ? nothing
            : html`<button type="button" class="toggle" aria-label=${named(toggle, this.label)} @click=${() => this.#switch()}>${toggle}</button>`
        }
      </div>
      ${
        rows * cols === 0
          ? html`<p class="quiet">${this.say('heatmap.empty')}</p>`
          : this.view === 'table'
            ? tableView(this, this.#words, this.say, this.#rows, () => this.#look())
            : this.#map()
      }
    `;
  }

  #map(): TemplateResult {
    const { rows, cols } = this.matrix;
    const layout = this.#layout;
    const { row, col } = this.#place;
    const place = (r: number, c: number, height: number, width: number, colour = '') =>
      styleMap({
        left: `${layout.left + c * layout.cell}px`,
        top: `${layout.top + r * layout.cell}px`,
        width: `${width * layout.cell}px`,
        height: `${height * layout.cell}px`,
        ...(colour === '' ? {} : { color: colour }),
      });
    const whole = place(0, 0, rows, cols);
    const picture = this.#picture;
    const told = this.cursor !== null;
    return html`
      ${
        this.rowTitle === '' && this.colTitle === ''
          ? nothing
          : html`<div class="axes"><span>↓ ${this.rowTitle}</span><span>→ ${this.colTitle}</span></div>`
      }
      <div class="frame">
        <div
          class="stage"
          style=${styleMap({ '--cell': `${layout.cell}px`, width: `${layout.width}px`, height: `${layout.height}px` })}
          @pointermove=${this.#onPointer}
          @pointerdown=${this.#onPointer}
          @pointerleave=${(event: PointerEvent) => event.pointerType !== 'touch' && this.#leave()}
          @keydown=${this.#onKey}
        >
          ${isHatched(this, layout) ? html`<div class="hatch" style=${whole}></div>` : nothing}
          <canvas class="cells" part="canvas" aria-hidden="true" style=${whole}></canvas>
          ${layout.named || hasSigns(picture, layout) || this.#theme.printed ? html`<canvas class="over" aria-hidden="true"></canvas>` : nothing}
          <div class=${classMap({ edge: true, gaps: hasGaps(layout) })} style=${whole}></div>
          ${picture.marks.map(
            (mark) =>
              html`<div class="mark" style=${place(mark.row, mark.col, mark.rows, mark.cols, mark.colour)}></div>`,
          )}
          <div
            role="grid"
            aria-label=${this.label || this.say('heatmap.grid')}
            aria-rowcount=${rows}
            aria-colcount=${cols}
            aria-describedby="summary keys"
            aria-readonly="true"
          >
            <div role="row" aria-rowindex=${row + 1}>
              ${keyed(
                `${row} ${col}`,
                html`<div
                  role="gridcell"
                  class=${classMap({ cursor: true, told })}
                  tabindex="0"
                  aria-colindex=${col + 1}
                  aria-label=${spokenText(this.#words.read(row, col))}
                  style=${place(row, col, 1, 1)}
                  @focus=${() => this.#move(this.#place)}
                  @blur=${() => this.#stepped || this.#leave()}
                ></div>`,
              )}
            </div>
          </div>
        </div>
      </div>
      <div class="below" style=${styleMap({ 'max-width': `${Math.max(288, layout.width)}px`, 'margin-bottom': `${layout.slack}px` })}>
        ${scaleBar(this.#scale, this.say)}
        <p class="status quiet" part="status">${told ? this.#words.readExact(row, col) : nothing}</p>
      </div>
      <p class="spoken" id="summary">${spokenText(this.#words.summary())}</p>
      ${keyHelp(this.say('heatmap.keys'))}
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    // Each cell is an element of its own that takes the focus, so that its name is read once, by every reader.
    if (this.#stepped) this.focus();
    this.#stepped = false;
    if (changed.has('view')) this.#watchTable();
    if (this.view === 'table') this.#rows.goOn(() => this.requestUpdate());
    const cells = this.renderRoot.querySelector<HTMLCanvasElement>('canvas.cells');
    if (cells === null) return;
    const picture = this.#picture;
    paintCells(cells, picture);
    this.#paintOver(this.renderRoot.querySelector<HTMLCanvasElement>('canvas.over'), picture);
  }

  /** A large canvas is slow to change: it is painted again only when it would look different. */
  #paintOver(canvas: HTMLCanvasElement | null, picture: Picture): void {
    const layout = this.#layout;
    const { printed } = this.#theme;
    const ratio = Math.max(globalThis.devicePixelRatio || 1, printed ? PRINT_RATIO : 1);
    const { rowNames, colNames, muted, font } = picture;
    const over = [canvas, ratio, ...Object.values(layout), rowNames, colNames, muted, font];
    const same = over.every((one, i) => one === this.#over[i]);
    this.#over = over;
    if (canvas === null || (same && !printed && !hasSigns(picture, layout))) return;
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    canvas.style.width = `${layout.width}px`;
    canvas.style.height = `${layout.height}px`;
    const context = canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    if (printed) paint(context, picture, layout);
    else paintOver(context, picture, layout);
  }

  /** The map with its name, names of rows and columns, marks and scale as a file of its own. */
  toSVG(): string {
    return mapSvg(this.#file);
  }

  /** The same at twice its size on screen. */
  toPNG(): Promise<Blob> {
    return mapPng(this.#file);
  }

  toCSV(): string {
    return writeCsv(this.matrix, {
      ...(this.colNames.length > 0 ? { columns: this.colNames } : {}),
      ...(this.rowNames.length > 0 ? { rows: this.rowNames } : {}),
    });
  }

  get #file(): MapFile {
    return { picture: this.#picture, layout: this.#layout, title: this.label, axes: this.#axes };
  }

  /** Which way rows and columns go; empty where they have no title. */
  get #axes(): string {
    return this.rowTitle === '' && this.colTitle === '' ? '' : `↓ ${this.rowTitle}\u2003→ ${this.colTitle}`;
  }

  get #picture(): Picture {
    const { matrix, mask, rowNames, colNames } = this;
    const marks = this.marks.map(
      (mark): RectangleMark => ({
        row: mark.row ?? 0,
        col: mark.col ?? 0,
        rows: mark.rows ?? (mark.row === undefined ? matrix.rows : 1),
        cols: mark.cols ?? (mark.col === undefined ? matrix.cols : 1),
        colour: this.#theme.resolve(lookOf(mark.object ?? this.object).colour),
      }),
    );
    const { ink, muted, rule, surface, font } = this.#theme.colours;
    return {
      matrix,
      scale: this.#scale,
      mask,
      rowNames,
      colNames,
      marks,
      values: this.values,
      ink,
      muted,
      rule,
      surface,
      font,
    };
  }

  get #words(): HeatmapWords {
    return new HeatmapWords(this, this.say);
  }

  /** A map looks at nothing, and need not hear how high it has made the element. */
  #watchTable(): void {
    if (this.view === 'table') this.#resize.observe(this);
    else this.#resize.disconnect();
  }

  /** Which cells of the table can be seen. */
  #look(): void {
    const place = this.renderRoot.querySelector<HTMLElement>('.table');
    if (place !== null && this.#rows.look(place, Math.min(this.matrix.cols, TABLE_COLS)))
      this.requestUpdate();
  }

  #switch(): void {
    this.drawNow();
    this.view = this.view === 'map' ? 'table' : 'map';
  }

  #move(place: CellPlace): void {
    const same = this.cursor?.row === place.row && this.cursor.col === place.col;
    this.drawNow();
    this.#place = place;
    this.cursor = place;
    if (same) return;
    const value = this.matrix.data[place.row * this.matrix.cols + place.col]!;
    this.emit<HeatmapCursor>('la-cursor', { ...place, value });
  }

  #leave(): void {
    if (this.cursor === null || this.shadowRoot?.activeElement?.matches(':focus-visible')) return;
    this.drawNow();
    this.cursor = null;
    this.emit<null>('la-cursor', null);
  }

  #onPointer(event: PointerEvent): void {
    const { left, top, cell } = this.#layout;
    const stage = event.currentTarget as HTMLElement;
    const box = stage.getBoundingClientRect();
    const col = Math.floor((event.clientX - box.left - left) / cell);
    const row = Math.floor((event.clientY - box.top - top) / cell);
    if (row < 0 || col < 0 || row >= this.matrix.rows || col >= this.matrix.cols) this.#leave();
    else this.#move({ row, col });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const { rows, cols } = this.matrix;
    const { row, col } = this.#place;
    const all = event.ctrlKey;
    const steps: Readonly<Record<string, CellPlace>> = {
      ArrowUp: { row: row - 1, col },
      ArrowDown: { row: row + 1, col },
      ArrowLeft: { row, col: col - 1 },
      ArrowRight: { row, col: col + 1 },
      PageUp: { row: Math.max(0, row - PAGE), col },
      PageDown: { row: Math.min(rows - 1, row + PAGE), col },
      Home: { row: all ? 0 : row, col: 0 },
      End: { row: all ? rows - 1 : row, col: cols - 1 },
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next.row < 0 || next.col < 0 || next.row >= rows || next.col >= cols) return;
    this.#stepped = true;
    this.#move(next);
  }
}

define('la-heatmap', LaHeatmap);

declare global {
  interface HTMLElementTagNameMap {
    'la-heatmap': LaHeatmap;
  }
}
