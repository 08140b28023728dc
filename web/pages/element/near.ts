// Thirty activities on a page are ready at once, and most are far from the reader: those draw their beginning alone until
// somebody comes near, or prints.
import type { Activity } from '../../widgets/activity.js';
import { drawAtOnce } from '../../widgets/draw-at-once.js';

/** A screen above and below: drawn before it is scrolled to. */
export const MARGIN = '100%';

const brief = new Set<Activity>();
/** Those within the margin that wait for their frame. */
const near = new Set<Element>();
let frame = 0;
let watcher: IntersectionObserver | undefined;

/** Call it before the activity is on the page. */
export function briefUntilNear(activity: Activity): void {
  // What grows above the window must not move what is being read: not every engine holds on to that.
  if (!globalThis.IntersectionObserver || !CSS.supports('overflow-anchor', 'auto')) return;
  if (watcher === undefined) {
    watcher = new IntersectionObserver(note, { rootMargin: MARGIN });
    addEventListener('beforeprint', () => {
      for (const one of [...brief]) {
        drawWhole(one);
        drawAtOnce(one);
      }
    });
  }
  activity.brief = true;
  // Its fields are not there yet, and the Tab key would go past it.
  activity.tabIndex = 0;
  activity.role = 'group';
  activity.ariaLabel = activity.heading;
  activity.addEventListener('focus', reached);
  brief.add(activity);
  watcher.observe(activity);
}

/** Draws all of an activity, wherever it is. */
export function drawWhole(activity: Activity): void {
  if (!brief.has(activity)) return;
  activity.brief = false;
  // The focus stays where it is.
  if (activity.matches(':focus')) activity.tabIndex = -1;
  else activity.removeAttribute('tabindex');
  activity.role = null;
  activity.ariaLabel = null;
  forget(activity);
}

/** For an activity that leaves the page. */
export function forget(activity: Activity): void {
  brief.delete(activity);
  near.delete(activity);
  activity.removeEventListener('focus', reached);
  watcher?.unobserve(activity);
}

function reached({ currentTarget }: Event): void {
  drawWhole(currentTarget as Activity);
}

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  ask();
}

function ask(): void {
  if (frame === 0 && near.size > 0) frame = requestAnimationFrame(drawNearest);
}

/** One a frame: each grows, and may push others away from the window. */
function drawNearest(): void {
  frame = 0;
  const away = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(top - innerHeight, -bottom);
  };
  const [nearest] = [...near].sort((a, b) => away(a) - away(b));
  if (nearest !== undefined) drawWhole(nearest as Activity);
  ask();
}
