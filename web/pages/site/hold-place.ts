// A link to a station lands on it and stays on it while the figures above load and grow. Many browsers keep the place of
// what is read by themselves; not all do.

/** What a reader does who is about to be elsewhere, or to work where they are. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let release = () => {};
let holding = false;

/** Whether a place is held, and the reader has done nothing since. */
export function held(): boolean {
  return holding;
}

/**
 * Scrolls to `target` and holds it there until the reader does something: at the top of the window, below its bar, or
 * `below` px below the edge. One place is held at a time.
 */
export function holdPlace(target: Element, below?: number): void {
  release();
  const end = new AbortController();
  holding = true;
  const { signal } = end;
  const page = document.documentElement;
  let height = page.scrollHeight;
  let top = 0;
  const put = () => {
    if (below === undefined) target.scrollIntoView();
    else scrollBy({ top: target.getBoundingClientRect().top - below, behavior: 'instant' });
    height = page.scrollHeight;
    top = target.getBoundingClientRect().top;
  };
  const watch = new ResizeObserver(put);
  release = () => {
    holding = false;
    watch.disconnect();
    end.abort();
  };
  for (const event of TAKES_OVER) addEventListener(event, () => release(), { signal, passive: true });
  // A scroll bar sends nothing but this. Growth that was not answered yet moves the target, too, and changes the height.
  const moved = () => {
    const away = Math.abs(target.getBoundingClientRect().top - top) > 1;
    if (away && page.scrollHeight === height) release();
  };
  addEventListener('scroll', moved, { signal, passive: true });
  put();
  watch.observe(document.body);
}
