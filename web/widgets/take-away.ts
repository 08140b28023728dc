// What a reader can take out of any activity: its sentences and tables as text, its drawings as files.
import type { Matrix } from '../engine/types.js';
import { shortestFloat32 } from '../model/format-number.js';
import type { Action } from './la-actions.js';

/** A plot or a heat map; told by what it can do, so that a figure without any loads neither. */
interface Drawing extends Element {
  readonly label: string;
  toCSV(): string;
  toSVG(): string;
  toPNG(): Promise<Blob>;
}

function isDrawing(element: Element): element is Drawing {
  return 'toCSV' in element && 'toSVG' in element && 'toPNG' in element;
}

/** An <la-matrix> with a name, told in the same way. */
interface Numbers extends HTMLElement {
  readonly label: string;
  readonly matrix: Matrix;
}

function isNumbers(element: HTMLElement): element is Numbers {
  return 'matrix' in element && 'label' in element && element.label !== '';
}

/** The menu of what is copied, where there is no room for a button each. */
export const COPY = 'Copy';

function drawingsIn(root: ParentNode): Drawing[] {
  return [...root.querySelectorAll('*')].filter(isDrawing);
}

/** What the activity draws at this moment, by name: when it changes, so do its files. */
export function drawingNames(activity: HTMLElement): string {
  return drawingsIn(activity.shadowRoot ?? activity)
    .map(({ label }) => label)
    .join('\n');
}

/** A word for file names: 'weights of permitted pairs' becomes 'weights-of-permitted-pairs'. */
function fileStem(label: string): string {
  return (
    label
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase() || 'figure'
  );
}

function tableText(table: HTMLTableElement): string {
  return [...table.rows]
    .map((row) => [...row.cells].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim()).join('\t'))
    .join('\n');
}

/** With every digit that float32 has: what is copied may be computed with. */
function matrixText({ label, matrix }: Numbers): string {
  const rows = Array.from({ length: matrix.rows }, (_, row) =>
    Array.from({ length: matrix.cols }, (_, col) =>
      shortestFloat32(matrix.data[row * matrix.cols + col]!),
    ).join('\t'),
  );
  return [`${label} (${matrix.rows} × ${matrix.cols})`, ...rows].join('\n');
}

/** What the figure says now: its matrices and tables, tab-separated, and its sentences. */
function numbersOf(root: ParentNode): string {
  const parts = [...root.querySelectorAll<HTMLElement>('table, .computed p, la-matrix')].flatMap(
    (element) => {
      if (element instanceof HTMLTableElement) return tableText(element);
      if (element.localName === 'la-matrix') return isNumbers(element) ? matrixText(element) : [];
      return element.textContent!.replaceAll(/\s+/g, ' ').trim();
    },
  );
  return `${parts.join('\n\n')}\n`;
}

/** Actions for what the activity shows at this moment. */
export function takeAway(activity: HTMLElement, id: string): Action[] {
  const root = activity.shadowRoot;
  if (root === null) return [];
  const files = drawingsIn(root).flatMap((drawing, i): Action[] => {
    const stem = `${id}-${fileStem(drawing.label)}`;
    const one = (kind: string, content: () => BlobPart | Promise<BlobPart>): Action => ({
      id: `${i}-${kind}`,
      label: `${drawing.label} as ${kind.toUpperCase()}`,
      group: 'Download',
      run: async () => ({ file: `${stem}.${kind}`, content: await content() }),
    });
    return [
      one('csv', () => drawing.toCSV()),
      one('svg', () => drawing.toSVG()),
      one('png', () => drawing.toPNG()),
    ];
  });
  return [
    {
      id: 'numbers',
      label: 'Copy the numbers',
      narrowGroup: COPY,
      run: () => ({ copy: numbersOf(root) }),
    },
    ...files,
  ];
}
