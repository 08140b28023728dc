// A link to a station lands on it and stays on it while the figures above load and grow. Many browsers keep the place of
// what is read by themselves; not all do.

/** What a reader does who is about to be elsewhere, or to work where they are. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let release = () => {};

/** Scrolls to `target` and holds it there until the reader does something. One place is held at a time. */
export function holdPlace(target: Element): void {
  release();
  const end = new AbortController();
  const { signal } = end;
  const page = document.documentElement;
  let height = page.scrollHeight;
  let top = 0;
  const put = () => {
    target.scrollIntoView();
    height = page.scrollHeight;
    top = target.getBoundingClientRect().top;
  };
  const watch = new ResizeObserver(put);
  release = () => {
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

/** Holds what the address points at, now and whenever a link of this page is followed. */
export function holdLinkedPlaces(): void {
  const hold = () => {
    // Not `:target`: browsers find that out only after this has run.
    const target = document.getElementById(location.hash.slice(1));
    if (target !== null) holdPlace(target);
  };
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    // By then it was followed, unless something kept it from that.
    if (link !== null) setTimeout(() => link.hash === location.hash && hold());
  });
  // Who comes back, or loads the page again, is put where they were by the browser.
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (came?.type === 'navigate') hold();
}
