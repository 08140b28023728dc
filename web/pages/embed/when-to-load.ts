// When an activity starts: at once, when it scrolls near, or when the reader asks.

export type LoadMode = 'auto' | 'lazy' | 'click';

/** Resolves when it is time. `asked` is pressed by the reader and put on the page only for `click`. */
export function timeToLoad(
  mode: LoadMode,
  watched: Element,
  place: (start: HTMLButtonElement) => void,
): Promise<void> {
  if (mode === 'auto') return Promise.resolve();
  if (mode === 'click') {
    return new Promise((resolve) => {
      const start = document.createElement('button');
      start.type = 'button';
      start.className = 'la-start';
      start.textContent = 'Start this activity';
      start.addEventListener('click', () => {
        start.remove();
        resolve();
      });
      place(start);
    });
  }
  if (typeof IntersectionObserver === 'undefined') return Promise.resolve();
  return new Promise((resolve) => {
    // In a frame of another site the margin is ignored and only what is on the screen counts; the height is told
    // before that, so nothing jumps.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((seen) => seen.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '400px' },
    );
    observer.observe(watched);
  });
}
