// Puts one activity of the catalogue on a page, set up as it was asked for. The page that frames it and the element
// that stands in somebody's article both begin here.
import type { Engine } from '../../engine/calls.js';
import { readTexts, type Warning } from '../../model/state.js';
import type { Activity } from '../../widgets/activity.js';
import { catalogue, entry } from '../catalogue.js';
import type { Loaded } from '../entry.js';
import { OWN, OWN_KEY } from './own-page.js';
import type { ActivityRequest } from './request.js';

/** The name asked for is not in the catalogue; the message is for the author of the page. */
export class UnknownActivity extends Error {
  constructor(ex: string) {
    const names = catalogue.map(({ id }) => id).join(', ');
    const found = ex === '' ? 'No activity is named' : `There is no activity called “${ex.slice(0, 60)}”`;
    super(`${found}. Set ex to one of: ${names}.`);
  }

  override get name(): 'UnknownActivity' {
    return 'UnknownActivity';
  }
}

export interface Prepared {
  activity: Activity;
  warnings: Warning[];
}

/**
 * A new activity, not yet on the page. Rejects with UnknownActivity, with UnusableExercise, or when its code does not
 * arrive.
 */
export async function prepare(request: ActivityRequest, engine: Engine): Promise<Prepared> {
  const { table, create } = await load(request);
  const authored = readTexts(table, request.textOf);
  const activity = create();
  activity.engine = engine;
  activity.settings = request.settings;
  activity.setAuthorState(authored.state);
  const warnings = [...request.warnings, ...authored.warnings];
  if (request.saved !== null) warnings.push(...activity.setState(request.saved));
  if (request.settings.step > 1) activity.goTo(request.settings.step);
  return { activity, warnings };
}

/** The code of an activity; rejects as `prepare` does. Once it is there, `prepare` waits for nothing. */
export async function load({ ex, textOf }: ActivityRequest): Promise<Loaded> {
  if (ex === OWN) return (await import('./own-exercise.js')).loadOwn(textOf(OWN_KEY));
  const found = entry(ex);
  if (found === undefined) throw new UnknownActivity(ex);
  return found.load();
}
