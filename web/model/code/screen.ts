// What a page shows, as far as code can show it again: three matrices and the mechanisms they went through.
import type { AttendOptions, FeatureMap, Matrix } from '../../engine/types.js';

export interface CodeRun {
  /** As the page names it: 'softmax', 'elu + 1'. */
  readonly name: string;
  readonly options: AttendOptions;
  /** The W (features, d) of random features, from the core: other libraries draw other numbers from the same seed. */
  readonly projection?: Matrix;
  /** n_q * n_k, 1 = allowed, of a sparse pattern that was drawn at random, from the core. */
  readonly pattern?: Uint8Array;
}

export interface CodeScreen {
  /** One line for the head of the script. */
  readonly title: string;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly runs: readonly CodeRun[];
  /** The address that opens the same screen. */
  readonly link?: string;
}

export type CodeLanguage = 'numpy' | 'pytorch' | 'javascript';

/** Whether a map draws random numbers that a script of another library needs to be given. */
export function drawsProjection(map: FeatureMap): boolean {
  return (map.kind === 'favor' || map.kind === 'trigonometric') && map.projection === undefined;
}

/** The feature map of a linear run; null for softmax kinds. */
export function mapOf({ options }: CodeRun): FeatureMap | null {
  return options.mechanism.kind === 'linear' ? options.mechanism.featureMap : null;
}

/** Text for a comment: on one line, and closing nothing. */
export function commentText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\*\//g, '* /').trim();
}
