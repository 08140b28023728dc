// One queue of drawing for everything on a page. A frame takes as many pieces as leave the browser time for its own work;
// the rest waits for the next frame, and what is off the screen until nobody has asked for anything for a while. After a
// frame that came late, as much time as it took is left free, and then a frame takes one piece: so the slider that is dragged
// keeps up with the hand on a slow machine too.

type Piece = () => void;

/** Of a frame's 16.7 ms; a piece that has begun is finished. */
const BUDGET_MS = 4;
/** The same after a late frame: one piece that is worth the name. */
const SLOW_BUDGET_MS = 1;
/** A frame is late when it comes this long after one in which something was drawn: one and a half of 60 a second. */
const LATE_MS = 25;
/** Where no frames come, in a hidden page or a frame out of sight, pieces are drawn all the same. */
const WITHOUT_FRAMES_MS = 100;
/** Between two pieces that are asked for while a slider is dragged there is less time than this. */
const QUIET_MS = 150;
/** How far from the window something still counts as seen: it may be scrolled to at any time. */
const MARGIN = '200px';

/** How long a computation waits at most for what is still to be drawn of the one before. */
const BEHIND_MS = 100;

const seen: Piece[] = [];
const waiting: (() => void)[] = [];
const unseen = new Map<Element, Piece>();
const away = new WeakSet<Element>();
let frame = 0;
/** When this frame takes no further piece. */
let until = Number.NEGATIVE_INFINITY;
/** When something was drawn in the last frame; −∞ when nothing was. */
let drewAt = Number.NEGATIVE_INFINITY;
/** Whether the frame after the last drawing came late. */
let slow = false;
/** When drawing goes on after a late frame. */
let freeUntil = Number.NEGATIVE_INFINITY;
let fallback: ReturnType<typeof setTimeout> | undefined;
let quiet: ReturnType<typeof setTimeout> | undefined;

const watcher =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) {
          away.add(target);
          continue;
        }
        away.delete(target);
        release(target);
      }
    },
    { rootMargin: MARGIN },
  );

/** From now on what `element` draws waits while it is off the screen. */
export function watchForDrawing(element: Element): void {
  watcher?.observe(element);
}

export function unwatchForDrawing(element: Element): void {
  watcher?.unobserve(element);
  away.delete(element);
  release(element);
}

/** Runs `piece` in one of the next frames; one piece of an element at a time. */
export function drawSoon(element: Element, piece: Piece): void {
  clearTimeout(quiet);
  quiet = unseen.size > 0 || away.has(element) ? setTimeout(releaseAll, QUIET_MS) : undefined;
  if (away.has(element)) unseen.set(element, piece);
  else enqueue(piece);
}

/** For a piece that costs the browser more than it costs us: the frame that draws it draws nothing else. */
export function drawNothingElse(): void {
  until = Number.NEGATIVE_INFINITY;
}

/** Undefined when all has been drawn. Else resolves when it has, or when waiting for it has taken long enough. */
export function caughtUp(): Promise<void> | undefined {
  if (seen.length === 0) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    setTimeout(resolve, BEHIND_MS);
  });
}

function release(element: Element): void {
  const piece = unseen.get(element);
  if (piece === undefined) return;
  unseen.delete(element);
  enqueue(piece);
}

function releaseAll(): void {
  for (const element of [...unseen.keys()]) release(element);
}

function enqueue(piece: Piece): void {
  seen.push(piece);
  ask();
}

function ask(): void {
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    const now = performance.now();
    const took = now - drewAt;
    if (took < WITHOUT_FRAMES_MS) {
      slow = took > LATE_MS;
      // Half a frame of 60 a second less: frames do not come to the millisecond.
      if (slow) freeUntil = now + took - 8;
    }
    drewAt = Number.NEGATIVE_INFINITY;
    if (now < freeUntil) {
      end();
      ask();
    } else draw();
  });
  fallback = setTimeout(draw, WITHOUT_FRAMES_MS);
}

function end(): void {
  cancelAnimationFrame(frame);
  clearTimeout(fallback);
  frame = 0;
}

function draw(): void {
  end();
  if (seen.length === 0) {
    for (const goOn of waiting.splice(0)) goOn();
    return;
  }
  drewAt = performance.now();
  until = drewAt + (slow ? SLOW_BUDGET_MS : BUDGET_MS);
  try {
    do seen.shift()?.();
    while (seen.length > 0 && performance.now() < until);
  } finally {
    // What was drawn may ask for more before the next frame.
    if (seen.length > 0 || waiting.length > 0) ask();
  }
}
