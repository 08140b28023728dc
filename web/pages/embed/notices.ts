// What the reader or the author of the page should know and may ignore: a list above the activity, never a dialog.

export class Notices {
  readonly #list: HTMLElement;
  readonly #shown = new Set<string>();

  /** `container` is emptied and becomes the list. */
  constructor(container: HTMLElement) {
    container.replaceChildren();
    container.classList.add('la-notices');
    container.setAttribute('role', 'status');
    this.#list = container;
  }

  /**
   * Shows a sentence once. `action` stands behind it, such as a link that opens the page by itself. Answers the way to
   * take the sentence back, after which it may be said again.
   */
  say(sentence: string, action?: HTMLElement): () => void {
    if (this.#shown.has(sentence)) return () => {};
    this.#shown.add(sentence);
    const note = document.createElement('p');
    // Part of the sentence may come from an address: it is text and never markup.
    note.append(sentence);
    if (action) note.append(' ', action);
    const dismiss = document.createElement('button');
    dismiss.type = 'button';
    dismiss.textContent = '×';
    dismiss.setAttribute('aria-label', 'Dismiss this notice');
    dismiss.addEventListener('click', () => note.remove());
    note.append(dismiss);
    this.#list.append(note);
    return () => {
      note.remove();
      this.#shown.delete(sentence);
    };
  }

  /** Takes back all that was said. */
  clear(): void {
    this.#list.replaceChildren();
    this.#shown.clear();
  }
}

/** A link that opens an address in a tab of its own, where no host page stands in the way. */
export function newTabLink(address: string, label = 'Open in a new tab'): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = label;
  sayWhereBlocked(link);
  return link;
}

/** A frame in a sandbox without allow-popups opens nothing and says nothing: then the address stands there, to be copied. */
export function sayWhereBlocked(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    // Those are for the browser's own menus and windows.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // With `noopener` nobody could tell whether it opened.
    const opened = window.open(link.href, '_blank');
    if (opened === null) link.replaceWith(addressToCopy(link.href));
    else forgetOpener(opened);
  });
}

/** A tab that inherits a sandbox has an origin of its own, which nobody can write to. Ours knows ours then, and does nothing with it. */
function forgetOpener(tab: Window): void {
  try {
    tab.opener = null;
  } catch {
    // As said above.
  }
}

function addressToCopy(address: string): HTMLElement {
  const label = document.createElement('label');
  label.className = 'la-address';
  const field = document.createElement('input');
  field.readOnly = true;
  field.value = address;
  field.addEventListener('focus', () => field.select());
  label.append('This place opens no tabs. Copy the address: ', field);
  return label;
}
