// Draws a matrix of numbers as coloured cells on any 2-D canvas, at the size it is given. No element, no events.
import type { Matrix } from '../../engine/types.js';
import { type ColourScale, cssColour, inkOn } from '../../model/colour-scale.js';
import { formatNumber } from '../../model/format-number.js';
import { shorten } from '../../model/text.js';
import { canvasOf } from '../theme/canvas.js';

/** Where things stand, in CSS pixels. */
export interface Layout {
  readonly cell: number;
  /** Left of the cells, for row names. */
  readonly left: number;
  /** Above the cells, for column names. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What whole pixels leave free below the cells: maps of almost the same size are equally high with it. */
  readonly slack: number;
  /** Whether the names are large enough to be read. */
  readonly named: boolean;
}

export interface Picture {
  readonly matrix: Matrix;
  readonly scale: ColourScale;
  /** rows * cols, 1 = permitted. */
  readonly mask: Uint8Array | null;
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
  readonly marks: readonly RectangleMark[];
  /** Whether cells that are large enough carry their number. */
  readonly values: boolean;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly surface: string;
  readonly font: string;
}

/** A rectangle of cells with an outline. */
export interface RectangleMark {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  readonly colour: string;
}

/** Cells at least this large carry signs and hatching; names need the second size. */
const SIGN_SIZE = 8;
const GAP_SIZE = 14;
/** Room for '−0.0123' at VALUE_FONT. */
export const VALUE_SIZE = 44;
export const VALUE_FONT = 11;
const NAME_SIZE = 12;
export const NAME_FONT = 12;
/** Average width of a letter at NAME_FONT, for a first guess of the room that names need. */
const LETTER = 6.6;
const LONGEST_NAME = 96;
/** A map of many rows stays within a screen. */
const TALLEST = 640;

/** Fits square cells of at most `maxCell` into a width. */
export function layoutOf(
  matrix: Matrix,
  width: number,
  maxCell: number,
  rowNames: readonly string[],
  colNames: readonly string[],
): Layout {
  const room = (names: readonly string[]) =>
    names.length === 0
      ? 0
      : Math.min(LONGEST_NAME, Math.ceil(Math.max(...names.map((name) => name.length)) * LETTER) + 8);
  const cellIn = (left: number) =>
    Math.min(maxCell, (width - left) / Math.max(1, matrix.cols), TALLEST / Math.max(1, matrix.rows));
  const named = rowNames.length + colNames.length > 0 && cellIn(room(rowNames)) >= NAME_SIZE;
  const left = named ? room(rowNames) : 0;
  const top = named ? room(colNames) : 0;
  // Whole pixels keep edges sharp; where cells are smaller than a few pixels the fraction matters more.
  const exact = cellIn(left);
  const cell = exact >= 4 ? Math.floor(exact) : exact;
  const slack = Math.ceil((exact - cell) * matrix.rows);
  return {
    cell,
    left,
    top,
    width: left + cell * matrix.cols,
    height: top + cell * matrix.rows,
    slack,
    named,
  };
}

/** The whole picture, for a file: the page lays the same parts over each other. */
export function paint(context: CanvasRenderingContext2D, picture: Picture, layout: Layout): void {
  const { matrix } = picture;
  if (matrix.rows === 0 || matrix.cols === 0) return;
  const { canvas } = canvasOf(matrix.cols, matrix.rows);
  paintCells(canvas, picture);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, layout.left, layout.top, matrix.cols * layout.cell, matrix.rows * layout.cell);
  if (isHatched(picture, layout)) paintMask(context, picture, layout);
  paintOver(context, picture, layout);
  if (hasGaps(layout)) paintGaps(context, picture, layout);
  for (const mark of picture.marks) paintMark(context, mark, layout);
}

/** Whether cells that were left out are hatched. */
export function isHatched({ mask }: Pick<Picture, 'mask'>, { cell }: Layout): boolean {
  return mask !== null && cell >= SIGN_SIZE / 2;
}

/** Whether a line of ground parts the cells. */
export function hasGaps({ cell }: Layout): boolean {
  return cell >= GAP_SIZE;
}

/** Whether marks on the cells follow from the numbers: each value, or a − where one is negative. */
export function hasSigns({ matrix, scale, values }: Picture, { cell }: Layout): boolean {
  if (values && cell >= VALUE_SIZE) return true;
  return cell >= SIGN_SIZE && scale.kind === 'diverging' && matrix.data.some((value) => value < 0);
}

/** What stands on the cells and beside them: values or signs, and names. */
export function paintOver(context: CanvasRenderingContext2D, picture: Picture, layout: Layout): void {
  if (hasSigns(picture, layout)) {
    if (picture.values && layout.cell >= VALUE_SIZE) paintValues(context, picture, layout);
    else paintSigns(context, picture, layout);
  }
  if (layout.named) paintNames(context, picture, layout);
}

