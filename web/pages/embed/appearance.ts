// Theme, motion and language of a page that holds one activity.
import { THEME_EVENT } from '../../widgets/theme/theme-event.js';
import type { Theme } from './protocol.js';

/**
 * auto follows the reader's system, which in Chromium and Firefox follows the host page's color-scheme as well;
 * WebKit does not pass that on, so a host there must say its theme.
 */
export function applyTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'auto') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
  // Canvases below do not see the attribute of an element they do not know.
  window.dispatchEvent(new CustomEvent(THEME_EVENT));
}

export function applyMotion(root: HTMLElement, motion: string): void {
  if (motion === 'reduce') root.setAttribute('data-motion', 'reduce');
  else root.removeAttribute('data-motion');
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(-|$)/i;

export function applyLanguage(root: HTMLElement, lang: string): void {
  if (lang === '') return;
  root.lang = lang;
  root.dir = RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr';
}
