// What a reader can take out of any activity: its sentences and tables as text, its drawings as files.
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

/** A word for file names: 'weights over the permitted pairs' becomes 'weights-over-the-permitted-pairs'. */
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

/** What the figure says now: its tables, tab-separated, and its sentences. */
function numbersOf(root: ParentNode): string {
  const parts = [...root.querySelectorAll<HTMLElement>('table, .computed p')].map((element) =>
    element instanceof HTMLTableElement
      ? tableText(element)
      : element.textContent!.replaceAll(/\s+/g, ' ').trim(),
  );
  return `${parts.join('\n\n')}\n`;
}

/** Actions for what the activity shows at this moment. */
export function takeAway(activity: HTMLElement, id: string): Action[] {
  const root = activity.shadowRoot;
  if (root === null) return [];
  const drawings = [...root.querySelectorAll('*')].filter(isDrawing);
  const files = drawings.flatMap((drawing, i): Action[] => {
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
  return [{ id: 'numbers', label: 'Copy the numbers', run: () => ({ copy: numbersOf(root) }) }, ...files];
}
