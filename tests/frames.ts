// What browser tests wait for in place of time: the frames of a page. What a page does by itself follows an event, an
// observer or a message, all of which are heard before the next frame is drawn; what they change is drawn in that frame.

/** A page of Playwright's, or a tab of any engine. */
export interface Evaluates {
  evaluate<T>(expression: string): Promise<T>;
}

/**
 * Until the page has drawn `count` frames from now on: with 1, all that was under way has been heard; with 2, it stands on
 * the screen. More are for what would go on from frame to frame, to show that it does not.
 */
export function frames(page: Evaluates, count = 2): Promise<void> {
  return page.evaluate<void>(`(async () => {
    for (let i = 0; i < ${count}; i += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((after) => setTimeout(after));
  })()`);
}

/** Until nothing has scrolled for three frames in a row: a turn of the wheel may be carried out over several. */
export function scrolled(page: Evaluates): Promise<void> {
  return page.evaluate<void>(`(async () => {
    for (let still = 0, before = scrollY; still < 3; before = scrollY) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      still = scrollY === before ? still + 1 : 0;
    }
  })()`);
}
