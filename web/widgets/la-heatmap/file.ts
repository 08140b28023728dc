// A heat map as a file: what stands around the cells as SVG, and the cells themselves, one by one.
import { cssColour, inkOn } from '../../model/colour-scale.js';
import { formatNumber } from '../../model/format-number.js';
import { escapeXml } from '../../model/text.js';
import { type PictureFile, picturePng, pictureSvg } from '../picture-file.js';
import {
  hasGaps,
  hasSigns,
  isHatched,
  type Layout,
  NAME_FONT,
  type Picture,
  paint,
  short,
  VALUE_FONT,
  VALUE_SIZE,
} from './paint.js';
import { scaleLabels } from './views.js';

export interface MapFile {
  readonly picture: Picture;
  readonly layout: Layout;
  readonly title: string;
  /** What rows and columns are, as it stands above the map; none where it is empty. */
  readonly axes: string;
}

const AXES_HEIGHT = 20;
const SCALE_STOPS = 16;
const SCALE_HEIGHT = 44;

/** The map with its names, marks and scale, cell by cell. */
export function mapSvg(map: MapFile): string {
  return pictureSvg(framed(map, cellsOf(map)));
}

/** The same at twice its size: the cells of a large map are painted, not made of elements. */
export function mapPng(map: MapFile): Promise<Blob> {
  return picturePng(framed(map, ''), (context) => {
    context.translate(0, axesRoom(map));
    paint(context, map.picture, map.layout);
  });
}

function axesRoom({ axes }: MapFile): number {
  return axes === '' ? 0 : AXES_HEIGHT;
}

function framed(map: MapFile, cells: string): PictureFile {
  const { picture, layout, title, axes } = map;
  const { scale, ink, muted, surface } = picture;
  const { left } = layout;
  const above = axesRoom(map);
  const bar = above + layout.height + 12;
  const barWidth = Math.min(200, Math.max(80, layout.width - left));
  const labels = scaleLabels(scale);
  const stops = Array.from({ length: SCALE_STOPS + 1 }, (_, i) => {
    const value = scale.domain[0] + ((scale.domain[1] - scale.domain[0]) * i) / SCALE_STOPS;
    return `<stop offset="${i / SCALE_STOPS}" stop-color="${cssColour(scale.colour(value))}"/>`;
  });
  const body = [
    `<defs><linearGradient id="scale">${stops.join('')}</linearGradient></defs>`,
    above === 0
      ? ''
      : `<text x="${left}" y="13" font-size="${NAME_FONT}" fill="${muted}">${escapeXml(axes)}</text>`,
    `<g transform="translate(0 ${above})">${cells}</g>`,
    `<rect x="${left + 0.5}" y="${bar}" width="${barWidth - 1}" height="10" fill="url(#scale)" stroke="${muted}"/>`,
    ...labels.map((label, i) => {
      const share = i / Math.max(1, labels.length - 1);
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      return `<text x="${left + barWidth * share}" y="${bar + 24}" text-anchor="${anchor}" font-size="${NAME_FONT}" fill="${ink}">${escapeXml(label)}</text>`;
    }),
  ];
  return {
    title,
    width: Math.max(layout.width, left + barWidth),
    height: above + layout.height + SCALE_HEIGHT,
    ink,
    ground: surface,
    body: body.join('\n'),
  };
}

/** Everything that `paint` paints, in the same order. */
function cellsOf({ picture, layout }: MapFile): string {
  const { matrix, scale, mask, marks, muted, rule, surface } = picture;
  const { left, top, cell, width, height } = layout;
  const written = picture.values && cell >= VALUE_SIZE;
  const signed = hasSigns(picture, layout);
  const hatched = isHatched(picture, layout);
  const cells: string[] = [];
  const over: string[] = [];
  for (let row = 0; row < matrix.rows; row++) {
    for (let col = 0; col < matrix.cols; col++) {
      const at = row * matrix.cols + col;
      const [x, y] = [left + col * cell, top + row * cell];
      if (mask?.[at] === 0) {
        if (hatched) {
          const [near, far] = [cell * 0.25, cell * 0.75];
          over.push(
            `<path d="M${x + near} ${y + far}L${x + far} ${y + near}" stroke="${rule}" stroke-width="1.5"/>`,
          );
        }
        continue;
      }
      const value = matrix.data[at]!;
      const colour = scale.colour(value);
      cells.push(`<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${cssColour(colour)}"/>`);
      const ink = cssColour(inkOn(colour));
      if (written) {
        over.push(
          `<text x="${x + cell / 2}" y="${y + cell / 2}" text-anchor="middle" dominant-baseline="central" font-size="${VALUE_FONT}" fill="${ink}">${escapeXml(formatNumber(value))}</text>`,
        );
      } else if (signed && value < 0) {
        over.push(`<path d="M${x + cell * 0.28} ${y + cell / 2}h${cell * 0.44}" stroke="${ink}"/>`);
      }
    }
  }
  const names: string[] = [];
  if (layout.named) {
    for (const [row, name] of picture.rowNames.slice(0, matrix.rows).entries()) {
      names.push(
        `<text x="${left - 5}" y="${top + (row + 0.5) * cell}" text-anchor="end" dominant-baseline="central">${escapeXml(short(name))}</text>`,
      );
    }
    for (const [col, name] of picture.colNames.slice(0, matrix.cols).entries()) {
      names.push(
        `<text transform="translate(${left + (col + 0.5) * cell} ${top - 5}) rotate(-90)" dominant-baseline="central">${escapeXml(short(name))}</text>`,
      );
    }
  }
  const gaps: string[] = [];
  if (hasGaps(layout)) {
    for (let col = 1; col < matrix.cols; col++) gaps.push(`M${left + col * cell} ${top}V${height}`);
    for (let row = 1; row < matrix.rows; row++) gaps.push(`M${left} ${top + row * cell}H${width}`);
  }
  return [
    ...cells,
    ...over,
    `<g font-size="${NAME_FONT}" fill="${muted}">${names.join('\n')}</g>`,
    `<path d="${gaps.join('')}" stroke="${surface}"/>`,
    ...marks.map(
      (mark) =>
        `<rect x="${left + mark.col * cell + 1}" y="${top + mark.row * cell + 1}" width="${mark.cols * cell - 2}" height="${mark.rows * cell - 2}" fill="none" stroke="${mark.colour}" stroke-width="2"/>`,
    ),
  ].join('\n');
}
