// Outcomes of recipes as words and numbers.
import type { Result } from '../../lesson-kit/exercise.js';
import { fill, placeholders } from '../../lesson-kit/prose.js';
import { type Evaluator, type Outcome, type Recipe, toRows } from '../../lesson-kit/recipe.js';
import { formatBytes, formatCountWithPower, formatNumber } from '../../model/format-number.js';
import { spokenText } from '../../model/spoken.js';

export function outcomeText(outcome: Outcome, show: Result['show'] = 'number'): string {
  if (typeof outcome === 'string') return outcome;
  if (Array.isArray(outcome) && outcome.every((item) => typeof item === 'string')) return outcome.join(', ');
  const rows = toRows(outcome);
  if (rows === null) return typeof outcome === 'object' ? '…' : String(outcome);
  const one = rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0]! : null;
  if (one === null) return rows.map((row) => `(${row.map(formatNumber).join(', ')})`).join(', ');
  if (show === 'bytes') return formatBytes(one);
  return show === 'integer' && Number.isInteger(one) ? formatCountWithPower(one) : formatNumber(one);
}

/** Where an outcome comes from, as the page marks it: see from.ts. */
export function sourceOf(recipe: Recipe, evaluator: Evaluator): 'core' | 'input' {
  return evaluator.asksCore(recipe) ? 'core' : 'input';
}

/** A section with its {placeholders} computed, as far as they are known; `more` are recipes besides the exercise's own values. */
export async function filled(
  html: string,
  evaluator: Evaluator,
  more: Readonly<Record<string, Recipe>> = {},
): Promise<string> {
  const known = (name: string) => Object.hasOwn(more, name) || evaluator.knows(name);
  const names = [...new Set(placeholders(html))].filter(known);
  const recipeOf = (name: string) => (Object.hasOwn(more, name) ? more[name]! : { value: name });
  const entries = await Promise.all(
    names.map(async (name) => [name, outcomeText(await evaluator.evaluate(recipeOf(name)))] as const),
  );
  return fill(
    html,
    Object.fromEntries(entries),
    (name, text) => `<span data-from="${sourceOf(recipeOf(name), evaluator)}">${text}</span>`,
  );
}

/** Markup as it is heard: formulas in their words. */
export function heardText(markup: string): string {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const formula of body.querySelectorAll('math')) formula.replaceWith(formula.ariaLabel ?? '');
  return spokenText((body.textContent ?? '').replace(/\s+/g, ' ').trim());
}

/** Markup without its tags, for a label that takes text alone. */
export function plainText(markup: string): string {
  return new DOMParser().parseFromString(markup, 'text/html').body.textContent ?? '';
}
