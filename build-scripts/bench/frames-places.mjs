// What is on the screen while sliders are dragged: for every page and activity the views in which, at some time, each of
// its sliders is there.
//
//   state    of the activity, beside n = 64 and d = 16
//   steps    how many steps are taken first
//   press    buttons that compute a part of the figure
//   tab      which panel is open
//   tables   heat maps and plots are shown as tables
//   again    sliders that are dragged though an earlier view of the activity had them
export const places = {
  '': {
    'two-orders': [{}],
    'softmax-rank': [{ press: ['Compute the ranks'] }, { tables: true, again: ['scale'] }],
    'feature-maps': [
      {},
      { state: { map: 'favor' } },
      { state: { map: 'dpfp' } },
      { tables: true, again: ['scale of q and k'] },
    ],
    'shared-summaries': [{ steps: 6 }],
    cost: [{}],
    'running-state': [
      { state: { tokens: 6, update: 'gated-delta' } },
      { state: { tokens: 6, source: 'text' }, again: ['t'] },
    ],
    needle: [{}],
    recall: [{ press: [/^Store up to/] }],
    'random-features': [{ press: ['Draw the directions'] }],
    'learned-map': [{ state: { source: 'random' } }],
    'flash-tiles': [{}, { tables: true, again: ['i'] }],
    'sparse-patterns': [
      {},
      { state: { pattern: 'bigbird' } },
      { state: { pattern: 'window' } },
      { tables: true, again: ['right'] },
    ],
  },
  'play/': {
    bench: [
      { state: { leftKind: 'linear', leftMap: 'favor', rightMap: 'favor' } },
      {
        state: {
          leftKind: 'linear',
          leftMap: 'dpfp',
          leftUpdate: 'delta',
          rightMap: 'dpfp',
          rightUpdate: 'delta',
          causal: true,
        },
      },
      { state: { leftKind: 'linear', leftUpdate: 'decay', rightUpdate: 'decay', causal: true } },
      { state: { leftKind: 'bigbird', rightKind: 'longformer' } },
      { state: { leftKind: 'longformer', rightKind: 'bigbird' } },
      { tab: 'Outputs', again: ['n', 'scale of q and k'] },
      { tab: 'Row by row', again: ['n', 'scale of q and k'] },
      { tab: 'States', again: ['n', 'scale of q and k'] },
      { tab: 'Counts', again: ['n', 'scale of q and k'] },
      { tab: 'Weights', tables: true, again: ['scale of q and k'] },
    ],
  },
};
