// What crosses between the page and the thread that computes, around the calls themselves.
import type { Handle, Reply, Request } from './calls.js';
import type { Build, Offer, Source } from './load.js';

type PostedSource = Exclude<Source, URL> | string;
type PostedOffer = Record<Build, PostedSource> | { chosen: PostedSource };

/** The first message: what to load, and where the numbers of streams begin. */
export interface Boot {
  boot: { sources: PostedOffer; firstHandle: Handle; sliceMs: number };
}

/** Where the second module lies. Sent once, before the first call that needs it (calls.ts: ANALYSIS_CALLS). */
export interface AnalysisBoot {
  analysis: PostedSource;
}

/** A URL cannot be posted; its text can. */
export function postedSource(source: Source): PostedSource {
  return source instanceof URL ? source.href : source;
}

export function posted(offer: Offer): PostedOffer {
  return 'chosen' in offer
    ? { chosen: postedSource(offer.chosen) }
    : { simd: postedSource(offer.simd), scalar: postedSource(offer.scalar) };
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
export type ToHost = Boot | AnalysisBoot | Request;
export type FromHost = Ready | Reply;
