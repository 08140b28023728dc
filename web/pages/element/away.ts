// An activity that was scrolled out of reach computes nothing: its calls wait until a reader is near again.
import type { Activity } from '../../widgets/activity.js';
import type { PausableEngine } from '../embed/pausable.js';
import { MARGIN } from './near.js';

interface Watched {
  readonly engine: PausableEngine;
  /** What nobody has come to yet may compute: elsewhere than in near.ts all is drawn at once. */
  seen: boolean;
}

const watched = new Map<Element, Watched>();
let watcher: IntersectionObserver | undefined;

export function pauseWhenAway(activity: Activity, engine: PausableEngine): void {
  if (!globalThis.IntersectionObserver) return;
  watcher ??= new IntersectionObserver(note, { rootMargin: MARGIN });
  watched.set(activity, { engine, seen: false });
  watcher.observe(activity);
}

/** For an activity that leaves the page. What it asks for last, to close what it opened, is let through. */
export function unwatch(activity: Activity): void {
  watched.get(activity)?.engine.resume();
  watched.delete(activity);
  watcher?.unobserve(activity);
}

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const one = watched.get(target);
    if (one === undefined) continue;
    if (isIntersecting) {
      one.seen = true;
      one.engine.resume();
    } else if (one.seen) one.engine.pause();
  }
}
