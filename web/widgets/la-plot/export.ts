// A drawing of the page as a file: custom properties become plain colours, so that it looks the same anywhere.
import { canvasOf, pngOf } from '../theme/canvas.js';

const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'paint-order',
  'opacity',
  'font-weight',
  'font-size',
] as const;

/** A copy of an SVG element with the style it has on the page written into it. */
export function standaloneSvg(
  drawing: SVGSVGElement | null,
  title: string,
  resolve: (colour: string) => string,
): string {
  if (drawing === null) throw new Error('There is no drawing to save while the table is shown.');
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  const copies = copy.querySelectorAll<SVGElement>('*');
  originals.forEach((original, i) => {
    if (original.closest('defs') !== null) return;
    const style = getComputedStyle(original);
    const target = copies[i]!;
    target.removeAttribute('class');
    for (const name of STYLED) {
      target.removeAttribute(name);
      target.style.setProperty(name, style.getPropertyValue(name));
    }
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('aria-hidden');
  copy.removeAttribute('part');
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  copy.style.background = resolve('var(--la-surface)');
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name);
  // Comments are Lit's marks of where parts begin.
  return `${new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, '')}\n`;
}

/** Draws an SVG file at twice its size on a ground. */
export async function svgToPng(svg: string, ground: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { canvas, context } = canvasOf(image.width * 2, image.height * 2);
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return pngOf(canvas);
}
