// Where trained heads come from. Widgets know the shape of the library; a page that ships heads provides one.
import type { Matrix } from '../../engine/types.js';

export interface HeadInfo {
  /** 'short/0/1': text, layer, head; layer and head counted from 0. */
  readonly id: string;
  readonly label: string;
  /** In a list: 'sentence: layer 1, head 2', below the name of its text. */
  readonly short: string;
  readonly group: string;
}

export interface TrainedHead {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly tokens: readonly string[];
  /** What q.k is multiplied by in the model's own softmax. */
  readonly scale: number;
  /** Whose they are. */
  readonly credit: string;
}

export interface HeadLibrary {
  readonly heads: readonly HeadInfo[];
  load(id: string): Promise<TrainedHead>;
}

const NONE: HeadLibrary = {
  heads: [],
  load: (id) => Promise.reject(new Error(`This page ships no trained heads; “${id}” was asked for.`)),
};
let library: HeadLibrary = NONE;

export function provideHeads(provided: HeadLibrary): void {
  library = provided;
}

export function headLibrary(): HeadLibrary {
  return library;
}
