// When an activity starts: at once, when it scrolls near, or when the reader asks.

export type LoadMode = 'auto' | 'lazy' | 'click';

/**
 * Resolves when it is time; rejects when `signal` is raised before that. `place` puts the button that a reader presses on
 * the page, only for `click`.
 */
export function timeToLoad(
  mode: LoadMode,
  watched: Element,
  place: (start: HTMLButtonElement) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (mode === 'auto' || (mode === 'lazy' && typeof IntersectionObserver === 'undefined'))
    return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = mode === 'click' ? whenPressed(place, resolve) : whenNear(watched, resolve);
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

function whenPressed(place: (start: HTMLButtonElement) => void, then: () => void): () => void {
  const start = document.createElement('button');
  start.type = 'button';
  start.className = 'la-start';
  start.textContent = 'Start this activity';
  start.addEventListener('click', () => {
    start.remove();
    then();
  });
  place(start);
  return () => start.remove();
}

function whenNear(watched: Element, then: () => void): () => void {
  // In a frame of another site the margin is ignored and only what is on the screen counts; the height is told
  // before that, so nothing jumps.
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((seen) => seen.isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: '400px' },
  );
  observer.observe(watched);
  return () => observer.disconnect();
}
