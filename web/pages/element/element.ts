// <linear-attention ex="..." ...>: one activity inside somebody's article. Attributes are the parameters of the
// address; what stands between the tags is shown until the activity is ready and stays if it cannot be.

import type { State } from '../../model/parameters.js';
import { pack, unpack } from '../../model/state.js';
import { sheetsFor } from '../../widgets/theme/sheets.js';
import { applyTheme } from '../embed/appearance.js';
import { failureCode } from '../embed/failure.js';
import { declaredTheme, watchTheme } from '../embed/host-theme.js';
import { Notices } from '../embed/notices.js';
import type { Theme } from '../embed/protocol.js';
import { type ActivityRequest, readAttributes } from '../embed/request.js';
import { load } from '../embed/stage.js';
import { type LoadMode, timeToLoad } from '../embed/when-to-load.js';
import { languageIsWhole } from './builtins.js';
import { canRunHere } from './can-run-here.js';
import css from './element.css?inline';
import { presentInFrame } from './frame-presenter.js';
import { keepKeys } from './keys.js';
import type { ActivityEvent, Presenter } from './presenter.js';

/** Attributes that say nothing about the activity. */
const NOT_PARAMETERS = new Set([
  'class',
  'style',
  'slot',
  'part',
  'render',
  'base',
  'title',
  'hidden',
  'tabindex',
  'dir',
]);

export class LinearAttentionElement extends HTMLElement {
  /** The folder that holds embed/, for the frame: by default the one this module came from. */
  static base = new URL('./', import.meta.url).href;

  readonly #card: HTMLElement;
  readonly #notices: Notices;
  readonly #attributes = new MutationObserver((changes) => this.#attributesChanged(changes));
  #presenter: Presenter | null = null;
  #saved: string | null = null;
  /** From a start on until it is overtaken by another or the element leaves the page: ends what was begun. */
  #stay: AbortController | null = null;
  #unwatchTheme = () => {};
  #resolveReady: () => void = () => {};
  #rejectReady: (error: unknown) => void = () => {};
  #isReadySettled = false;
  #ready: Promise<void> = this.#newReady();

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheetsFor(this.ownerDocument, [css]);
    this.#card = document.createElement('div');
    this.#card.part.add('card');
    keepKeys(this.#card);
    const notices = document.createElement('div');
    notices.part.add('notices');
    this.#notices = new Notices(notices);
    this.#card.append(notices, document.createElement('slot'));
    root.append(this.#card);
    this.#takeEarly('value');
    this.#takeEarly('state');
  }

  connectedCallback(): void {
    this.#attributes.observe(this, { attributes: true });
    this.#unwatchTheme();
    this.#unwatchTheme = watchTheme(this.ownerDocument, () => this.#applyTheme());
    // Moved to another place in one go: nothing to start again.
    if (this.#stay === null) void this.#start();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#attributes.disconnect();
      this.#unwatchTheme();
      this.#stop();
    });
  }

  /** Put into another document, such as a window that the page opened. */
  adoptedCallback(): void {
    this.shadowRoot!.adoptedStyleSheets = sheetsFor(this.ownerDocument, [css]);
  }

  /**
   * Resolves when the activity is on the page; rejects when it cannot be. A change of attributes before that changes which
   * activity it is, and not the promise.
   */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** The written form of the state, as `#s=` holds it. */
  get value(): string {
    return this.getState();
  }

  set value(s: string) {
    this.setState(s);
  }

  /** The state as a plain object; {} until the activity is ready. */
  get state(): State {
    return (unpack(this.getState()) ?? {}) as State;
  }

  set state(state: State) {
    this.setState(pack(state));
  }

  getState(): string {
    return this.#presenter?.getState() ?? this.#saved ?? '';
  }

  setState(s: string): void {
    this.#saved = s;
    this.#presenter?.setState(s);
  }

  reset(): void {
    this.#presenter?.reset();
  }

  goTo(n: number): void {
    this.#presenter?.goTo(n);
  }

  override focus(): void {
    this.#presenter?.focus();
  }

