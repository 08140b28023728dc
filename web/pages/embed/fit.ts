// What a framed page does when its content is higher than its frame. `frame`: the box is fixed, so it scrolls inside and
// is laid out closely. `content`: it never scrolls inside; what a page around does not make room for is cut off, and said.
// `auto`: like content where the height that it asks for is given, else like frame.

/** How long a page around may take to give the height, in milliseconds: resize.js may still be on its way. */
const PATIENCE = 2000;

export interface FitOptions {
  fit: 'auto' | 'content' | 'frame';
  view: Window;
  /** Carries data-fit and, where the box is known to stay as it is, data-box="fixed". */
  root: HTMLElement;
  /** As high as the content. */
  wrapper: HTMLElement;
  /** Told of fit=content: whether its end lies below the frame, where nobody can scroll. */
  cut: (hidden: boolean) => void;
}

/** For as long as the page lives. */
export function keepFit({ fit, view, root, wrapper, cut }: FitOptions): void {
  root.dataset.fit = fit;
  if (fit === 'frame') {
    root.dataset.box = 'fixed';
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const missing = () => Math.ceil(wrapper.getBoundingClientRect().height) - view.innerHeight;
  /** Closely laid out, the content may have room; laid out again as it was, it would not: only a higher frame ends it. */
  let fixedAt = Number.POSITIVE_INFINITY;
  const settle = () => {
    const height = view.innerHeight;
    // A frame that is not shown has no height to speak of.
    if (height === 0 || missing() <= 1) return;
    if (fit === 'content') cut(true);
    else {
      root.dataset.box = 'fixed';
      fixedAt = height;
    }
  };
  const look = () => {
    clearTimeout(timer);
    if (root.dataset.box === 'fixed') return;
    if (missing() > 1) timer = setTimeout(settle, PATIENCE);
    else cut(false);
  };
  const resized = () => {
    if (view.innerHeight > fixedAt) {
      delete root.dataset.box;
      fixedAt = Number.POSITIVE_INFINITY;
    }
    look();
  };
  new ResizeObserver(look).observe(wrapper);
  view.addEventListener('resize', resized);
  look();
}
