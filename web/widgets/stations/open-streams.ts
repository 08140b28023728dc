// Streams that belong together: all of them are open, or none. No DOM.
import type { Engine, Handle } from '../../engine/calls.js';
import type { StreamOptions } from '../../engine/types.js';

/** In the order given. Rejects with the first refusal, when those that did open are closed. */
export async function openStreams(engine: Engine, streams: readonly StreamOptions[]): Promise<Handle[]> {
  const opened = await Promise.allSettled(streams.map((options) => engine.call('openStream', options)));
  const handles = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.handle] : []));
  const refused = opened.find((one) => one.status === 'rejected');
  if (refused === undefined) return handles;
  await closeStreams(engine, handles);
  throw refused.reason;
}

export async function closeStreams(engine: Engine, handles: readonly Handle[]): Promise<void> {
  await Promise.all(handles.map((handle) => engine.call('close', { handle })));
}
