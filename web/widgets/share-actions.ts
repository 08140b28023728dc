// The entries of <la-actions> that nearly every figure has: link, numbers, files, pictures, scripts, reset.
import type { Engine } from '../engine/calls.js';
import type { Matrix } from '../engine/types.js';
import { say } from '../lesson-kit/strings.js';
import {
  type CodeLanguage,
  type CodeRun,
  type CodeScreen,
  drawsProjection,
  exportCode,
} from '../model/code-export.js';
import { shortestFloat32 } from '../model/format-number.js';
import { writeCsv } from '../model/formats/csv.js';
import { writeJson } from '../model/formats/json.js';
import { writeNpy } from '../model/formats/npy.js';
import { writeNpz } from '../model/formats/npz.js';
import type { Action } from './la-actions.js';

/** What there is to share; entries appear for what is given. Everything is asked for when it is wanted. */
export interface Shared {
  /** Of the files, without an ending. */
  readonly stem: string;
  link?(): string;
  /** By their names, the most important first. */
  matrices?(): Readonly<Record<string, Matrix>>;
  /** A heat map or a plot. */
  picture?(): { toSVG(): string; toPNG(): Promise<Blob> };
  /** Of a plot, whose points are no matrix. */
  csv?(): string;
  code?(): CodeScreen | Promise<CodeScreen>;
  reset?(): void;
}

export function shareActions(shared: Shared, speak: typeof say = say): Action[] {
  const { stem, link, matrices, picture, csv, code, reset } = shared;
  const actions: Action[] = [];
  const download = speak('share.download');
  if (link !== undefined) {
    actions.push({ id: 'link', label: speak('share.copy-link'), run: () => ({ copy: link() }) });
  }
  if (matrices !== undefined) {
    actions.push(
      { id: 'numbers', label: speak('share.copy-numbers'), run: () => ({ copy: tableText(matrices()) }) },
      { id: 'npy', label: 'NumPy', group: download, run: () => npyFile(stem, matrices()) },
      {
        id: 'json',
        label: 'JSON',
        group: download,
        run: () => ({ file: `${stem}.json`, content: writeJson(matrices()) }),
      },
      ...Object.keys(matrices()).map(
        (name): Action => ({
          id: `csv-${name}`,
          label: `CSV: ${name}`,
          group: download,
          run: () => ({ file: `${stem}-${fileName(name)}.csv`, content: writeCsv(matrices()[name]!) }),
        }),
      ),
    );
  }
  if (csv !== undefined) {
    actions.push({
      id: 'csv',
      label: 'CSV',
      group: download,
      run: () => ({ file: `${stem}.csv`, content: csv() }),
    });
  }
  if (picture !== undefined) {
    actions.push(
      {
        id: 'png',
        label: 'PNG',
        group: download,
        run: async () => ({ file: `${stem}.png`, content: await picture().toPNG() }),
      },
      {
        id: 'svg',
        label: 'SVG',
        group: download,
        run: () => ({ file: `${stem}.svg`, content: picture().toSVG() }),
      },
    );
  }
  if (code !== undefined) {
    const languages: [CodeLanguage, string][] = [
      ['numpy', 'NumPy'],
      ['pytorch', 'PyTorch'],
      ['javascript', 'JavaScript'],
    ];
    actions.push(
      ...languages.map(
        ([language, label]): Action => ({
          id: language,
          label,
          group: speak('share.copy-as'),
          run: async () => ({ copy: exportCode(language, await code()) }),
        }),
      ),
    );
  }
  if (reset !== undefined) {
    actions.push({
      id: 'reset',
      label: speak('activity.reset'),
      run: () => {
        reset();
        return undefined;
      },
    });
  }
  return actions;
}

/** A screen with the numbers its runs draw at random, asked of the core, so that scripts of others can have them. */
export async function withDrawnNumbers(screen: CodeScreen, engine: Engine): Promise<CodeScreen> {
  const runs = await Promise.all(
    screen.runs.map(async (run): Promise<CodeRun> => {
      const { mechanism } = run.options;
      if (mechanism.kind === 'linear') {
        const map = mechanism.featureMap;
        if (map.kind !== 'favor' && map.kind !== 'trigonometric') return run;
        if (!drawsProjection(map)) return run;
        return { ...run, projection: await engine.call('projection', { map, dim: screen.q.cols }) };
      }
      if (mechanism.kind !== 'sparse' || mechanism.pattern.kind !== 'bigbird') return run;
      const { pattern } = mechanism;
      return { ...run, pattern: await engine.call('pattern', { n: screen.k.rows, pattern }) };
    }),
  );
  return { ...screen, runs };
}

/** Rows of tab-separated numbers, as spreadsheets paste them; a line with its name before each of several. */
function tableText(matrices: Readonly<Record<string, Matrix>>): string {
  const entries = Object.entries(matrices);
  return entries
    .map(([name, { rows, cols, data }]) => {
      const lines = Array.from({ length: rows }, (_, row) =>
        Array.from(data.subarray(row * cols, (row + 1) * cols), shortestFloat32).join('\t'),
      );
      return `${(entries.length > 1 ? [name, ...lines] : lines).join('\n')}\n`;
    })
    .join('\n');
}

function npyFile(
  stem: string,
  matrices: Readonly<Record<string, Matrix>>,
): { file: string; content: BlobPart } {
  const arrays = Object.entries(matrices).map(([name, { rows, cols, data }]) => ({
    name,
    shape: [rows, cols],
    data,
  }));
  const [only] = arrays;
  if (arrays.length === 1) return { file: `${stem}.npy`, content: writeNpy(only!.shape, only!.data) };
  return {
    file: `${stem}.npz`,
    content: writeNpz(Object.fromEntries(arrays.map(({ name, ...array }) => [fileName(name), array]))),
  };
}

/** Letters that every file system and numpy.load take; φ and its like are spelt. */
function fileName(name: string): string {
  return (
    name
      .replace(/φ/g, 'phi')
      .replace(/[^\w-]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'array'
  );
}
