// Thirty activities on a page are ready at once, and most are far from the reader: those draw their beginning alone until
// somebody comes near, or prints.
import type { Activity } from '../../widgets/activity.js';
import { drawAtOnce } from '../../widgets/draw-at-once.js';

/** A screen above and below: drawn before it is scrolled to. */
export const MARGIN = '100%';

/** What no reader sees yet waits for the numbers of those before it, but no longer than this. */
const PATIENCE_MS = 5000;

const brief = new Set<Activity>();
/** Those within the margin that wait for their turn. */
const near = new Set<Element>();
let drawing = false;
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
  void drawThem();
}

/**
 * One after the other, as each grows when it is drawn and again when its numbers come, and may push others out of reach: what
 * a reader sees at once, the rest when those before it have their numbers.
 */
async function drawThem(): Promise<void> {
  if (drawing) return;
  drawing = true;
  let unsettled = 0;
  let drawnAt = 0;
  const settled = () => {
    unsettled -= 1;
  };
  await nextFrame();
  for (let next = nearest(); next !== undefined; next = nearest()) {
    if (away(next) === 0 || unsettled === 0 || performance.now() - drawnAt > PATIENCE_MS) {
      drawWhole(next);
      drawnAt = performance.now();
      unsettled += 1;
      next.settled().then(settled, settled);
    }
    // In the first, the browser finds out what is still within the margin.
    await nextFrame();
    await nextFrame();
  }
  drawing = false;
}

/** Of those that a reader sees a part of, the first on the page; else the one that is reached first. */
function nearest(): Activity | undefined {
  const inOrder = (a: Element, b: Element) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  return [...near].sort((a, b) => away(a) - away(b) || inOrder(a, b))[0] as Activity | undefined;
}

/** How far an element is from the window, px. */
function away(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(top - innerHeight, -bottom, 0);
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
