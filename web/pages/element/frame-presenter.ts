// The activity in a frame of its own, for pages whose policy refuses WebAssembly or workers: a host's policy does not
// reach into a frame. The frame's messages become the element's events.

import type { State } from '../../model/parameters.js';
import { unpack } from '../../model/state.js';
import {
  type FrameMessage,
  type HostMessage,
  readFrameMessage,
  SOURCE,
  type Theme,
  VERSION,
} from '../embed/protocol.js';
import type { ActivityEvent, Presenter } from './presenter.js';

/** A frame that is refused fires no event anywhere: silence is the only sign. */
const PATIENCE = 10_000;

export interface FrameOptions {
  /** The folder that holds embed/. */
  base: string;
  /** What the frame's query string carries. */
  query: URLSearchParams;
  saved: string | null;
  title: string;
  /** fit="frame": the height stays as the page gave it. */
  resizes: boolean;
  emit: (event: ActivityEvent) => void;
  signal: AbortSignal;
}

/** Resolves when the frame has said hello; rejects when it never does, and when the signal was raised before. */
export function presentInFrame(card: HTMLElement, options: FrameOptions): Promise<Presenter> {
  const { signal } = options;
  const frame = document.createElement('iframe');
  const hash = options.saved === null ? '' : `#s=${options.saved}`;
  frame.src = `${new URL('embed/', options.base).href}?${options.query}${hash}`;
  frame.title = options.title;
  frame.allow = 'fullscreen; clipboard-write';
  frame.part.add('frame');

  let s = options.saved ?? '';
  let seq = 0;
  const post = (message: HostMessage) => {
    seq += 1;
    const envelope = { src: SOURCE, v: VERSION, id: '', seq };
    frame.contentWindow?.postMessage({ ...envelope, ...message }, '*');
  };

  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      frame.remove();
      reject(reason);
    };
    const timer = setTimeout(
      () =>
        end(
          new Error('The frame did not answer. The policy of this page may refuse frames from other sites.'),
        ),
      PATIENCE,
    );
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      const reading = readFrameMessage(data);
      if (reading.kind !== 'message') return;
      const { message } = reading;
      if (message.type === 'hello') {
        clearTimeout(timer);
        post({ type: 'hello', want: ['state', 'step'] });
        // A frame that the page moves loads again, and has forgotten what the reader did.
        if (s !== (options.saved ?? '')) post({ type: 'setState', s });
        resolve(presenter);
      } else if (message.type === 'resize') {
        if (options.resizes) frame.style.height = `${message.height}px`;
      } else {
        if (message.type === 'state') s = message.s;
        const event = eventOf(message);
        if (event !== null) options.emit(event);
      }
    };
    const presenter: Presenter = {
      getState: () => s,
      setState: (next) => {
        s = next;
        post({ type: 'setState', s: next });
      },
      reset: () => post({ type: 'reset' }),
      goTo: (n) => post({ type: 'goTo', n }),
      setTheme: (theme) => post({ type: 'set', theme: theme as Theme }),
      focus: () => {
        // WebKit lets no frame of another site take the focus that the page around has not given it.
        frame.focus({ preventScroll: true });
        post({ type: 'focus' });
      },
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', () => end(signal.reason));
    addEventListener('message', listen);
    card.append(frame);
  });
}

function eventOf(message: FrameMessage): ActivityEvent | null {
  switch (message.type) {
    case 'ready':
      return { type: 'la-ready', detail: { title: message.title, ex: message.ex, steps: message.steps } };
    case 'step':
      return { type: 'la-step', detail: { n: message.n, of: message.of } };
    case 'state': {
      const { s, dirty } = message;
      return { type: 'la-change', detail: { s, dirty, state: (unpack(s) ?? {}) as State } };
    }
    case 'answer': {
      const { item, correct, score, attempt } = message;
      return { type: 'la-answer', detail: { item, correct, score, attempt } };
    }
    case 'complete':
      return { type: 'la-complete', detail: { score: message.score, success: message.success } };
    case 'warning': {
      const { key, value, message: sentence } = message;
      return { type: 'la-warning', detail: { key, value, message: sentence } };
    }
    case 'error':
      return { type: 'la-error', detail: { code: message.code, message: message.message } };
    default:
      return null;
  }
}
