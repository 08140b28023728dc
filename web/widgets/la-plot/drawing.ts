// The drawing of a plot, as templates of SVG: numbers in, shapes out, no state. Colours are presentation attributes,
// which a strict content security policy allows where it forbids style attributes.
import { area, line } from 'd3-shape';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { lookOf, shapeOf } from '../theme/objects.js';
import { endOf, namePlaces } from './end-names.js';
import {
  type Axis,
  type AxisKind,
  axisOf,
  extentOf,
  isDrawable,
  type PlotMarker,
  type PlotSeries,
  pointAt,
} from './series.js';

/** What is drawn; <la-plot> itself has all of it. */
export interface PlotContent {
  readonly series: readonly PlotSeries[];
  readonly markers: readonly PlotMarker[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xScale: AxisKind;
  readonly yScale: AxisKind;
  readonly yDomain: readonly [number, number] | null;
}

export interface PlotAxes {
  readonly x: Axis;
  readonly y: Axis;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Lines carry their names at their ends; where there is no room a list below has them. */
  readonly namedAtEnds: boolean;
}

type Part = ReturnType<typeof svg> | typeof nothing;

const NAMED_WIDTH = 480;
const NAMED_LINES = 6;
/** Average width of a letter, px, for a first guess of the room that names need. */
const LETTER = 7.2;
const MARGIN = { top: 24, right: 16, bottom: 44, left: 56 };

export function axesOf(content: PlotContent, width: number): PlotAxes {
  const { series, xScale, yScale } = content;
  const height = Math.round(Math.min(420, Math.max(240, width * 0.55)));
  const namedAtEnds = width >= NAMED_WIDTH && series.length <= NAMED_LINES;
  const longest = Math.max(0, ...series.map(({ label }) => label.length));
  const left = MARGIN.left;
  const right = width - (namedAtEnds ? Math.min(width * 0.35, longest * LETTER + 20) : MARGIN.right);
  const top = MARGIN.top + (content.markers.length > 0 ? 16 : 0);
  const bottom = height - MARGIN.bottom;
  const xs = extentOf(
    series.map((one) => one.x),
    xScale,
  );
  const ys = extentOf(
    series.flatMap((one) => [one.y, one.low ?? [], one.high ?? []]),
    yScale,
  );
  const ticksAcross = Math.max(2, Math.floor((right - left) / 80));
  const ticksUp = Math.max(2, Math.floor((bottom - top) / 48));
  const x = axisOf(xScale, xs ?? [1, 10], [left, right], ticksAcross, false);
  const y = axisOf(
    yScale,
    content.yDomain ?? ys ?? [1, 10],
    [bottom, top],
    ticksUp,
    content.yDomain === null,
  );
  return { x, y, width, height, left, right, top, bottom, namedAtEnds };
}

export function drawingOf(content: PlotContent, axes: PlotAxes, cursor: number | null): TemplateResult {
  const { x, y, width, height, left, right, top, bottom } = axes;
  const { series } = content;
  return html`<svg part="svg" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
    <defs>
      <clipPath id="inside">
        <rect x=${left} y=${top - 4} width=${Math.max(0, right - left)} height=${bottom - top + 8} />
      </clipPath>
    </defs>
    ${y.ticks.map((tick) => {
      const at = y.scale(tick);
      return svg`<line class="grid" x1=${left} x2=${right} y1=${at} y2=${at} />
        <text x=${left - 8} y=${at} text-anchor="end" dominant-baseline="central">${y.format(tick)}</text>`;
    })}
    ${x.ticks.map((tick) => {
      const at = x.scale(tick);
      return svg`<line class="axis" x1=${at} x2=${at} y1=${bottom} y2=${bottom + 5} />
        <text x=${at} y=${bottom + 18} text-anchor="middle">${x.format(tick)}</text>`;
    })}
    <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
    <text x="4" y="12">${content.yLabel}</text>
    <text x=${right} y=${height - 6} text-anchor="end">${content.xLabel}</text>
    <g clip-path="url(#inside)">
      ${series.map((one) => bandOf(one, axes))}
      ${series.map((one) => lineOf(one, axes))}
    </g>
    ${series.map((one) => pointsOf(one, axes))}
    ${markersOf(content.markers, axes)}
    ${axes.namedAtEnds ? endNames(series, axes) : nothing}
    ${cursor === null ? nothing : cursorOf(series, axes, cursor)}
  </svg>`;
}

function indices({ x, y }: PlotSeries): number[] {
  return Array.from({ length: Math.min(x.length, y.length) }, (_, i) => i);
}

function drawn({ x, y }: PlotAxes, atX: number, atY: number): boolean {
  return isDrawable(atX, x.kind) && isDrawable(atY, y.kind);
}

function bandOf(one: PlotSeries, axes: PlotAxes): Part {
  const { low, high } = one;
  if (low === undefined || high === undefined || one.marks === 'points') return nothing;
  const shape = area<number>()
    .defined((i) => drawn(axes, one.x[i]!, low[i]!) && drawn(axes, one.x[i]!, high[i]!))
    .x((i) => axes.x.scale(one.x[i]!))
    .y0((i) => axes.y.scale(low[i]!))
    .y1((i) => axes.y.scale(high[i]!));
  return svg`<path class="band" d=${shape(indices(one)) ?? ''} fill=${lookOf(one.object, one.variant).colour} />`;
}

function lineOf(one: PlotSeries, axes: PlotAxes): Part {
  if (one.marks === 'points') return nothing;
  const look = lookOf(one.object, one.variant);
  const shape = line<number>()
    .defined((i) => drawn(axes, one.x[i]!, one.y[i]!))
    .x((i) => axes.x.scale(one.x[i]!))
    .y((i) => axes.y.scale(one.y[i]!));
  return svg`<path
    class="line"
    d=${shape(indices(one)) ?? ''}
    stroke=${look.colour}
    stroke-width=${look.width}
    stroke-dasharray=${one.dash ?? look.dash}
  />`;
}

function pointsOf(one: PlotSeries, axes: PlotAxes): Part[] {
  if (one.marks === undefined || one.marks === 'line') return [];
  const { colour } = lookOf(one.object, one.variant);
  const { low, high } = one;
  return indices(one)
    .filter((i) => drawn(axes, one.x[i]!, one.y[i]!))
    .map((i) => {
      const at = axes.x.scale(one.x[i]!);
      const whisker =
        low !== undefined && high !== undefined && drawn(axes, one.x[i]!, low[i]!)
          ? svg`<line x1=${at} x2=${at} y1=${axes.y.scale(low[i]!)} y2=${axes.y.scale(high[i]!)} stroke=${colour} stroke-width="1.5" />`
          : nothing;
      return svg`${whisker}<path d=${shapeOf(one.variant)} transform="translate(${at} ${axes.y.scale(one.y[i]!)})" fill=${colour} />`;
    });
}

function markersOf(markers: readonly PlotMarker[], { x, top, bottom, right }: PlotAxes): Part[] {
  const [low, high] = x.scale.domain() as [number, number];
  return markers
    .filter((marker) => marker.x >= low && marker.x <= high)
    .map((marker, index) => {
      const at = x.scale(marker.x);
      const { colour } = lookOf(marker.object ?? 'plain');
      const before = at + marker.label.length * LETTER > right;
      // Neighbours write on two lines in turn.
      const height = top - 10 + (index % 2) * 14;
      return svg`<line x1=${at} x2=${at} y1=${top - 6} y2=${bottom} stroke=${colour} stroke-width="1.25" stroke-dasharray="3 3" />
        <text x=${before ? at - 5 : at + 5} y=${height} text-anchor=${before ? 'end' : 'start'} fill=${colour}>${marker.label}</text>`;
    });
}

function endNames(series: readonly PlotSeries[], axes: PlotAxes): Part[] {
  const { x, y, top, bottom, right } = axes;
  const ends = series.flatMap((one) => {
    const points = indices(one)
      .filter((i) => drawn(axes, one.x[i]!, one.y[i]!))
      .map((i) => ({ x: x.scale(one.x[i]!), y: y.scale(one.y[i]!) }));
    const end = endOf(points, top, bottom);
    if (end === undefined) return [];
    return [{ one, x: Math.min(end.x, right) + 8, y: end.y, width: one.label.length * LETTER }];
  });
  const places = namePlaces(ends, 16, top, bottom);
  return ends.map(
    ({ one, x: left }, i) =>
      svg`<text class="series" x=${left} y=${places[i]!} dominant-baseline="central" fill=${lookOf(one.object, one.variant).colour}>${one.label}</text>`,
  );
}

function cursorOf(series: readonly PlotSeries[], axes: PlotAxes, cursor: number): Part {
  const at = axes.x.scale(cursor);
  const dots = series.flatMap((one) => {
    const i = pointAt(one, cursor);
    if (i < 0 || !drawn(axes, one.x[i]!, one.y[i]!)) return [];
    const y = axes.y.scale(one.y[i]!);
    return [
      svg`<circle class="dot" cx=${at} cy=${y} r="4.5" stroke=${lookOf(one.object, one.variant).colour} stroke-width="2" />`,
    ];
  });
  return svg`<line class="cursor-line" x1=${at} x2=${at} y1=${axes.top} y2=${axes.bottom} />${dots}`;
}
