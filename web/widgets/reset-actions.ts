// Back to the author's version, and back from there: the same two entries below every activity.
import { speaker } from '../lesson-kit/strings.js';
import type { Activity } from './activity.js';
import type { Action } from './la-actions.js';

/** The way back stands beside the reset, and not in its place: who clicks twice would have undone it. */
export function resetActions(activity: Activity): Action[] {
  const say = speaker(activity.settings.lang);
  const reset: Action = {
    id: 'reset',
    label: say('activity.reset'),
    narrowLabel: say('activity.reset-short'),
    disabled: !activity.canReset,
    run: () => {
      activity.reset();
      return { says: say('activity.reset-done') };
    },
  };
  const undo: Action = {
    id: 'undo-reset',
    label: say('activity.undo-reset'),
    narrowLabel: say('activity.undo-reset-short'),
    run: () => {
      activity.undoReset();
      return { says: say('activity.undo-reset-done') };
    },
  };
  return activity.canUndoReset ? [reset, undo] : [reset];
}
