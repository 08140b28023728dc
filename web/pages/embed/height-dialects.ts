// The ways in which host pages ask for, or accept, the height of a frame. Pure: numbers and messages in, messages
// out. Left out on purpose: Open edX's `plugin.resize`, whose handler does not look at the sender and would resize
// the whole unit around us.

export interface Size {
  /** CSS pixels, rounded up. */
  width: number;
  height: number;
}

export interface Surroundings {
  /** Our own address; Embedly's listeners look their frame up by it. */
  address: string;
  /** self.origin; "null" in a sandbox. */
  origin: string;
}

/** What a host has told us about the dialect it speaks. */
export interface Dialects {
  /** WordPress puts `#?secret=...` on the frame's address and ignores messages without it. */
  wordPressSecret: string | null;
  /** iframe-resizer 4 names its frame in its first message and wants the name back. */
  iFrameSizerId: string | null;
  /** open-iframe-resizer has spoken. */
  openIframeResizer: boolean;
}

export function dialectsFor(hash: string): Dialects {
  const secret = /[#?&]secret=([a-zA-Z0-9]{1,64})(?:&|$)/.exec(hash);
  return { wordPressSecret: secret?.[1] ?? null, iFrameSizerId: null, openIframeResizer: false };
}

/** Sent once at the start, before any size. */
export function greetings(around: Surroundings): unknown[] {
  // h5p-resizer answers `hello` to event.origin, and posting to the origin "null" throws in the host's page.
  return around.origin === 'null' ? [] : [{ context: 'h5p', action: 'hello' }];
}

/** The size in every dialect but our own, for the hosts that have nothing to say first and those that did. */
export function sizeMessages(size: Size, around: Surroundings, dialects: Dialects): unknown[] {
  const { width, height } = size;
  const messages: unknown[] = [
    { subject: 'lti.frameResize', height },
    JSON.stringify({ src: around.address, context: 'iframe.resize', height }),
    { context: 'h5p', action: 'resize', scrollHeight: height },
  ];
  if (dialects.wordPressSecret !== null) {
    messages.push({ message: 'height', value: height, secret: dialects.wordPressSecret });
  }
  if (dialects.openIframeResizer) messages.push({ type: 'iframe-resized', width, height });
  if (dialects.iFrameSizerId !== null) messages.push(iFrameSizer(dialects.iFrameSizerId, size, 'size'));
  return messages;
}

/**
 * Reads a message from the parent. Null: not about height. Otherwise the dialects as they are known now, and
 * replies that must come before the next size.
 */
export function readSizeRequest(
  data: unknown,
  size: Size,
  dialects: Dialects,
): { dialects: Dialects; replies: unknown[] } | null {
  if (typeof data === 'string') {
    const named = /^\[iFrameSizer\]([^:]{1,200}):/.exec(data);
    if (named === null) return null;
    const id = named[1] as string;
    return { dialects: { ...dialects, iFrameSizerId: id }, replies: [iFrameSizer(id, size, 'init')] };
  }
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message.type === 'iframe-child-init' || message.type === 'iframe-get-child-dimensions') {
    return { dialects: { ...dialects, openIframeResizer: true }, replies: [] };
  }
  const { wordPressSecret } = dialects;
  if (message.message === 'ready' && wordPressSecret !== null && message.secret === wordPressSecret) {
    return { dialects, replies: [] };
  }
  if (message.context === 'h5p' && (message.action === 'resize' || message.action === 'resizePrepared')) {
    return { dialects, replies: [] };
  }
  return null;
}

function iFrameSizer(id: string, size: Size, event: string): string {
  return `[iFrameSizer]${id}:${size.height}:${size.width}:${event}`;
}

/** Frames this narrow are not shown: closed <details> in Firefox lays its frame out at 10 by 10. */
const NARROWEST_SHOWN = 40;

/**
 * Whether a measurement should be told to the host: never from a frame that is not shown (innerWidth 0, or a
 * sliver), nor for a change under one pixel, which would let two rounding layouts chase each other.
 */
export function isWorthSending(next: Size, last: Size | null, innerWidth: number): boolean {
  if (innerWidth < NARROWEST_SHOWN || next.width < NARROWEST_SHOWN || next.height <= 0) return false;
  return last === null || Math.abs(next.height - last.height) >= 1 || Math.abs(next.width - last.width) >= 1;
}
