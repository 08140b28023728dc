// Pages have keys of their own: slides go on with the arrows, documentation opens its search with a letter. They leave out
// keys that are typed into a field, but a field in a shadow root looks to them like none.

const FIELDS = new Set(['input', 'select', 'textarea']);
const PRESSED = new Set(['button', 'summary', 'a']);
/** They lead out of a field, or close what is open around it. */
const LEADS_OUT = /^(Tab|Escape|F\d+)$/;

/** Keeps from the page around what readers type into `card`. What listens inside has heard it by then. */
export function keepKeys(card: HTMLElement): void {
  const keep = (event: KeyboardEvent) => {
    if (isOurs(event)) event.stopPropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) card.addEventListener(type, keep);
}

/** Whether a key was taken by a figure, was typed into a field or pressed a button. */
function isOurs(event: KeyboardEvent): boolean {
  if (LEADS_OUT.test(event.key)) return false;
  if (event.defaultPrevented) return true;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  // Of an event from a shadow root, `target` is the element that has the root.
  const name = (event.composedPath()[0] as Partial<Element>).localName ?? '';
  return FIELDS.has(name) || (PRESSED.has(name) && (event.key === ' ' || event.key === 'Enter'));
}
