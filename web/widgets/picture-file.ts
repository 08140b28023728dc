// A drawing as a file of its own: on a ground, under its name, the same in any viewer and on paper.
import { escapeXml } from '../model/text.js';
import { canvasOf, pngOf } from './theme/canvas.js';

export interface PictureFile {
  /** Stands above the drawing; none where it is empty. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  readonly ground: string;
  /** SVG elements, in CSS pixels from the upper left corner of the drawing. */
  readonly body: string;
}

const EDGE = 8;
const TITLE_HEIGHT = 24;
const TITLE_FONT = 14;
/** Average width of a bold letter at TITLE_FONT, for the room that a title needs. */
const TITLE_LETTER = 8;
/** Pixels of a PNG for one of the page. */
const RATIO = 2;

/** Where in the file the drawing begins. */
function origin(title: string): readonly [number, number] {
  return [EDGE, title === '' ? EDGE : EDGE + TITLE_HEIGHT];
}

export function pictureSvg({ title, width, height, ink, ground, body }: PictureFile): string {
  const [left, top] = origin(title);
  const wide = Math.ceil(Math.max(width, title.length * TITLE_LETTER) + 2 * EDGE);
  const high = Math.ceil(top + height + EDGE);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${wide}" height="${high}" fill="${ground}"/>`,
    title === ''
      ? ''
      : `<text x="${left}" y="${EDGE + TITLE_FONT}" font-size="${TITLE_FONT}" font-weight="600" fill="${ink}">${escapeXml(title)}</text>`,
    `<g transform="translate(${left} ${top})">`,
    body,
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** The picture at twice its size. `onTop` paints over it, in CSS pixels from the upper left corner of the drawing. */
export async function picturePng(
  picture: PictureFile,
  onTop: (context: CanvasRenderingContext2D) => void = () => undefined,
): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureSvg(picture))}`;
  await image.decode();
  const { canvas, context } = canvasOf(image.width * RATIO, image.height * RATIO);
  context.scale(RATIO, RATIO);
  context.save();
  context.translate(...origin(picture.title));
  onTop(context);
  context.restore();
  // Below, because what is painted may reach below itself.
  context.globalCompositeOperation = 'destination-over';
  context.drawImage(image, 0, 0, image.width, image.height);
  return pngOf(canvas);
}
