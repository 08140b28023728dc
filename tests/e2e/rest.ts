// Until a page, or a part of it, has nothing more to do by itself.
import type { Page } from 'playwright-core';
import { type Evaluates, frames } from '../frames.js';

/** An element of a page of Playwright's (a Locator), or of a tab of any engine. */
export interface Place {
  evaluate<R>(look: (element: Element) => R | Promise<R>): Promise<R>;
  page(): Evaluates;
}

/**
 * Until every activity in `place` has computed and drawn all that it does by itself, down to the widgets inside, and the page
 * has laid that out. Figures that are not started stay so.
 */
export async function atRest(place: Place): Promise<void> {
  await place.evaluate(async (root) => {
    type Drawn = Element & {
      settled?: () => Promise<void>;
      updateComplete?: Promise<boolean>;
      isUpdatePending?: boolean;
    };
    const inside = (from: Element | ShadowRoot): Drawn[] =>
      [...from.querySelectorAll('*')].flatMap((one) => [
        one,
        ...(one.shadowRoot === null ? [] : inside(one.shadowRoot)),
      ]);
    const all = () => [
      root as Drawn,
      ...(root.shadowRoot === null ? [] : inside(root.shadowRoot)),
      ...inside(root),
    ];
    do {
      for (const one of all()) await (one.settled?.() ?? one.updateComplete);
    } while (all().some((one) => one.isUpdatePending));
  });
  await frames(place.page());
}

/** The same for a whole page. */
export const pageAtRest = (page: Page) => atRest(page.locator('body'));

/** Brings one figure of the page after the other near, so that it starts, and waits until all are at rest. */
export async function startAll(page: Page): Promise<void> {
  for (const place of await page.locator('[data-activity]').all()) {
    await place.scrollIntoViewIfNeeded();
    await place.locator('.figure-tools').waitFor();
  }
  await pageAtRest(page);
}
