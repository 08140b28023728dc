// Carries an activity's events to the host page and the host's wishes to the activity.
import type { Activity, ActivityEvents } from '../../widgets/activity.js';
import { applyLanguage, applyTheme } from './appearance.js';
import type { Channel } from './channel.js';
import type { PausableEngine } from './pausable.js';
import type { HostMessage } from './protocol.js';

/** How long a state may settle before a host that asked for it is told, in milliseconds. */
const SETTLE = 250;

/** Tells the host what happens inside `wrapper`, for as long as the page lives. */
export function relayEvents(wrapper: HTMLElement, channel: Channel): void {
  const on = <E extends keyof ActivityEvents>(type: E, tell: (detail: ActivityEvents[E]) => void) =>
    wrapper.addEventListener(type, (event: Event) => tell((event as CustomEvent<ActivityEvents[E]>).detail));
  on('la-ready', ({ title, ex, steps }) => channel.send({ type: 'ready', title, ex, steps }));
  on('la-step', ({ n, of }) => {
    if (channel.wants('step')) channel.send({ type: 'step', n, of });
  });
  let settling: ReturnType<typeof setTimeout> | undefined;
  on('la-change', (change) => {
    if (!channel.wants('state')) return;
    clearTimeout(settling);
    settling = setTimeout(() => channel.send({ type: 'state', s: change.s, dirty: change.dirty }), SETTLE);
  });
  on('la-answer', ({ item, correct, score, attempt }) =>
    channel.send({ type: 'answer', item, correct, score, attempt }),
  );
  on('la-complete', ({ score, success }) => channel.send({ type: 'complete', score, success }));
  on('la-warning', ({ key, value, message }) => channel.send({ type: 'warning', key, value, message }));
  on('la-error', ({ code, message }) => channel.send({ type: 'error', code, message }));
}

export interface HostWishes {
  /** Carries the language. */
  root: HTMLElement;
  /** Carries the theme. */
  themed: HTMLElement;
  /** Whether the address itself fixes the theme or language: a hello is then only polite, and `set` still wins. */
  fixed: { theme: boolean; lang: boolean };
  engine: PausableEngine;
  channel: Channel;
  /** null until the activity stands on the page. */
  activity: () => Activity | null;
}

/** Does what the host asks. What needs the activity waits in `later` until it is there. */
export function obey(message: HostMessage, seq: number, wishes: HostWishes, later: Array<() => void>): void {
  const { themed, fixed, engine, channel } = wishes;
  switch (message.type) {
    case 'hello':
      if (message.theme && !fixed.theme) applyTheme(themed, message.theme);
      if (message.lang && !fixed.lang) setLanguage(message.lang, wishes, later);
      return;
    case 'pause':
      engine.pause();
      return;
    case 'resume':
      engine.resume();
      return;
    case 'set':
      if (message.theme) applyTheme(themed, message.theme);
      if (message.lang) setLanguage(message.lang, wishes, later);
      break;
  }
  const activity = wishes.activity();
  if (activity === null) {
    later.push(() => obey(message, seq, wishes, later));
    return;
  }
  switch (message.type) {
    case 'setState':
      activity.setState(message.s);
      break;
    case 'getState':
      channel.send({ type: 'state', s: activity.getState(), dirty: activity.dirty, re: seq });
      break;
    case 'goTo':
      activity.goTo(message.n);
      break;
    case 'set':
      if (message.readonly !== undefined) {
        activity.settings = { ...activity.settings, readonly: message.readonly };
      }
      break;
    case 'reset':
      activity.reset();
      break;
    case 'focus':
      focusFirst(activity);
      break;
  }
}

function setLanguage(lang: string, wishes: HostWishes, later: Array<() => void>): void {
  applyLanguage(wishes.root, lang);
  const apply = () => {
    const activity = wishes.activity();
    if (activity !== null) activity.settings = { ...activity.settings, lang };
  };
  if (wishes.activity() === null) later.push(apply);
  else apply();
}

/** Only ever when asked: a page that takes the focus while it loads makes the host page jump. */
function focusFirst(activity: Activity): void {
  activity.tabIndex = -1;
  activity.focus({ preventScroll: true });
}
