// The two ways in which the element shows its activity, behind one face. Each is given a signal, and shows it until that
// is raised.
import type { ActivityEvents } from '../../widgets/activity.js';

export type ActivityEvent = {
  [E in keyof ActivityEvents]: { type: E; detail: ActivityEvents[E] };
}[keyof ActivityEvents];

export interface Presenter {
  /** The state in its written form, as far as it is known here. */
  getState(): string;
  setState(s: string): void;
  reset(): void;
  goTo(n: number): void;
  setTheme(theme: string): void;
  focus(): void;
}
