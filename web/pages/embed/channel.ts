// The frame's end of the conversation with the page around it. It posts to window.parent alone and listens to
// window.parent alone; at the top level there is nobody to talk to and it stays silent.
import {
  envelope,
  type FrameMessage,
  type HostMessage,
  readHostMessage,
  VERSION,
  type Wanted,
} from './protocol.js';

export interface ChannelOptions {
  /** Echoed in every message, so that a host can tell its frames apart. */
  id: string;
  /** targetOrigin of what is posted; '*' unless the address names the host. */
  host: string;
  onMessage: (message: HostMessage, seq: number) => void;
}

export interface Channel {
  readonly framed: boolean;
  send(message: FrameMessage): void;
  /** Posts something in another dialect, as it is. */
  sendRaw(data: unknown): void;
  /** True once a host has asked for messages of this kind. */
  wants(kind: Wanted): boolean;
}

/** What this frame can do, for hosts that ask before they use it. */
const CAPS = ['state', 'step', 'theme', 'lang', 'readonly', 'pause', 'focus'];

/** Open for as long as the page lives. The window is a parameter so that tests can stand in for it. */
export function openChannel(view: Window, options: ChannelOptions): Channel {
  const parent = view.parent;
  const framed = parent !== view && parent !== null;
  const wanted = new Set<Wanted>();
  let seq = 0;
  // `ready` is kept and sent again when a host says hello, so a listener that starts late misses nothing.
  let ready: FrameMessage | null = null;

  const sendRaw = (data: unknown) => {
    if (!framed) return;
    try {
      parent.postMessage(data, options.host);
    } catch {
      // A targetOrigin that is no origin, or data that cannot be cloned: the page goes on without its host.
    }
  };
  const send = (message: FrameMessage) => {
    if (message.type === 'ready') ready = message;
    seq += 1;
    sendRaw({ ...envelope(options.id, seq), ...message });
  };

  const listen = (event: MessageEvent) => {
    if (event.source !== parent) return;
    const reading = readHostMessage(event.data);
    if (reading.kind === 'other') return;
    if (reading.kind === 'malformed') {
      send({ type: 'error', code: 'bad-message', message: `Message not understood: ${reading.reason}.` });
      return;
    }
    if (reading.message.type === 'hello') {
      for (const kind of reading.message.want ?? []) wanted.add(kind);
      if (ready !== null) send(ready);
    }
    options.onMessage(reading.message, reading.seq);
  };

  if (framed) {
    view.addEventListener('message', listen);
    send({ type: 'hello', min: VERSION, max: VERSION, caps: CAPS });
  }
  return {
    framed,
    send,
    sendRaw,
    wants: (kind) => wanted.has(kind),
  };
}
