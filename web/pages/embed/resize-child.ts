// Tells the host page how tall this frame would like to be, in every dialect of height-dialects.ts.
import type { Channel } from './channel.js';
import {
  dialectsFor,
  greetings,
  isWorthSending,
  readSizeRequest,
  type Size,
  sizeMessages,
} from './height-dialects.js';

/**
 * Watches one element for as long as the page lives. It must size itself by its content: an element that fills the
 * viewport would grow with the frame that grows with it. Returns the way to tell the size again.
 *
 * The first size goes out at once and not from an observer: a frame below the fold of a page on another site may
 * get no animation frame and no ResizeObserver call until somebody scrolls to it.
 */
export function reportHeight(view: Window, wrapper: HTMLElement, channel: Channel): () => void {
  if (!channel.framed) return () => {};
  const around = { address: view.location.href, origin: view.origin };
  let dialects = dialectsFor(view.location.hash);
  let last: Size | null = null;

  const measure = (): Size => {
    const box = wrapper.getBoundingClientRect();
    return { width: Math.ceil(box.width), height: Math.ceil(box.height) };
  };
  const report = (again = false) => {
    const size = measure();
    if (!isWorthSending(size, again ? null : last, view.innerWidth)) return;
    last = size;
    channel.send({ type: 'resize', width: size.width, height: size.height });
    for (const message of sizeMessages(size, around, dialects)) channel.sendRaw(message);
  };
  const listen = (event: MessageEvent) => {
    if (event.source !== view.parent) return;
    const request = readSizeRequest(event.data, measure(), dialects);
    if (request === null) return;
    dialects = request.dialects;
    for (const reply of request.replies) channel.sendRaw(reply);
    report(true);
  };

  for (const message of greetings(around)) channel.sendRaw(message);
  report();
  new ResizeObserver(() => report()).observe(wrapper);
  view.addEventListener('message', listen);
  // A frame that was hidden becomes shown without its wrapper changing in a way every engine reports.
  view.addEventListener('resize', () => report());
  return () => report(true);
}
