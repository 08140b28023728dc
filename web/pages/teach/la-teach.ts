import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { commonParameters, HIDEABLE } from '../../model/common-parameters.js';
import type { State, Table, Value } from '../../model/parameters.js';
import { defaults, pack, unpack } from '../../model/state.js';
import { announce } from '../../widgets/announce.js';
import { controls } from '../../widgets/controls.js';
import { copyText, saveFile } from '../../widgets/save.js';
import { base, define } from '../../widgets/theme/base.js';
import { catalogue, entry } from '../catalogue.js';
import { readPackedExercise } from '../embed/own-exercise.js';
import { OWN, OWN_KEY } from '../embed/own-page.js';
import { readFrameMessage } from '../embed/protocol.js';
import type { Entry } from '../entry.js';
import './la-own-exercise.js';
import type { OwnChange } from './la-own-exercise.js';
import { FIRST } from './own-draft.js';
import {
  fileName,
  LONGEST_ADDRESS,
  pageOf,
  queryOf,
  type SetUp,
  scormPackage,
  withSettings,
  withTitle,
} from './set-up.js';
import { addressOf, type Block, type Embedded, platforms } from './snippets.js';
import { teachStyle } from './teach-style.js';

const WIDTHS = [320, 600, 900] as const;
/** The settings that a list of choices sets; `hide`, `readonly` and `links` have boxes. */
const CHOICES = commonParameters.filter((parameter) => parameter.kind === 'choice');
const HEIGHT = 520;

/** Choices that only an exercise answers to. */
const OF_EXERCISES: readonly string[] = ['mode', 'answers'];
/**
 * What an exercise can leave out; a figure has `controls` of these. Without `links`, which the setting of that name says
 * too, and without what no activity shows.
 */
const HIDE_LABELS: Readonly<Partial<Record<(typeof HIDEABLE)[number], string>>> = {
  header: 'the title',
  controls: 'controls for the values',
  hints: 'hints',
  solution: 'the worked solution',
  reset: 'the reset button',
};

/** <la-teach>: choose, set up, look, take away. What stands between its tags is shown until it is defined. */
export class LaTeach extends LitElement {
  static override styles = [base, teachStyle];
  static override properties = {
    ex: { state: true },
    table: { state: true },
    values: { state: true },
    common: { state: true },
    width: { state: true },
    platform: { state: true },
    said: { state: true },
    own: { state: true },
    tall: { state: true },
    room: { state: true },
  };

  ex = catalogue[0]!.id;
  table: Table = [];
  values: State = {};
  common: State = defaults(commonParameters) as State;
  width: number = WIDTHS[1];
  platform = platforms[0]!.id;
  /** The exercise of one's own, as it was when it last could be read. */
  own: unknown = FIRST;
  /** Height of the preview, which it asks for itself, and the width that this page has for it. */
  tall = HEIGHT;
  room = Number.POSITIVE_INFINITY;
  /** What the last button did, for everybody to see and hear. */
  said = '';

