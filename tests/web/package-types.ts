// The types that the package publishes are written by hand, as they may import nothing. Here the compiler holds them to what
// the element really has: `npm run lint` fails where they differ.
import type {
  LinearAttentionElement,
  LinearAttentionEvents,
} from '../../build-scripts/package/linear-attention.js';
import type { LinearAttentionElement as Real } from '../../web/pages/element/element.js';
import type { ActivityEvents } from '../../web/widgets/activity.js';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Lifecycle = 'connectedCallback' | 'disconnectedCallback' | 'adoptedCallback';
type Published = Omit<LinearAttentionElement, keyof HTMLElement>;
type Public = Omit<Real, keyof HTMLElement | Lifecycle>;

export const heldTo: [
  events: Same<LinearAttentionEvents, ActivityEvents>,
  members: Same<Published, Public>,
  names: Same<keyof Published, keyof Public>,
] = [true, true, true];
