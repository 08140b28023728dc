// The whole walk by the Tab key alone: every stop can be seen, none hides behind the bar, and none holds the reader.
import { expect, test } from 'vitest';
import { useSite } from './harness.js';

const site = useSite();

interface Stop {
  readonly name: string;
  /** Where it stands on the page, however far that is scrolled. */
  readonly place: string;
  readonly top: number;
  readonly bottom: number;
  readonly ring: boolean;
  /** The lower edge of the bar of stations where it lies over the page, for what is not inside it. */
  readonly bar: number;
}

for (const width of [360, 1440])
  test(`every stop of the walk is in view with a ring around it, ${width} px`, {
    timeout: 180_000,
  }, async () => {
    const page = await site.open('', { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const places = await page.locator('.figure[data-activity]').all();
    for (const place of places) {
      await place.scrollIntoViewIfNeeded();
      await place.locator('.figure-tools').waitFor();
    }
    // From the top, wherever the figures were visited.
    await page.evaluate(() => {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>('.skip')!.focus();
    });
    const stops: Stop[] = [];
    for (let i = 0; i < 1000; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate((): Stop | null => {
        let at = document.activeElement;
        const path: string[] = [];
        while (at?.shadowRoot?.activeElement) {
          path.push(at.localName);
          at = at.shadowRoot.activeElement;
        }
        if (at === null || at === document.body) return null;
        const { left, top, bottom } = at.getBoundingClientRect();
        const bar = document.querySelector('.stations-bar')!;
        const edge = bar.getBoundingClientRect();
        return {
          name: `${path.join(' ')} ${at.localName}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent}`,
          place: `${left} ${top + scrollY}`,
          top,
          bottom,
          ring: getComputedStyle(at).outlineStyle !== 'none',
          bar: bar.contains(at) || edge.top > 0 ? 0 : edge.bottom,
        };
      });
      if (stop === null) break;
      stops.push(stop);
    }
    expect(stops.length).toBeGreaterThan(200);
    expect(stops.length).toBeLessThan(1000);
    expect(stops.filter(({ ring }) => !ring)).toEqual([]);
    expect(stops.filter(({ top, bottom }) => bottom <= 0 || top >= 800)).toEqual([]);
    expect(stops.filter(({ top, bar }) => top < bar)).toEqual([]);
    // The same stop twice in a row is a reader who cannot get on.
    const held = stops.filter(({ place }, i) => place === stops[i - 1]?.place);
    expect(held.map(({ name }) => name)).toEqual([]);
  });
