// One activity alone on a page: /v1/embed/<exercise>/, /v1/embed/?ex=..., the single-file pages and the packages.
//
// The page arrives with a static worked example in it, which is what a reader sees before the core has loaded, when
// it cannot load, without scripts and on paper. This module puts the live activity in its place.
import type { Engine } from '../../engine/calls.js';
import type { Warning } from '../../model/state.js';
import type { Activity } from '../../widgets/activity.js';
import { entry } from '../catalogue.js';
import { applyLanguage, applyMotion, applyTheme } from './appearance.js';
import { type Channel, openChannel } from './channel.js';
import { failureCode } from './failure.js';
import { type FitOptions, keepFit } from './fit.js';
import { Notices, newTabLink, sayWhereBlocked } from './notices.js';
import { pausable } from './pausable.js';
import type { Theme } from './protocol.js';
import { type HostWishes, obey, relayEvents } from './relay.js';
import { readAddress, withSaved } from './request.js';
import { resetBar } from './reset-bar.js';
import { reportHeight } from './resize-child.js';
import { prepare } from './stage.js';
import { type LoadMode, timeToLoad } from './when-to-load.js';

export interface PageOptions {
  /** Loads the core with the first call. */
  engine: Engine;
  /** Joins what happens to something else than a host page, such as an LMS, before the activity is shown. */
  onActivity?: (activity: Activity, tools: { notices: Notices; wrapper: HTMLElement }) => void;
}

/** Ids in the page's markup. */
const WRAPPER = 'la-wrapper';
const NOTICES = 'la-notices';
const STATIC = 'la-static';

export async function showActivity(options: PageOptions): Promise<void> {
  const root = document.documentElement;
  const wrapper = byId(WRAPPER);
  const notices = new Notices(byId(NOTICES));
  const example = byId(STATIC);
  // A file carries its author's settings in itself; an address may still add to them.
  const carried = root.dataset.query ?? '';
  const request = readAddress(`${location.search}&${carried}`, location.hash, root.dataset.ex ?? '');
  const { settings } = request;

  const framed = window.parent !== window;
  root.classList.toggle('alone', !framed);
  const links = settings.links && !settings.hide.includes('links');
  if (!links) root.dataset.links = 'none';
  const footer = document.querySelector<HTMLAnchorElement>('.la-footer a');
  if (footer !== null) sayWhereBlocked(footer);
  // Framed, only the card takes a theme: a root with a colour scheme unlike the host's gets an opaque canvas.
  const themed = framed ? wrapper : root;
  applyTheme(themed, settings.theme as Theme);
  applyMotion(root, settings.motion);
  applyLanguage(root, settings.lang);

  let activity: Activity | null = null;
  const later: Array<() => void> = [];
  const engine = pausable(announced(options.engine, (build) => channel.send({ type: 'core', build })));
  const wishes: HostWishes = {
    root,
    themed,
    fixed: { theme: settings.theme !== 'auto', lang: settings.lang !== '' },
    engine,
    get channel() {
      return channel;
    },
    activity: () => activity,
  };
  const channel: Channel = openChannel(window, {
    id: settings.id,
    host: settings.host,
    onMessage: (message, seq) => obey(message, seq, wishes, later),
  });
  const tellHeight = settings.fit === 'frame' ? null : reportHeight(window, wrapper, channel);
  if (framed)
    keepFit({
      fit: settings.fit as FitOptions['fit'],
      view: window,
      root,
      wrapper,
      cut: cutOff(notices, channel, links),
    });
  relayEvents(wrapper, channel);

  const warn = ({ key, value, message }: Warning) => {
    notices.say(message);
    channel.send({ type: 'warning', key, value, message });
  };
  request.warnings.forEach(warn);

  // The page of all activities, with none chosen: its list stays.
  if (request.ex === '') {
    channel.send({ type: 'ready', title: document.title, ex: '', steps: 1 });
    return;
  }
  try {
    await timeToLoad(settings.load as LoadMode, wrapper, (start) => example.before(start));
    const prepared = await prepare({ ...request, warnings: [] }, engine);
    prepared.warnings.forEach(warn);
    options.onActivity?.(prepared.activity, { notices, wrapper });
    wrapper.addEventListener('la-error', (event) => explainFailure(event.detail, notices, links));
    example.replaceWith(prepared.activity);
    if (hasNoReset(request.ex, settings.hide)) prepared.activity.after(resetBar(prepared.activity));
    activity = prepared.activity;
    if (!channel.framed) keepStateInAddress(wrapper);
    for (const wish of later.splice(0)) wish();
    await prepared.activity.updateComplete;
    tellHeight?.();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = failureCode(error);
    channel.send({ type: 'error', code, message });
    explainFailure({ code, message }, notices, links);
  }
}

/** Exercises, a teacher's own among them, have a reset beside their answers. */
function hasNoReset(ex: string, hide: readonly string[]): boolean {
  const kind = entry(ex)?.kind;
  return kind !== undefined && kind !== 'exercise' && !hide.includes('controls');
}

/** Tells once, after the first answer, which build of the core gave it. */
function announced(engine: Engine, tell: (build: 'simd' | 'scalar') => void): Engine {
  let told = false;
  return {
    async call(name, args, options) {
      const value = await engine.call(name, args, options);
      if (!told) {
        told = true;
        // Where the core fails, whoever computes with it says so.
        engine.call('about', null).then(
          ({ build }) => tell(build),
          () => {},
        );
      }
      return value;
    },
  };
}

function explainFailure(
  { code, message }: { code: string; message: string },
  notices: Notices,
  links: boolean,
): void {
  const blocked = code === 'load-failed' || code === 'crashed';
  const alone = links && window.parent !== window ? ownTab() : undefined;
  if (code === 'unknown-activity' || code === 'unusable-exercise') notices.say(message);
  else if (blocked) {
    notices.say(`The core could not start here: ${message} The worked example below stays as it is.`, alone);
  }
}

/** This page by itself; undefined where its address means nothing to another tab, as in srcdoc. */
function ownTab(): HTMLAnchorElement | undefined {
  return /^(https?|file):$/.test(location.protocol) ? newTabLink(location.href) : undefined;
}

/** Says of an activity that may not scroll inside when its end is out of reach, and takes it back. */
function cutOff(notices: Notices, channel: Channel, links: boolean): (hidden: boolean) => void {
  let takeBack: (() => void) | null = null;
  return (hidden) => {
    if (hidden === (takeBack !== null)) return;
    if (hidden) {
      const alone = links ? ownTab() : undefined;
      const message = 'The place for this activity is too low to show its end.';
      takeBack = notices.say(message, alone);
      channel.send({ type: 'warning', key: 'fit', value: 'content', message });
    } else {
      takeBack?.();
      takeBack = null;
    }
  };
}

/** At the top level the address holds the exact state. Framed, the address belongs to the host and is left alone. */
function keepStateInAddress(wrapper: HTMLElement): void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  wrapper.addEventListener('la-change', ({ detail }) => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      try {
        const { pathname, search, hash } = location;
        const fragment = withSaved(hash, detail.dirty ? detail.s : null);
        // Only a whole address has no fragment; a fragment alone may be set where the rest may not.
        history.replaceState(null, '', fragment || `${pathname}${search}`);
      } catch {
        // A page from a file or a blob may not change its address.
      }
    }, 300);
  });
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
}