  #newReady(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Nobody has to listen: the failure is also an event and a notice.
    ready.catch(() => {});
    return ready;
  }

  /** What the page set before this script came: a property of the bare element, which would hide ours. */
  #takeEarly<Name extends 'value' | 'state'>(name: Name): void {
    if (!Object.hasOwn(this, name)) return;
    const given = this[name];
    Reflect.deleteProperty(this, name);
    this[name] = given;
  }

  async #start(): Promise<void> {
    const stay = new AbortController();
    const { signal } = stay;
    this.#stay = stay;
    this.#applyTheme();
    try {
      const request = readAttributes(this, this.#saved);
      const mode = request.settings.load as LoadMode;
      await timeToLoad(mode, this, (start) => this.#card.append(start), signal);
      const presenter = (await this.#rendersInline(request))
        ? await (await import('./inline-presenter.js')).presentInline(
            request,
            this.#card,
            this.#notices,
            signal,
          )
        : await presentInFrame(this.#card, {
            base: this.getAttribute('base') ?? LinearAttentionElement.base,
            query: this.#query(),
            saved: this.#saved,
            title: this.title || 'Linear attention activity',
            resizes: request.settings.fit !== 'frame',
            emit: (event) => this.#emit(event),
            signal,
          });
      if (signal.aborted) return;
      this.#presenter = presenter;
      this.#card.classList.add('ready');
      this.#applyTheme();
      this.#isReadySettled = true;
      this.#resolveReady();
    } catch (error) {
      if (signal.aborted) return;
      // What stands there half done goes.
      stay.abort();
      const message = error instanceof Error ? error.message : String(error);
      this.#notices.say(message);
      this.#emit({ type: 'la-error', detail: { code: failureCode(error), message } });
      this.#isReadySettled = true;
      this.#rejectReady(error);
    }
  }

  #stop(): void {
    if (this.#presenter !== null) this.#saved = this.#presenter.getState();
    this.#presenter = null;
    this.#stay?.abort();
    this.#stay = null;
    this.#card.classList.remove('ready');
    if (!this.#isReadySettled) return;
    this.#isReadySettled = false;
    this.#ready = this.#newReady();
  }

  async #rendersInline(request: ActivityRequest): Promise<boolean> {
    const render = this.getAttribute('render') ?? 'auto';
    if (render === 'inline' || render === 'frame') return render === 'inline';
    if (!languageIsWhole()) return false;
    // The answer takes a worker's start: meanwhile the activity arrives. What fails here is said when it is shown.
    load(request).catch(() => {});
    return canRunHere();
  }

  #attributesChanged(changes: MutationRecord[]): void {
    const names = new Set(changes.map(({ attributeName }) => attributeName ?? ''));
    if (names.delete('theme')) this.#applyTheme();
    const matters = [...names].some(
      (name) => !NOT_PARAMETERS.has(name) || name === 'render' || name === 'base',
    );
    if (!matters) return;
    // Another author's version: what the reader did to the old one does not carry over.
    this.#stop();
    this.#saved = null;
    this.#notices.clear();
    void this.#start();
  }

  /** An explicit theme; else the page's own; else what its color-scheme says, and a page that says nothing is light. */
  #applyTheme(): void {
    const given = this.getAttribute('theme') ?? 'auto';
    let theme = given;
    if (given === 'auto') {
      const scheme = getComputedStyle(this.parentElement ?? this).colorScheme;
      const both = scheme.includes('dark') && scheme.includes('light');
      theme =
        declaredTheme(this.ownerDocument) ?? (both ? 'auto' : scheme.includes('dark') ? 'dark' : 'light');
    }
    applyTheme(this.#card, theme as Theme);
    this.#presenter?.setTheme(theme);
  }

  #query(): URLSearchParams {
    const query = new URLSearchParams();
    for (const { name, value } of this.attributes) if (!NOT_PARAMETERS.has(name)) query.set(name, value);
    // The element decides when it is time; the frame that it then makes does not wait again.
    query.set('load', 'auto');
    return query;
  }

  #emit({ type, detail }: ActivityEvent): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** Once a page, however often the module is loaded: the first one stays. */
export function defineElement(): void {
  if (customElements.get('linear-attention') === undefined) {
    customElements.define('linear-attention', LinearAttentionElement);
  }
}
