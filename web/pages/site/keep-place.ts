// Who loads the page again, or comes back to it, finds it where they left it. A browser restores a number of pixels, which
// is another place while the figures above have not started and grown; here it is a place in the text.
import { held, holdPlace } from './hold-place.js';

/** Kept with the entry of the history that it belongs to. */
interface Place {
  /** The nearest element with an id, and from it down the numbers of children. */
  readonly at: readonly [id: string, ...children: number[]];
  /** Where the element begins in the window, px. */
  readonly top: number;
  /** What was unfolded. */
  readonly open: readonly string[];
}

/** What a place is measured from: blocks of the text, and never what is inside a figure. */
const BLOCKS = 'main > *, main > * > *, main details';
/** After the last movement, ms. Browsers allow some hundred entries a minute to be written. */
const REST = 250;

function addressOf(element: Element): Place['at'] {
  const children: number[] = [];
  let up = element;
  for (; up.id === '' && up.parentElement !== null; up = up.parentElement)
    children.unshift([...up.parentElement.children].indexOf(up));
  return [up.id, ...children];
}

function elementAt([id, ...children]: Place['at']): Element | undefined {
  let element: Element | undefined = document.getElementById(id) ?? undefined;
  for (const child of children) element = element?.children[child];
  return element;
}

/** The block that begins nearest to the top of the window, of those that are seen. */
function placeNow(): Place | null {
  let nearest: Element | undefined;
  let top = Number.POSITIVE_INFINITY;
  for (const block of document.querySelectorAll(BLOCKS)) {
    const box = block.getBoundingClientRect();
    if (box.height === 0 || box.bottom <= 0 || box.top >= innerHeight || Math.abs(box.top) > Math.abs(top))
      continue;
    nearest = block;
    top = box.top;
  }
  if (nearest === undefined) return null;
  const open = [...document.querySelectorAll('main details[open][id]')].map(({ id }) => id);
  return { at: addressOf(nearest), top, open };
}

function placeIn(state: unknown): Place | null {
  return (state as { readonly place?: Place } | null)?.place ?? null;
}

/** Puts the reader back, and holds them there until they do something. */
function returnTo({ at, top, open }: Place): void {
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  const element = elementAt(at);
  if (element !== undefined) holdPlace(element, top);
}

/** Goes to what the address points at. */
function goToLinked(): void {
  // Not `:target`: browsers find that out only after this has run.
  const target = document.getElementById(location.hash.slice(1));
  if (target !== null) holdPlace(target);
}

/** Call when everything that the page is made of stands in it. Links within the page lead to places that are held, too. */
export function keepPlace(): void {
  history.scrollRestoration = 'manual';
  const save = () => {
    // Until the reader moves, the place that is kept is the one that they were brought to.
    if (!held()) history.replaceState({ ...history.state, place: placeNow() }, '');
  };
  let resting = 0;
  const moved = () => {
    clearTimeout(resting);
    resting = window.setTimeout(save, REST);
  };
  addEventListener('scroll', moved, { passive: true });
  addEventListener('pagehide', save);
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (link === null) return;
    // The entry of the history is left.
    save();
    // By then the link was followed, unless something kept it from that.
    setTimeout(() => link.hash === location.hash && goToLinked());
  });
  window.addEventListener('popstate', ({ state }) => {
    const place = placeIn(state);
    if (place !== null) returnTo(place);
    else if (location.hash === '') scrollTo({ top: 0, behavior: 'instant' });
    else goToLinked();
  });
  const place = placeIn(history.state);
  if (place === null) goToLinked();
  else returnTo(place);
}
