// What happened, for those who do not see it.

/** A region that has just come is not listened to yet, ms. */
const NEW_MS = 100;
/** Until what was said is taken away again: nobody should come upon it later as if it were part of the page. */
const GONE_MS = 2000;

/** Unseen, and read out all the same. */
const UNSEEN =
  'clip-path: inset(50%); height: 1px; left: 0; overflow: hidden; position: fixed; top: 0; width: 1px';

/** By the place they stand in. */
const regions = new WeakMap<Node, HTMLElement>();

/**
 * Has `text` read out when the reader has finished what is being read. Each message is an element of its own, so that the
 * same words are read again. They stand outside of what they are about: in the page, or in the element that carries us there.
 */
export function announce(host: Element, text: string): void {
  const place = placeFor(host);
  const known = regions.get(place);
  const region = known ?? regionIn(place);
  const message = document.createElement('p');
  message.textContent = text;
  setTimeout(() => region.append(message), known === undefined ? NEW_MS : 0);
  setTimeout(() => message.remove(), GONE_MS);
}

/** Closed: it is heard, and neither styles nor scripts of the page around come upon it. */
function regionIn(place: Node): HTMLElement {
  const holder = document.createElement('div');
  holder.style.cssText = UNSEEN;
  const region = document.createElement('div');
  region.ariaLive = 'polite';
  holder.attachShadow({ mode: 'closed' }).append(region);
  place.appendChild(holder);
  regions.set(place, region);
  return region;
}

/** In somebody else’s page nothing stands outside of our own element. */
function placeFor(host: Element): Node {
  let outer = host;
  for (let root = outer.getRootNode(); root instanceof ShadowRoot; root = outer.getRootNode())
    outer = root.host;
  return outer.localName === 'linear-attention' && outer.shadowRoot ? outer.shadowRoot : document.body;
}
