// Canvas does not follow custom properties by itself. This tells an element the colours it stands in, and asks it to
// draw again when they changed.
import type { LitElement, ReactiveController } from 'lit';
import { lightness, type Rgb } from '../../model/colour-scale.js';
import { canvasOf } from './canvas.js';
import { THEME_EVENT } from './theme-event.js';

export interface ThemeColours {
  /** Whether text is light on a dark ground, whatever the theme is called. */
  readonly ground: 'light' | 'dark';
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly surface: string;
  /** A family, as a canvas wants it. */
  readonly font: string;
}

const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
  'print',
];

export class ThemeWatch implements ReactiveController {
  readonly #host: LitElement;
  #undo: Array<() => void> = [];
  #colours: ThemeColours | null = null;
  readonly #resolved = new Map<string, string>();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Read from the element's own computed style; kept until something that can change it has happened. */
  get colours(): ThemeColours {
    this.#colours ??= {
      ground: lightness(rgbOf(this.resolve('var(--la-ink)'))) > 50 ? 'dark' : 'light',
      ink: this.resolve('var(--la-ink)'),
      muted: this.resolve('var(--la-muted)'),
      rule: this.resolve('var(--la-rule)'),
      surface: this.resolve('var(--la-surface)'),
      font: getComputedStyle(this.#host).fontFamily || 'sans-serif',
    };
    return this.#colours;
  }

  /** Whether the page is being printed: the element is asked to draw again when that changes. */
  get printed(): boolean {
    return matchMedia('print').matches;
  }

  /** A CSS colour with var() and light-dark() in it, as it comes out at this element. */
  resolve(colour: string): string {
    let resolved = this.#resolved.get(colour);
    if (resolved === undefined) {
      // Only a property that has a colour resolves them; a probe in the shadow root has one.
      const probe = document.createElement('span');
      probe.style.color = colour;
      // Forced colours would answer with the colour of text.
      probe.style.setProperty('forced-color-adjust', 'none');
      this.#host.renderRoot.append(probe);
      resolved = getComputedStyle(probe).color;
      probe.remove();
      this.#resolved.set(colour, resolved);
    }
    return resolved;
  }

  hostConnected(): void {
    const changed = () => {
      this.#colours = null;
      this.#resolved.clear();
      this.#host.requestUpdate();
    };
    for (const query of QUERIES) {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      this.#undo.push(() => media.removeEventListener('change', changed));
    }
    window.addEventListener(THEME_EVENT, changed);
    const observer = new MutationObserver(changed);
    const attributeFilter = ['data-theme', 'style', 'class'];
    for (let node: Node = this.#host; ; ) {
      const root: Node = node.getRootNode();
      if (!(root instanceof ShadowRoot)) break;
      observer.observe(root.host, { attributes: true, attributeFilter });
      node = root.host;
    }
    observer.observe(document.documentElement, { attributes: true, attributeFilter });
    this.#undo.push(
      () => window.removeEventListener(THEME_EVENT, changed),
      () => observer.disconnect(),
    );
    changed();
  }

  hostDisconnected(): void {
    for (const undo of this.#undo) undo();
    this.#undo = [];
  }
}

/** Any CSS colour as the canvas paints it. */
function rgbOf(colour: string): Rgb {
  const { context } = canvasOf(1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!];
}
