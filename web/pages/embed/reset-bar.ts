// Below a figure that a reader has changed: the author's version, one click away. Exercises have their own.
import type { Activity } from '../../widgets/activity.js';
import { LaActions } from '../../widgets/la-actions.js';
import { resetActions } from '../../widgets/reset-actions.js';

export function resetBar(activity: Activity): LaActions {
  const bar = new LaActions();
  bar.className = 'la-reset';
  const show = () => {
    const offered = (activity.canReset || activity.canUndoReset) && !activity.settings.readonly;
    bar.actions = offered ? resetActions(activity) : [];
    bar.hidden = !offered;
  };
  activity.addEventListener('la-change', show);
  show();
  return bar;
}
