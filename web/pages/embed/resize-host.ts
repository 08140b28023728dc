// /v1/resize.js: the one script a host page may add. It gives our frames their height, tells them the page's theme and
// language, and puts their titles on paper where a frame was never loaded. Built as a classic script under 2,000 bytes, so that
// it can stand anywhere in any page.
//
// A frame is ours when its address begins with the folder this script came from, or when it carries
// data-linear-attention (a copy on the teacher's own server). data-fit="frame" keeps the height the page gave it.
import { declaredTheme, watchTheme } from './host-theme.js';

const page = window as Window & { linearAttentionResize?: boolean };
const own = (document.currentScript as HTMLScriptElement | null)?.src ?? '';
const base = own.slice(0, own.lastIndexOf('/') + 1);

const frames = () =>
  [...document.querySelectorAll('iframe')].filter(
    (frame) => (base !== '' && frame.src.startsWith(base)) || 'linearAttention' in frame.dataset,
  );

const hello = (frame: HTMLIFrameElement) => {
  const lang = document.documentElement.lang || undefined;
  const message = {
    src: 'linear-attention',
    v: 1,
    id: '',
    seq: 0,
    type: 'hello',
    theme: declaredTheme(document),
    lang,
  };
  frame.contentWindow?.postMessage(message, '*');
};

/** What a frame's height has to hold besides its page, px: its border and padding, where the page counts them in. */
const edges = (frame: HTMLIFrameElement) => {
  const { boxSizing, paddingTop, paddingBottom } = getComputedStyle(frame);
  if (boxSizing !== 'border-box') return 0;
  return (
    frame.offsetHeight - frame.clientHeight + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  );
};

const heard = new WeakSet<HTMLIFrameElement>();
const posters = new Map<HTMLIFrameElement, HTMLElement>();

/** A frame with loading="lazy" that nobody scrolled to is blank on paper. Chromium loads it now, and then it says hello. */
function poster(frame: HTMLIFrameElement): void {
  if (heard.has(frame)) return;
  const words = document.createElement('p');
  words.style.overflowWrap = 'anywhere';
  // An exercise in its address makes one that nobody types.
  words.textContent = frame.src.length > 200 ? frame.title : `${frame.title}: ${frame.src}`;
  frame.before(words);
  posters.set(frame, words);
}

function start(): void {
  let last = declaredTheme(document);
  watchTheme(document, () => {
    const now = declaredTheme(document);
    if (now === last) return;
    last = now;
    frames().forEach(hello);
  });
  // Frames that were here first have said their hello to nobody: they answer this one.
  frames().forEach(hello);
}

// An element of the page may have this name.
if (page.linearAttentionResize !== true) {
  page.linearAttentionResize = true;
  addEventListener('message', ({ data, source }) => {
    if (data?.src !== 'linear-attention' || data.v !== 1) return;
    // By window and not by origin: a sandboxed frame has the origin "null".
    const frame = frames().find((candidate) => candidate.contentWindow === source);
    if (frame === undefined) return;
    heard.add(frame);
    posters.get(frame)?.remove();
    if (data.type === 'hello') hello(frame);
    if (data.type === 'resize' && frame.dataset.fit !== 'frame' && data.height > 0 && data.height < 20_000) {
      frame.style.height = `${data.height + edges(frame)}px`;
    }
  });
  addEventListener('beforeprint', () => frames().forEach(poster));
  addEventListener('afterprint', () => {
    for (const words of posters.values()) words.remove();
  });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}
