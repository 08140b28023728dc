// What stations compute on inputs that a reader brings.
import { expect, test } from 'vitest';
import { decodeState, defaults, encodeState } from '../../web/model/state.js';
import { HEAD_IDS, inputParameters, inputRows } from '../../web/widgets/inputs/input-parameters.js';
import { table as stateTable } from '../../web/widgets/stations/state-parameters.js';

test('a station keeps its own defaults and bounds, and leaves out what it does not use', () => {
  const rows = inputRows({ d: { default: 4, max: 8 } }, ['n']);
  expect(rows.map(({ name }) => name)).toEqual(
    inputParameters.map(({ name }) => name).filter((name) => name !== 'n'),
  );
  expect(rows.find(({ name }) => name === 'd')).toMatchObject({ default: 4, min: 1, max: 8 });
  expect(rows.find(({ name }) => name === 'seed')).toMatchObject({ default: 1 });
});

test('where the input comes from travels in the link, typed matrices and all', () => {
  const state = {
    ...defaults(stateTable),
    source: 'typed',
    typedK: [
      [2, 0],
      [0, -3],
    ],
  };
  const { state: read, warnings } = decodeState(stateTable, encodeState(stateTable, state));
  expect(warnings).toEqual([]);
  expect(read).toEqual(state);
  const head = { ...defaults(stateTable), source: 'head', head: HEAD_IDS[5]! };
  expect(decodeState(stateTable, encodeState(stateTable, head)).state).toEqual(head);
});
