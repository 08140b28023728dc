// What the catalogue holds of each activity.
import type { Table } from '../model/parameters.js';
import type { Activity } from '../widgets/activity.js';

export interface Entry {
  readonly id: string;
  readonly title: string;
  /** One sentence: what the reader does. */
  readonly summary: string;
  readonly kind: 'example' | 'exercise' | 'station';
  /** The station of the lesson it belongs to. */
  readonly station: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly minutes: number;
  readonly load: () => Promise<Loaded>;
  /** The modules that `load` and the activity itself import later, by file name: what a page that fetches nothing carries of all activities. */
  readonly modules: readonly string[];
}

export interface Loaded {
  /** Its own parameters; the common ones are in model/common-parameters. */
  readonly table: Table;
  /** A new element, with ex and heading set. */
  readonly create: () => Activity;
}
