// What crosses between the page and the thread that computes, around the calls themselves.
import type { Handle, Reply, Request } from './calls.js';
import type { Build, Source, Sources } from './load.js';

/** A URL cannot be posted; its text can. */
type PostedSource = Exclude<Source, URL> | string;
type PostedSources = Record<Build, PostedSource>;

/** The first message: what to load, and where the numbers of streams begin. */
export interface Boot {
  boot: { sources: PostedSources; firstHandle: Handle; sliceMs: number };
}

export function posted({ simd, scalar }: Sources): PostedSources {
  const one = (source: Source) => (source instanceof URL ? source.href : source);
  return { simd: one(simd), scalar: one(scalar) };
}

export function arrived({ simd, scalar }: PostedSources): Sources {
  const one = (source: PostedSource) => (typeof source === 'string' ? new URL(source) : source);
  return { simd: one(simd), scalar: one(scalar) };
}
/** Sent once, as soon as the script runs: from here on errors are no refusal of the worker. */
export interface Ready {
  kind: 'ready';
}
export type ToHost = Boot | Request;
export type FromHost = Ready | Reply;
