// Outcomes of recipes as words and numbers.
import type { Result } from '../../lesson-kit/exercise.js';
import { fill, placeholders } from '../../lesson-kit/prose.js';
import { type Evaluator, type Outcome, toRows } from '../../lesson-kit/recipe.js';
import { formatBytes, formatCountWithPower, formatNumber } from '../../model/format-number.js';

export function outcomeText(outcome: Outcome, show: Result['show'] = 'number'): string {
  if (typeof outcome === 'string') return outcome;
  if (Array.isArray(outcome) && outcome.every((item) => typeof item === 'string')) return outcome.join(', ');
  const rows = toRows(outcome);
  if (rows === null) return String(outcome);
  const one = rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0]! : null;
  if (one === null) return rows.map((row) => `(${row.map(formatNumber).join(', ')})`).join(', ');
  if (show === 'bytes') return formatBytes(one);
  return show === 'integer' && Number.isInteger(one) ? formatCountWithPower(one) : formatNumber(one);
}

/** A section with its {placeholders} computed, as far as they are known; `more` are recipes besides the exercise's own values. */
export async function filled(
  html: string,
  evaluator: Evaluator,
  more: Readonly<Record<string, Parameters<Evaluator['evaluate']>[0]>> = {},
): Promise<string> {
  const known = (name: string) => Object.hasOwn(more, name) || evaluator.knows(name);
  const names = [...new Set(placeholders(html))].filter(known);
  const entries = await Promise.all(
    names.map(async (name) => {
      const recipe = Object.hasOwn(more, name) ? more[name]! : { value: name };
      return [name, outcomeText(await evaluator.evaluate(recipe))] as const;
    }),
  );
  return fill(html, Object.fromEntries(entries));
}

/** Markup without its tags, for a label that takes text alone. */
export function plainText(markup: string): string {
  return new DOMParser().parseFromString(markup, 'text/html').body.textContent ?? '';
}
