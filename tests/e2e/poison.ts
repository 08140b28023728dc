// Worlds in which the core answers falsely, and what a page says in them.
import type { Page } from 'playwright-core';
import type { Place } from './rest.js';

/** How numbers are falsified; two worlds differ in all of it. */
export interface Falsehood {
  readonly power: number;
  readonly factor: number;
  /** Even: half of a count has to be a count. */
  readonly shift: number;
  /** One pair of a pattern in so many is turned around, and one singular value in so many and one is 0. */
  readonly every: number;
}

/**
 * Runs in the page before its scripts and stands between it and the worker. Sizes, handles and saved bytes stay, so that
 * the page goes on; all else is false, and not in proportion nor in order, so that ratios, places of maxima and crossings
 * change too.
 */
export function poison({ power, factor, shift, every }: Falsehood): void {
  const KEPT = new Set(['rows', 'cols', 'handle', 'tokens', 'steps', 'featureDim']);
  // Nothing goes on from how far a long run has come: it is said, no more.
  const kept = (name: string, call: string) => KEPT.has(name) && (name !== 'tokens' || call !== 'runStream');
  const number = (value: number, salt: number): number =>
    Number.isInteger(value)
      ? 2 * Math.round(Math.abs(value) ** (power + (salt % 3) / 20)) + shift + 2 * (salt % 3)
      : value * (factor + (salt % 3) / 10) + shift / 32;
  const falsified = (value: unknown, key: string, salt: number): unknown => {
    if (typeof value === 'number') return number(value, salt + key.length);
    if (value instanceof Float64Array && key === 'singularValues')
      return value.map((entry, i) => (i % (every + 1) === 1 ? 0 : entry * factor));
    if (value instanceof Float32Array || value instanceof Float64Array)
      return value.map((entry, i) => entry * (factor + (i % 3) / 10) + shift / 32);
    if (value instanceof Int32Array) return value.map((entry, i) => entry + 1 + (i % 2));
    // 2 is a denominator of 0, 3 a negative one.
    if (value instanceof Uint8Array && key === 'status') return value.map((_, i) => 2 + (i % 2));
    if (value instanceof Uint8Array && key === 'pattern')
      return value.map((entry, i) => (i % every === 0 ? 1 - entry : entry));
    if (value instanceof Uint8Array) return value;
    if (Array.isArray(value)) return value.map((entry, i) => falsified(entry, key, i));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        name,
        kept(name, key) ? entry : falsified(entry, name, salt),
      ]),
    );
  };
  const Honest = globalThis.Worker;
  globalThis.Worker = class extends Honest {
    readonly calls = new Map<number, string>();

    override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
      const { id, call } = message as { id: number; call: string };
      if (call !== 'cancel') this.calls.set(id, call);
      super.postMessage(message, options as StructuredSerializeOptions);
    }

    override set onmessage(listen: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listen &&
        ((event) => {
          const { data } = event;
          if (data.kind !== 'done') return listen(event);
          const value = falsified(data.value, this.calls.get(data.id) ?? '', 0);
          listen({ data: { ...data, value } } as MessageEvent);
        });
    }
  };
}

/** Tokens that are really run through a stream, or put into a cache. */
const SHORT = 20_000;

/**
 * Runs in the page before its scripts: whoever asks for a run of more tokens than `short` gets the answer of one of
 * `short`, which says the number asked for. The page makes of it what it makes of the long run, some hundred times
 * sooner.
 */
function shorten(short: number): void {
  const Whole = globalThis.Worker;
  globalThis.Worker = class extends Whole {
    readonly asked = new Map<number, number>();

    override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
      const { id, call, args } = message as { id: number; call: string; args?: { tokens?: number } };
      const long = (call === 'runStream' || call === 'growCache') && args!.tokens! > short;
      if (long) this.asked.set(id, args!.tokens!);
      const sent = long ? { ...(message as object), args: { ...args, tokens: short } } : message;
      super.postMessage(sent, options as StructuredSerializeOptions);
    }

    override set onmessage(listen: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listen &&
        ((event) => {
          const { data } = event;
          const tokens = this.asked.get(data.id);
          if (data.kind !== 'done' || tokens === undefined) return listen(event);
          listen({ data: { ...data, value: { ...data.value, tokens } } } as MessageEvent);
        });
    }
  };
}

/** Where a number stands: core, input, closed-form and picked as `data-from` says, prose anywhere else. */
export type Kind = 'core' | 'input' | 'closed-form' | 'picked' | 'prose';

export interface Said {
  readonly kind: Kind;
  /** Elements from the figure down to it. */
  readonly where: string;
  /** Every text of that place: what is read, and what is read out. */
  readonly text: string;
}

