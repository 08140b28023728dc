// What of a plot goes into a file: custom properties become plain colours, so that it looks the same anywhere.

const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'paint-order',
  'opacity',
  'font-weight',
  'font-size',
] as const;

const SVG = 'http://www.w3.org/2000/svg';

export interface DrawnParts {
  /** SVG elements. */
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** The drawing, and below it the list of its lines where it has one, with the style that they have on the page written into them. */
export function drawnParts(drawing: SVGSVGElement | null, legend: HTMLElement | null): DrawnParts {
  if (drawing === null) throw new Error('There is no drawing to save while the table is shown.');
  const width = Number(drawing.getAttribute('width'));
  const height = Number(drawing.getAttribute('height'));
  const parts: Element[] = [...styledCopy(drawing).children];
  let below = 0;
  if (legend !== null) {
    const box = legend.getBoundingClientRect();
    below = box.height + 16;
    for (const line of legend.children) {
      const at = line.getBoundingClientRect();
      parts.push(legendLine(line, at.left - box.left, height + 8 + at.top - box.top, at.height));
    }
  }
  const serializer = new XMLSerializer();
  // Comments are Lit's marks of where parts begin.
  const body = parts.map((part) => serializer.serializeToString(part).replace(/<!--.*?-->/g, '')).join('\n');
  return { body, width, height: height + below };
}

/** One line's sign and name, placed as on the page. */
function legendLine(line: Element, x: number, y: number, height: number): SVGGElement {
  const sign = line.querySelector('svg')!;
  const name = line.querySelector('span')!;
  const text = document.createElementNS(SVG, 'text');
  const { color, fontSize } = getComputedStyle(name);
  text.textContent = name.textContent;
  text.setAttribute('x', String(name.getBoundingClientRect().left - line.getBoundingClientRect().left));
  text.setAttribute('dominant-baseline', 'central');
  text.style.fill = color;
  text.style.fontSize = fontSize;
  const place = document.createElementNS(SVG, 'g');
  place.setAttribute('transform', `translate(${x} ${y + height / 2})`);
  const middle = document.createElementNS(SVG, 'g');
  middle.setAttribute('transform', `translate(0 ${-Number(sign.getAttribute('height')) / 2})`);
  middle.append(...styledCopy(sign).children);
  place.append(middle, text);
  return place;
}

function styledCopy(drawing: SVGSVGElement): SVGSVGElement {
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
  return copy;
}
