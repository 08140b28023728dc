// What happened, for those who do not see it.

/** Longer than the pause in which Chromium and Firefox gather changes of a page: a place that was emptied has been empty. */
const PAUSE_MS = 100;

/**
 * Has `text` read out when the reader has finished what is being read. It stands, unseen, in a place of `host` that is there
 * before the text comes: what arrives together with its place is often not read. The same words are read again.
 */
export function announce(host: Element, text: string): void {
  const root = host.shadowRoot!;
  let place = root.querySelector<HTMLElement>('[data-announced]');
  if (place === null) {
    place = document.createElement('p');
    place.className = 'spoken';
    place.dataset.announced = '';
    place.setAttribute('role', 'status');
    // At the beginning: at the end it could make a frame higher.
    root.prepend(place);
  }
  place.textContent = '';
  const said = place;
  setTimeout(() => {
    said.textContent = text;
  }, PAUSE_MS);
}
