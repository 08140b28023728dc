// What crosses between the page and the thread that computes, around the calls themselves.
import type { Handle, Reply, Request } from './calls.js';
import type { Build, Offer, Source } from './load.js';

/** A URL cannot be posted; its text can. */
type PostedSource = Exclude<Source, URL> | string;
type PostedOffer = Record<Build, PostedSource> | { chosen: PostedSource };

/** The first message: what to load, and where the numbers of streams begin. */
export interface Boot {
  boot: { sources: PostedOffer; firstHandle: Handle; sliceMs: number };
}

export function posted(offer: Offer): PostedOffer {
  const one = (source: Source) => (source instanceof URL ? source.href : source);
  return 'chosen' in offer
    ? { chosen: one(offer.chosen) }
    : { simd: one(offer.simd), scalar: one(offer.scalar) };
}

export function arrived(offer: PostedOffer): Offer {
  const one = (source: PostedSource) => (typeof source === 'string' ? new URL(source) : source);
  return 'chosen' in offer
    ? { chosen: one(offer.chosen) }
    : { simd: one(offer.simd), scalar: one(offer.scalar) };
}

/** Sent once, as soon as the script runs: from here on errors are no refusal of the worker. */
export interface Ready {
  kind: 'ready';
}
export type ToHost = Boot | Request;
export type FromHost = Ready | Reply;
