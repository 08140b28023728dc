import type { TemplateResult } from 'lit';
import { expect, test } from 'vitest';
import type { Parameter, State } from '../../web/model/parameters.js';
import { catalogue } from '../../web/pages/catalogue.js';
import { controls } from '../../web/widgets/controls.js';

/** What stands behind `name=` in the markup. */
function attribute({ strings, values }: TemplateResult, name: string): unknown {
  return values[strings.findIndex((text) => new RegExp(`\\s${name}=$`).test(text))];
}

const row = (more: object) =>
  ({ name: 'n', label: 'n', default: 16, min: 1, max: 4096, ...more }) as Parameter;
const control = (parameter: Parameter) =>
  controls([parameter], { n: 16 } satisfies State, { set: () => {} })[0]!;
const scaleOf = (parameter: Parameter) => attribute(control(parameter), 'scale');

test('a slider in equal ratios is one for whole numbers too', () => {
  expect(scaleOf(row({ kind: 'integer', logarithmic: true }))).toBe('log');
  expect(scaleOf(row({ kind: 'number', logarithmic: true }))).toBe('log');
  expect(scaleOf(row({ kind: 'integer' }))).toBe('linear');
});

test('a slider over whole numbers goes in the steps of its row: a window of odd width is refused by the core', () => {
  expect(attribute(control(row({ kind: 'integer', step: 2 })), '.step')).toBe(2);
  expect(attribute(control(row({ kind: 'integer' })), '.step')).toBe(1);
});

test('no row in equal ratios begins at 0 or below, which has none', async () => {
  const tables = await Promise.all(catalogue.map(async ({ load }) => (await load()).table));
  const rows = tables.flat().filter((one) => 'logarithmic' in one && one.logarithmic);
  expect(rows.length).toBeGreaterThan(5);
  for (const one of rows) expect((one as Parameter & { min: number }).min, one.name).toBeGreaterThan(0);
});
