// The figures of the walk, each an activity of its own.
import type { Table } from '../model/parameters.js';
import type { Activity } from '../widgets/activity.js';
import type { Entry, Loaded } from './entry.js';

interface StationModule {
  readonly table: Table;
}

/** `tag` is what the module defines, and the name of its file. */
function station(
  about: Omit<Entry, 'load' | 'modules'>,
  tag: string,
  importModule: () => Promise<StationModule>,
): Entry {
  return {
    ...about,
    modules: [tag, 'trained-heads'],
    load: async (): Promise<Loaded> => {
      const [{ table }, { provideTrainedHeads }] = await Promise.all([
        importModule(),
        import('./trained-heads.js'),
      ]);
      provideTrainedHeads();
      return {
        table,
        create: () => {
          const element = document.createElement(tag) as Activity;
          element.ex = about.id;
          element.heading = about.title;
          return element;
        },
      };
    },
  };
}

export const stationEntries: readonly Entry[] = [
  station(
    {
      id: 'two-orders',
      title: 'Two orders, one total',
      summary: 'Multiply three small matrices in both orders and compare the counters.',
      kind: 'station',
      station: 1,
      minutes: 4,
    },
    'la-station-orders',
    () => import('../widgets/stations/la-station-orders.js'),
  ),
  station(
    {
      id: 'softmax-rank',
      title: 'Why softmax is in the way',
      summary: 'Sharpen the weights with the scale and compute the rank of several kernels.',
      kind: 'station',
      station: 2,
      minutes: 5,
    },
    'la-station-softmax',
    () => import('../widgets/stations/la-station-softmax.js'),
  ),
  station(
    {
      id: 'feature-maps',
      title: 'The feature-map bench',
      summary: 'Compare any feature map with softmax and with equal weights.',
      kind: 'station',
      station: 3,
      minutes: 8,
    },
    'la-station-feature-maps',
    () => import('../widgets/stations/la-station-feature-maps.js'),
  ),
  station(
    {
      id: 'shared-summaries',
      title: 'Two shared summaries',
      summary: 'Step through one output and see where every number comes from.',
      kind: 'station',
      station: 4,
      minutes: 5,
    },
    'la-station-summaries',
    () => import('../widgets/stations/la-station-summaries.js'),
  ),
  station(
    {
      id: 'cost',
      title: 'Worked example 1: the cost',
      summary: 'Count multiply-adds exactly, find the break-even, and measure on your machine.',
      kind: 'example',
      station: 5,
      minutes: 8,
    },
    'la-station-cost',
    () => import('../widgets/stations/la-station-cost.js'),
  ),
  station(
    {
      id: 'running-state',
      title: 'Worked example 2: the running state',
      summary: 'Add tokens one by one, go back without loss, and run three million of them.',
      kind: 'example',
      station: 6,
      minutes: 10,
    },
    'la-station-state',
    () => import('../widgets/stations/la-station-state.js'),
  ),
  station(
    {
      id: 'needle',
      title: 'One needle among many keys',
      summary: 'Sharpen the target and read the weight on the needle.',
      kind: 'station',
      station: 7,
      minutes: 3,
    },
    'la-station-needle',
    () => import('../widgets/stations/la-station-needle.js'),
  ),
  station(
    {
      id: 'recall',
      title: 'A memory past its rank',
      summary: 'Store more pairs than there are features and count what comes back wrong.',
      kind: 'station',
      station: 7,
      minutes: 4,
    },
    'la-station-recall',
    () => import('../widgets/stations/la-station-recall.js'),
  ),
  station(
    {
      id: 'random-features',
      title: 'How many random directions?',
      summary: 'Compare positive and trigonometric random features with their theory.',
      kind: 'station',
      station: 7,
      minutes: 4,
    },
    'la-station-random-features',
    () => import('../widgets/stations/la-station-random-features.js'),
  ),
  station(
    {
      id: 'learned-map',
      title: 'Train a map on a real head',
      summary: 'Fit a feature map to a trained head and watch its loss fall.',
      kind: 'station',
      station: 7,
      minutes: 5,
    },
    'la-station-learned-map',
    () => import('../widgets/stations/la-station-learned-map.js'),
  ),
  station(
    {
      id: 'flash-tiles',
      title: 'FlashAttention, tile by tile',
      summary: 'Walk over the tiles and count what is moved.',
      kind: 'station',
      station: 8,
      minutes: 5,
    },
    'la-station-flash',
    () => import('../widgets/stations/la-station-flash.js'),
  ),
  station(
    {
      id: 'sparse-patterns',
      title: 'Leave most pairs out',
      summary: 'Draw a Longformer or BigBird pattern, count its pairs and run it.',
      kind: 'station',
      station: 8,
      minutes: 5,
    },
    'la-station-sparse',
    () => import('../widgets/stations/la-station-sparse.js'),
  ),
  station(
    {
      id: 'bench',
      title: 'The bench',
      summary: 'Compare two kinds of attention on inputs of your own.',
      kind: 'station',
      station: 3,
      minutes: 10,
    },
    'la-bench',
    () => import('../widgets/bench/la-bench.js'),
  ),
];
