// The activity itself, in the element's shadow root, computed by the page's one core.
import { applyMotion, applyTheme } from '../embed/appearance.js';
import { inlineEngine } from '../embed/inline-engine.js';
import type { Notices } from '../embed/notices.js';
import { pausable } from '../embed/pausable.js';
import type { Theme } from '../embed/protocol.js';
import type { ActivityRequest } from '../embed/request.js';
import { prepare } from '../embed/stage.js';
import { pauseWhenAway, unwatch } from './away.js';
import { briefUntilNear, drawWhole, forget } from './near.js';
import type { Presenter } from './presenter.js';

/** Puts the activity into `card`. Rejects where there is no such activity, and when the signal was raised before. */
export async function presentInline(
  request: ActivityRequest,
  card: HTMLElement,
  notices: Notices,
  signal: AbortSignal,
): Promise<Presenter> {
  const engine = pausable(inlineEngine());
  const { activity, warnings } = await prepare(request, engine);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => {
    forget(activity);
    unwatch(activity);
    activity.remove();
  });
  applyMotion(card, request.settings.motion);
  if (request.settings.load === 'auto') briefUntilNear(activity);
  card.append(activity);
  pauseWhenAway(activity, engine);
  for (const { key, value, message } of warnings) {
    notices.say(message);
    const detail = { key, value, message };
    activity.dispatchEvent(new CustomEvent('la-warning', { detail, bubbles: true, composed: true }));
  }
  await activity.updateComplete;
  return {
    getState: () => activity.getState(),
    setState: (s) => void activity.setState(s),
    reset: () => activity.reset(),
    goTo: (n) => activity.goTo(n),
    setTheme: (theme) => applyTheme(card, theme as Theme),
    focus: () => {
      drawWhole(activity);
      activity.tabIndex = -1;
      activity.focus({ preventScroll: true });
    },
  };
}