  readonly #listen = (event: MessageEvent) => this.#resize(event);
  // In a frame of its own: what is drawn while a browser tells sizes is reported to the page as an error.
  readonly #measure = new ResizeObserver((entries) =>
    requestAnimationFrame(() => {
      this.room = entries.at(-1)!.contentRect.width;
    }),
  );
  #shown = '';
  #wanted = '';

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('message', this.#listen);
    const wanted = new URLSearchParams(location.search).get('ex');
    const kept = new URLSearchParams(location.hash.slice(1)).get(OWN_KEY);
    if (kept !== null && readPackedExercise(kept).ok) this.own = unpack(kept);
    void this.#choose(wanted !== null && (wanted === OWN || entry(wanted)) ? wanted : this.ex);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('message', this.#listen);
    this.#measure.disconnect();
  }

  protected override willUpdate(): void {
    // Another frame, which has asked for nothing yet.
    if (this.#shown !== this.#preview) this.tall = HEIGHT;
    this.#shown = this.#preview;
  }

  protected override updated(): void {
    // Observing what is observed already changes nothing.
    this.#measure.observe(this.renderRoot.querySelector('.preview')!);
  }

  async #choose(ex: string): Promise<void> {
    this.#wanted = ex;
    let table: Table;
    try {
      table = ex === OWN ? [] : (await entry(ex)!.load()).table;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#tell(`This activity did not arrive: ${reason}. Load this page again to retry.`);
      return;
    }
    // Another may have been chosen in the meantime, and come sooner.
    if (ex !== this.#wanted) return;
    this.ex = ex;
    this.table = table.filter(({ public: open }) => open !== false);
    this.values = defaults(table) as State;
    this.said = '';
  }

  /** The draft stays in this page's own address, so that a reload or a bookmark brings it back. */
  #takeOwn({ json, read }: OwnChange): void {
    if (!read.ok) return;
    this.own = json;
    this.said = '';
    history.replaceState(null, '', `?ex=${OWN}#${OWN_KEY}=${pack(json)}`);
  }

  #tell(text: string): void {
    this.said = text;
    announce(this, text);
  }

  get #title(): string {
    return this.ex === OWN ? (this.own as { title: string }).title : entry(this.ex)!.title;
  }

  get #setUp(): SetUp {
    const { ex, table, values, common, own } = this;
    return { ex, title: this.#title, table, values, common, ...(ex === OWN && { own }) };
  }

  get #embedded(): Embedded {
    const base = new URL('../v1/', document.baseURI).href;
    return { base, ex: this.ex, title: this.#title, query: queryOf(this.#setUp), height: HEIGHT };
  }

  /** The preview takes the height it asks for, as resize.js would give it. */
  #resize({ source, data }: MessageEvent): void {
    const frame = this.renderRoot.querySelector('iframe');
    const reading = readFrameMessage(data);
    if (frame?.contentWindow !== source || reading.kind !== 'message') return;
    if (reading.message.type === 'resize') this.tall = reading.message.height;
  }

  get #preview(): string {
    const url = new URL(addressOf(this.#embedded));
    url.searchParams.set('load', 'auto');
    if (url.href.length > LONGEST_ADDRESS && this.ex === OWN) {
      // In the fragment, which no server has to read.
      url.hash = `${OWN_KEY}=${url.searchParams.get(OWN_KEY)}`;
      url.searchParams.delete(OWN_KEY);
    }
    return url.href;
  }

  protected override render(): TemplateResult {
    return html`
      ${this.#step(1, 'Choose', this.#chooser())}
      ${this.#step(2, 'Set it up', this.#settings())}
      ${this.#step(3, 'See it as it will look', this.#look())}
      ${this.#step(4, 'Copy it into your page', this.#copy())}
      ${this.#step(5, 'Or take it away as a file', this.#files())}
      <p class="said">${this.said}</p>
    `;
  }

  #step(n: number, title: string, content: TemplateResult): TemplateResult {
    return html`<section aria-labelledby="step-${n}">
      <h2 id="step-${n}"><span class="ordinal" aria-hidden="true">${n}</span> ${title}</h2>
      ${content}
    </section>`;
  }

  #chooser(): TemplateResult {
    const group = (label: string, wanted: (one: Entry) => boolean) =>
      html`<optgroup label=${label}>
        ${catalogue
          .filter(wanted)
          .map(({ id, title }) => html`<option value=${id} ?selected=${id === this.ex}>${title}</option>`)}
      </optgroup>`;
    return html`<label class="text"
        ><span class="label">Activity</span>
        <select
          @change=${(event: Event) => void this.#choose((event.target as HTMLSelectElement).value)}
        >
          ${group('Exercises', ({ kind }) => kind === 'exercise')}
          ${group('Figures and examples of the walk', ({ kind }) => kind !== 'exercise')}
          <optgroup label="Your own">
            <option value=${OWN} ?selected=${this.ex === OWN}>An exercise that you write</option>
          </optgroup>
        </select>
      </label>
      ${this.ex === OWN ? this.#writer() : this.#about()}`;
  }

  #about(): TemplateResult {
    const { summary, minutes } = entry(this.ex)!;
    return html`<p>${summary} <span class="quiet">About ${minutes} minutes.</span></p>`;
  }

  #writer(): TemplateResult {
    return html`<p>
        Write over this example. The core of this page computes the answers, and the same grader checks them. Nothing is
        sent anywhere: the exercise travels in its address or in its file.
      </p>
      <la-own-exercise
        .json=${this.own}
        @la-exercise-change=${(event: CustomEvent<OwnChange>) => this.#takeOwn(event.detail)}
      ></la-own-exercise>`;
  }

  #settings(): TemplateResult {
    const set = (name: string, value: Value) => {
      this.values = { ...this.values, [name]: value };
    };
    const setCommon = (name: string, value: Value) => {
      this.common = { ...this.common, [name]: value };
    };
    const hidden = this.common.hide as readonly string[];
    const exercise = this.ex === OWN || entry(this.ex)?.kind === 'exercise';
    return html`
      ${
        this.ex === OWN
          ? nothing
          : this.table.length === 0
            ? html`<p>This activity has no values to set.</p>`
            : html`<div class="controls">${controls(this.table, this.values, { set })}</div>`
      }
      <div class="choices">${CHOICES.filter(({ name }) => exercise || !OF_EXERCISES.includes(name)).map((parameter) => this.#choice(parameter, setCommon))}</div>
      <fieldset>
        <legend class="label">Leave out</legend>
        ${HIDEABLE.filter((part) => part in HIDE_LABELS && (exercise || part === 'controls')).map((part) =>
          this.#box(HIDE_LABELS[part]!, hidden.includes(part), (on) =>
            setCommon('hide', on ? [...hidden, part] : hidden.filter((one) => one !== part)),
          ),
        )}
      </fieldset>
      <fieldset>
        <legend class="label">Lock</legend>
        ${this.#box(
          'everything: it shows, and lets nothing be changed',
          this.common.readonly as boolean,
          (on) => setCommon('readonly', on),
        )}
        ${this.#box('links that lead away from your page', !this.common.links, (off) => setCommon('links', !off))}
      </fieldset>
      <p class="row controls">
        <button
          type="button"
          @click=${() => {
            this.values = defaults(this.table) as State;
            this.common = defaults(commonParameters) as State;
          }}
        >
          Back to the settings it comes with
        </button>
      </p>
    `;
  }

  #choice(
    { name, label, about, choices }: (typeof CHOICES)[number],
    set: (name: string, value: Value) => void,
  ): TemplateResult {
    const chosen = this.common[name];
    return html`<label class="text"
      ><span class="label">${label}</span>
      <select
        aria-label=${label}
        aria-describedby="about-${name}"
        @change=${(event: Event) => set(name, (event.target as HTMLSelectElement).value)}
      >
        ${choices.map(
          (one) => html`<option value=${one.value} ?selected=${one.value === chosen}>${one.label}</option>`,
        )}
      </select>
      <span class="quiet" id="about-${name}">${about}</span>
    </label>`;
  }

  #box(label: string, on: boolean, set: (on: boolean) => void): TemplateResult {
    return html`<label class="flag"
      ><input
        type="checkbox"
        .checked=${live(on)}
        @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
      />
      ${label}</label
    >`;
  }

  #look(): TemplateResult {
    const preview = this.#preview;
    const scale = Math.min(1, this.room / this.width);
    const box = (by: number) => `width:${this.width * by}px;height:${this.tall * by}px`;
    return html`
      <fieldset class="row">
        <legend class="label">Width of the place in your page</legend>
        ${WIDTHS.map(
          (width) =>
            html`<label class="flag"
              ><input
                type="radio"
                name="width"
                .checked=${live(this.width === width)}
                @change=${() => {
                  this.width = width;
                }}
              />${width} px</label
            >`,
        )}
      </fieldset>
      <div class="preview" role="group" aria-label="How it will look">
        <div class="shown" style=${box(scale)}>
          ${keyed(
            preview,
            html`<iframe title="Preview" src=${preview} style="${box(1)};scale:${scale}"></iframe>`,
          )}
        </div>
      </div>
      ${scale === 1 ? nothing : html`<p class="quiet">Shown at ${Math.round(100 * scale)} % of its size, to fit this screen.</p>`}
      <p><a href=${preview} target="_blank" rel="noopener">Open the activity by itself</a></p>
    `;
  }

  #copy(): TemplateResult {
    const chosen = platforms.find(({ id }) => id === this.platform)!;
    const local = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
    return html`
      <label class="text"
        ><span class="label">Your platform</span>
        <select
          @change=${(event: Event) => {
            this.platform = (event.target as HTMLSelectElement).value;
          }}
        >
          ${platforms.map(
            ({ id, name }) => html`<option value=${id} ?selected=${id === this.platform}>${name}</option>`,
          )}
        </select>
      </label>
      <p>
        ${chosen.says} Not sure what your page allows?
        <a href=${new URL('../v1/embed-check/', document.baseURI).href}>Ask about it</a>.
      </p>
      ${
        local
          ? html`<p class="warn">
              This copy of the playground runs on your own machine, so the addresses below work only there. Open this
              page where the playground is published before you copy.
            </p>`
          : nothing
      }
      ${(chosen.anyLength ? null : this.#tooLong()) ?? chosen.blocks(this.#embedded).map((block, index) => this.#block(block, index))}
    `;
  }

  #tooLong(): TemplateResult | null {
    const { length } = addressOf(this.#embedded);
    if (length <= LONGEST_ADDRESS) return null;
    return html`<p class="warn">
      The address of this activity would have ${length.toLocaleString('en')} characters. Some platforms cut addresses
      after ${LONGEST_ADDRESS.toLocaleString('en')}. Take it away as a file below, and upload that to your platform. Or
      choose <em>HTML page, as an element</em>, which carries it in the text of your page.
    </p>`;
  }

  #block({ label, text }: Block, index: number): TemplateResult {
    const copy = async () => {
      this.#tell(
        (await copyText(text)) ? 'Copied.' : 'Your browser did not allow copying. Select the text instead.',
      );
    };
    return html`<figure class="block">
      <figcaption id="block-${index}">${label}</figcaption>
      <pre tabindex="0"><code>${text}</code></pre>
      <button type="button" aria-describedby="block-${index}" @click=${copy}>Copy the snippet</button>
    </figure>`;
  }

  #files(): TemplateResult {
    return html`
      <p>
        A file needs no address and no network. It opens from a disk and can be uploaded to a course. A package tells an
        LMS what was answered, and the score.
      </p>
      <p class="row controls">
        <button type="button" @click=${() => void this.#download('html')}>One HTML file</button>
        <button type="button" @click=${() => void this.#download('1.2')}>SCORM 1.2 package</button>
        <button type="button" @click=${() => void this.#download('2004')}>SCORM 2004 package</button>
      </p>
    `;
  }

  async #download(kind: 'html' | '1.2' | '2004'): Promise<void> {
    const setUp = this.#setUp;
    const query = queryOf(setUp);
    try {
      const packed = setUp.ex !== OWN;
      const path = packed ? `scorm/${setUp.ex}-2004.zip` : `offline/${OWN}.html`;
      const response = await fetch(new URL(`../v1/${path}`, document.baseURI));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const text = packed ? pageOf(new Uint8Array(await response.arrayBuffer())) : await response.text();
      const page = packed ? text : withTitle(text, setUp.title);
      if (kind === 'html') saveFile(`${fileName(setUp)}.html`, withSettings(page, query));
      else {
        const zip = scormPackage(page, setUp, query, kind) as Uint8Array<ArrayBuffer>;
        saveFile(`${fileName(setUp)}-${kind.replace('.', '')}.zip`, zip);
      }
      this.#tell('Saved to your downloads.');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#tell(`The file could not be made: ${reason}. Try again.`);
    }
  }
}

define('la-teach', LaTeach);
