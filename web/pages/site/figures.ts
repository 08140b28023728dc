// Turns the marked places of the walk into running activities as they come near, each with its own small toolbar.
import type { Engine } from '../../engine/calls.js';
import type { CommonSettings } from '../../model/common-parameters.js';
import { savedStateIn } from '../../model/fragment.js';
import type { Activity } from '../../widgets/activity.js';
import { entry } from '../catalogue.js';
import type { Entry } from '../entry.js';
import { holdPlace } from './hold-place.js';

/** How far below the window a figure starts to load, px. */
const AHEAD = '900px';

/** `#at=cost&s=1.…` opens one figure in a saved state. */
function linkTo(id: string, saved: string): string {
  const address = new URL(document.location.href);
  address.hash = new URLSearchParams({ at: id, s: saved }).toString();
  return address.href;
}

export interface Opened {
  readonly id: string;
  readonly saved: string;
}

export function openedByLink(hash: string): Opened | null {
  const id = new URLSearchParams(hash.replace(/^#/, '')).get('at');
  const saved = savedStateIn(hash);
  return id !== null && saved !== null ? { id, saved } : null;
}

/** The tools below a figure: what it shows, in forms that can be taken away. */
async function toolbar(activity: Activity, { id, kind, title }: Entry): Promise<HTMLElement> {
  const [{ LaActions }, { resetActions }, { COPY, drawingNames, takeAway }] = await Promise.all([
    import('../../widgets/la-actions.js'),
    import('../../widgets/reset-actions.js'),
    import('../../widgets/take-away.js'),
  ]);
  const bar = new LaActions();
  bar.className = 'figure-tools';
  bar.label = `Tools: ${title}`;
  const refresh = () => {
    bar.actions = [
      // An exercise has a reset of its own, beside its answers.
      ...(kind === 'exercise' ? [] : resetActions(activity)),
      {
        id: 'link',
        label: 'Copy link to this state',
        narrowGroup: COPY,
        run: () => ({ copy: linkTo(id, activity.getState()) }),
      },
      ...activity.actions,
      ...takeAway(activity, id),
    ];
  };
  refresh();
  let { canReset, canUndoReset } = activity;
  activity.addEventListener('la-change', () => {
    if (activity.canReset === canReset && activity.canUndoReset === canUndoReset) return;
    ({ canReset, canUndoReset } = activity);
    refresh();
  });
  // Plots and heat maps come and go with what is computed, and their files with them.
  let drawn = drawingNames(activity);
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const names = drawingNames(activity);
      if (names === drawn) return;
      drawn = names;
      refresh();
    }, 200);
  }).observe(activity.shadowRoot!, { childList: true, subtree: true });
  return bar;
}

/** Puts the activity into its place; the static example stays inside it, for where it cannot compute. */
export async function startFigure(
  place: HTMLElement,
  catalogued: Entry,
  engine: Engine,
  saved: string | null,
  settings: Partial<CommonSettings> = {},
): Promise<Activity> {
  const { create } = await catalogued.load();
  const activity = create();
  activity.engine = engine;
  activity.hasBar = true;
  activity.settings = { ...activity.settings, ...settings };
  activity.append(...place.childNodes);
  if (saved !== null) activity.setState(saved);
  place.append(activity);
  await activity.updateComplete;
  place.append(await toolbar(activity, catalogued).catch(noTools));
  // Its height is known from here on: the browser may leave it out while it is far away.
  place.dataset.started = '';
  return activity;
}

/** In the place of the tools: the figure itself has come. */
function noTools(error: unknown): HTMLElement {
  return alertOf(
    `The tools of this figure could not be loaded: ${reasonOf(error)} The figure works without them. Load the page again to have them.`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function alertOf(text: string): HTMLElement {
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.textContent = text;
  return note;
}

/** Where the text that leads to a figure begins: its station, or what follows the figure before it there. */
function beginOf(place: HTMLElement): Element {
  let begin: Element = place;
  for (;;) {
    const before = begin.previousElementSibling;
    if (before === null) return place.closest('section') ?? place;
    if (before.matches('.figure')) return begin;
    begin = before;
  }
}

/**
 * Starts every `[data-activity]` as it comes near, and the one that a link opens at once, wherever it stands.
 * `engine` is asked for when the first one starts.
 */
export function startFigures(engine: () => Engine, opened: Opened | null): void {
  const start = (place: HTMLElement, saved: string | null) => {
    const catalogued = entry(place.dataset.activity ?? '');
    if (catalogued === undefined) return;
    startFigure(place, catalogued, engine(), saved).catch((error: unknown) =>
      place.append(alertOf(`The figure could not be loaded: ${reasonOf(error)} The worked example stays.`)),
    );
  };
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        start(target as HTMLElement, null);
      }
    },
    { rootMargin: `${AHEAD} 0px` },
  );
  for (const place of document.querySelectorAll<HTMLElement>('[data-activity]')) {
    if (opened === null || place.dataset.activity !== opened.id) {
      observer.observe(place);
      continue;
    }
    start(place, opened.saved);
    holdPlace(beginOf(place));
  }
  // Such a link followed in this window changes nothing but the fragment. An entry with a state was here before: who comes
  // back to it finds what they have made of the figure since.
  window.addEventListener('popstate', ({ state }) => {
    if (state === null && openedByLink(location.hash) !== null) location.reload();
  });
}