export interface Drawn {
  readonly kind: Kind;
  readonly what: string;
  /** What the drawing was given. */
  readonly values: readonly number[];
  /** Whether it shows each of them; by default it shows all. */
  readonly shown?: readonly boolean[];
  /** Pixels, paths or cells. */
  readonly picture: string;
}

/** The properties of la-heatmap, la-matrix and la-plot that say what they draw. */
interface Drawing extends HTMLElement {
  readonly label: string;
  readonly matrix: { readonly data: Float32Array };
  readonly mask?: Uint8Array | null;
  readonly readonly?: boolean;
  readonly series: readonly { readonly from?: string; readonly y: ArrayLike<number> }[];
}

export interface World {
  readonly said: readonly Said[];
  readonly drawn: readonly Drawn[];
}

/** Everything that the figure or exercise below `root` says and draws. */
export async function worldOf(root: Place): Promise<World> {
  return root.evaluate((top): World => {
    const SPOKEN = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt'];
    // What a reader sets, and the tools around a figure.
    const SKIPPED = 'style, script, la-actions, la-progress, [hidden], input, select, textarea';
    const said: Said[] = [];
    const drawn: Drawn[] = [];

    const valuesOf = (element: Drawing): Pick<Drawn, 'values' | 'shown' | 'picture'> & { kind?: Kind } => {
      const inside = (selector: string) => [...element.shadowRoot!.querySelectorAll(selector)];
      const text = (one: Element) => one.textContent!.trim();
      switch (element.localName) {
        case 'la-heatmap': {
          const { matrix, mask } = element;
          return {
            values: [...matrix.data],
            shown: Array.from(matrix.data, (_, i) => mask?.[i] !== 0),
            picture: inside('canvas')
              .map((canvas) => (canvas as HTMLCanvasElement).toDataURL())
              .join(),
          };
        }
        case 'la-matrix':
          return {
            ...(element.readonly ? {} : { kind: 'input' }),
            values: [...element.matrix.data],
            picture: inside('td[data-at]').map(text).join(' '),
          };
        default: {
          const attributes = (selector: string, ...names: string[]) =>
            inside(selector).map((one) => names.map((name) => one.getAttribute(name)).join());
          return {
            values: element.series
              .filter((one) => one.from === undefined)
              .flatMap((one) => Array.from(one.y)),
            picture: [...attributes('path', 'd'), ...attributes('circle', 'cx', 'cy')].join(' '),
          };
        }
      }
    };

    const walk = (node: Node, kind: Kind, where: string): void => {
      if (node instanceof Text) {
        if (/\d/.test(node.data)) said.push({ kind, where, text: node.data.replace(/\s+/g, ' ').trim() });
        return;
      }
      if (!(node instanceof Element)) {
        for (const child of node.childNodes) walk(child, kind, where);
        return;
      }
      if (node.matches(SKIPPED)) return;
      const own =
        (node.getAttribute('data-from') as Kind | null) ?? (node.localName === 'td' ? 'core' : kind);
      const here = `${where} ${node.localName}`;
      if (['la-heatmap', 'la-plot', 'la-matrix'].includes(node.localName)) {
        const what = `${node.localName} ${(node as Drawing).label}`;
        // Whatever the place says of its sentences, a drawing is computed unless it is typed into.
        drawn.push({ kind: own === 'input' ? 'input' : 'core', what, ...valuesOf(node as Drawing) });
        return;
      }
      for (const name of SPOKEN) {
        const text = node.getAttribute(name);
        if (text !== null && /\d/.test(text)) said.push({ kind: own, where: `${here} @${name}`, text });
      }
      if (node.shadowRoot !== null) walk(node.shadowRoot, own, here);
      // The worked example that a figure has replaced lies in its light tree, unseen.
      if (node.shadowRoot === null || node.shadowRoot.querySelector('slot') !== null)
        for (const child of node.childNodes) walk(child, own, here);
    };
    walk(top, 'prose', '');
    return { said, drawn };
  });
}

/**
 * The numbers of a text as they are shown: signed, grouped, with their power of ten. Digits of a word or a formula are
 * none: float32, elu+1, Taylor-2, 2nrd, n².
 */
export function numbersIn(text: string): string[] {
  const number =
    /(?<![\p{L}\p{N}_.,]|\p{L}[-+−])[−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s×\s10)?[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*(?![\p{L}_\d])/gu;
  return text.match(number) ?? [];
}

/** Opens the page with a core that answers as the falsehood says; null is the honest one. */
export async function openWith(page: Page, address: string, falsehood: Falsehood | null): Promise<void> {
  await page.addInitScript(shorten, SHORT);
  if (falsehood !== null) await page.addInitScript(poison, falsehood);
  await page.goto(address);
}
