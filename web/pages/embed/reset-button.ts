// Below a figure that a reader has changed: the author's version, one click away. Exercises have their own.
import { speaker } from '../../lesson-kit/strings.js';
import type { Activity } from '../../widgets/activity.js';

export function resetButton(activity: Activity): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'la-reset';
  button.textContent = speaker(activity.settings.lang)('activity.reset');
  const show = () => {
    button.hidden = !activity.dirty || activity.settings.readonly;
  };
  button.addEventListener('click', () => {
    activity.reset();
    // The button goes away; whoever used the keyboard is not left nowhere.
    activity.tabIndex = -1;
    activity.focus({ preventScroll: true });
  });
  activity.addEventListener('la-change', show);
  show();
  return button;
}