/** One pixel a cell: whoever shows them makes them larger. */
export function paintCells(pixels: HTMLCanvasElement, { matrix, scale, mask }: Picture): void {
  const { rows, cols, data } = matrix;
  if (pixels.width !== cols || pixels.height !== rows) {
    pixels.width = cols;
    pixels.height = rows;
  }
  const small = pixels.getContext('2d')!;
  const image = small.createImageData(cols, rows);
  const words = new Uint32Array(image.data.buffer);
  const table = new Uint32Array(scale.table.buffer);
  // A cell that is left out stays transparent.
  for (let i = 0; i < data.length; i++) words[i] = mask?.[i] === 0 ? 0 : table[scale.index(data[i]!)]!;
  small.putImageData(image, 0, 0);
}

function paintSigns(
  context: CanvasRenderingContext2D,
  { matrix, scale, mask }: Picture,
  { left, top, cell }: Layout,
): void {
  const half = Math.max(2, Math.min(5, cell * 0.22));
  const thick = cell >= 16 ? 1.5 : 1;
  /** By the index of a colour: whether its ink is white; 2 is not known yet. A map has far fewer colours than cells. */
  const inks = new Uint8Array(scale.table.length / 4).fill(2);
  const isWhite = (value: number) => {
    const at = scale.index(value);
    if (inks[at] === 2) inks[at] = inkOn(scale.colour(value))[0] === 0 ? 0 : 1;
    return inks[at];
  };
  for (const [white, ink] of ['#000', '#fff'].entries()) {
    context.fillStyle = ink;
    for (let row = 0; row < matrix.rows; row++) {
      for (let col = 0; col < matrix.cols; col++) {
        const at = row * matrix.cols + col;
        const value = matrix.data[at]!;
        if (!(value < 0) || mask?.[at] === 0 || isWhite(value) !== white) continue;
        context.fillRect(
          left + (col + 0.5) * cell - half,
          top + (row + 0.5) * cell - thick / 2,
          2 * half,
          thick,
        );
      }
    }
  }
}

/** The numbers themselves, in the ink that reads on each colour. */
function paintValues(
  context: CanvasRenderingContext2D,
  { matrix, scale, mask, font }: Picture,
  { left, top, cell }: Layout,
): void {
  context.font = `${VALUE_FONT}px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let at = 0; at < matrix.data.length; at++) {
    if (mask?.[at] === 0) continue;
    const value = matrix.data[at]!;
    context.fillStyle = cssColour(inkOn(scale.colour(value)));
    const x = left + ((at % matrix.cols) + 0.5) * cell;
    const y = top + (Math.floor(at / matrix.cols) + 0.5) * cell;
    context.fillText(formatNumber(value), x, y, cell - 4);
  }
}

/** A line of ground between cells that are large enough to be looked at one by one. */
function paintGaps(
  context: CanvasRenderingContext2D,
  { matrix, surface }: Picture,
  { left, top, cell, width, height }: Layout,
): void {
  context.beginPath();
  for (let col = 1; col < matrix.cols; col++) {
    context.moveTo(left + col * cell, top);
    context.lineTo(left + col * cell, height);
  }
  for (let row = 1; row < matrix.rows; row++) {
    context.moveTo(left, top + row * cell);
    context.lineTo(width, top + row * cell);
  }
  context.lineWidth = 1;
  context.strokeStyle = surface;
  context.stroke();
}

/** Hatching below the cells, which shows where a cell was left out: one fill, however many they are. */
function paintMask(
  context: CanvasRenderingContext2D,
  { matrix, rule }: Picture,
  { left, top, cell }: Layout,
): void {
  const ratio = context.getTransform().a;
  const side = Math.round(cell * ratio);
  const tile = canvasOf(side, side);
  tile.context.lineWidth = 1.5 * ratio;
  tile.context.strokeStyle = rule;
  tile.context.beginPath();
  tile.context.moveTo(side * 0.25, side * 0.75);
  tile.context.lineTo(side * 0.75, side * 0.25);
  tile.context.stroke();
  const pattern = context.createPattern(tile.canvas, 'repeat')!;
  pattern.setTransform(new DOMMatrix().scale(cell / side));
  context.save();
  context.translate(left, top);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = pattern;
  context.fillRect(0, 0, matrix.cols * cell, matrix.rows * cell);
  context.restore();
}

function paintNames(
  context: CanvasRenderingContext2D,
  { matrix, rowNames, colNames, muted, font }: Picture,
  { left, top, cell }: Layout,
): void {
  context.fillStyle = muted;
  context.font = `${NAME_FONT}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (let row = 0; row < Math.min(matrix.rows, rowNames.length); row++) {
    context.fillText(short(rowNames[row]!), left - 5, top + (row + 0.5) * cell, left - 6);
  }
  context.textAlign = 'left';
  for (let col = 0; col < Math.min(matrix.cols, colNames.length); col++) {
    context.save();
    context.translate(left + (col + 0.5) * cell, top - 5);
    context.rotate(-Math.PI / 2);
    context.fillText(short(colNames[col]!), 0, 0, top - 6);
    context.restore();
  }
}

/** A name that fits beside the cells. */
export function short(name: string): string {
  return shorten(name, Math.floor(LONGEST_NAME / LETTER));
}

function paintMark(
  context: CanvasRenderingContext2D,
  { row, col, rows, cols, colour }: RectangleMark,
  { left, top, cell }: Layout,
): void {
  context.lineWidth = 2;
  context.strokeStyle = colour;
  context.strokeRect(left + col * cell + 1, top + row * cell + 1, cols * cell - 2, rows * cell - 2);
}
