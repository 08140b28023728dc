// What the fragment of a link holds. Apart from `state.ts`, which brings the compressor: a page reads its own link first, and
// most links hold no state.

/** The saved state in a fragment such as `#s=1.abc`, or null. */
export function savedStateIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('s');
}
