// A teacher's own exercise from the form to a class: preview, link, element, file and package, and what is said of a
// link that was cut.
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { pack } from '../../web/model/state.js';
import { FIRST } from '../../web/pages/teach/own-draft.js';
import { LONGEST_ADDRESS } from '../../web/pages/teach/set-up.js';
import { inChromium } from './lib/chromium.js';

const stage = inChromium();
let page: Page;
const errors: string[] = [];

const open = async (address: string) => {
  page = await stage.browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
};
afterEach(async () => {
  await page?.close();
  expect(errors.splice(0)).toEqual([]);
});

const openTeach = () => open(`${stage.site.address}teach/?ex=own`);
const preview = () => page.frameLocator('iframe[title="Preview"]');

/** Answers 8·9/2 = 36, and waits for the score. */
async function solve(where: Page | ReturnType<Page['frameLocator']>): Promise<void> {
  const exercise = where.locator('la-exercise');
  await exercise.locator('[data-question="pairs"] input').fill('36');
  await exercise.locator('form button[type="submit"]').click();
  await exercise.locator('[data-question="pairs"][data-verdict="right"]').waitFor();
  await exercise.locator('[data-complete]').waitFor();
}

test('the form is played through, and its preview is the exercise', async () => {
  await openTeach();
  await page.getByRole('button', { name: 'Try every answer and mistake' }).click();
  await page.getByText('Every answer passes, and every mistake gets its reply.').waitFor();
  await preview().locator('[data-question="pairs"] input').fill('64');
  await preview().locator('form button[type="submit"]').click();
  await preview().getByText('This counts the tokens that come later, too.').waitFor();
  await solve(preview());
});

test('beside the snippet stands the way to find out what a page allows', async () => {
  await openTeach();
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await page.getByRole('heading', { name: 'What does another page allow?' }).waitFor();
});

test('what is written over reaches the preview, a reload, and the snippet', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  await form.getByLabel('Title', { exact: true }).fill('Causal <pairs>');
  await form.getByLabel('Title', { exact: true }).press('Tab');
  await preview().getByRole('heading', { name: 'Causal <pairs>' }).waitFor();
  await page.reload();
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Causal <pairs>');
  const snippet = await page.locator('la-teach pre code').first().textContent();
  await open(stage.host.page('course.html', { body: `<!doctype html><title>Course</title>${snippet}` }));
  const framed = page.frameLocator('iframe');
  await framed.getByRole('heading', { name: 'Causal <pairs>' }).waitFor();
  await solve(framed);
});

/** Presses as a finger does: whatever leaving a field moves has moved before the button is let go. */
async function press(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  await page.mouse.up();
}

test('a button that is pressed just after typing is not moved away from the pointer', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  const replies = form.getByLabel('Your reply');
  const typeInto = async (field: Locator, words: string) => {
    await field.press('End');
    await page.keyboard.type(words);
  };
  const tryAll = form.getByRole('button', { name: 'Try every answer and mistake' });
  const passes = form.getByText('Every answer passes, and every mistake gets its reply.');
  await press(tryAll);
  await passes.waitFor();
  await typeInto(form.getByLabel('Explanation, shown last'), ' So it stays a square.');
  await press(tryAll);
  await passes.waitFor();
  await typeInto(
    replies.nth(1),
    ' It is the diagonal of the table, and the mask leaves all of the diagonal.',
  );
  await press(form.getByRole('button', { name: 'Remove mistake 2' }));
  await expect.poll(() => replies.count()).toBe(2);
});

test('a problem stands at the field that has it, and the list at the end leads there', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  const most = form.getByLabel('Most', { exact: false }).first();
  expect(await most.getAttribute('aria-invalid')).toBeNull();
  await most.fill('64.5');
  await most.press('Tab');
  const shown = form.locator('.problem');
  await expect.poll(() => shown.allTextContents()).toEqual(['Found 64.5, expected a whole number.']);
  expect(await most.getAttribute('aria-invalid')).toBe('true');
  const id = await most.getAttribute('aria-describedby');
  expect(await shown.getAttribute('id')).toBe(id);
  // Right below the field, not at the end of the form.
  const [field, line] = [(await most.boundingBox())!, (await shown.boundingBox())!];
  expect(line.y - (field.y + field.height)).toBeLessThan(24);
  await form.getByRole('button', { name: 'Input 1, most' }).click();
  expect(await form.evaluate((one) => one.shadowRoot!.activeElement?.getAttribute('data-at'))).toBe(
    'inputs[0].max',
  );
  await most.fill('64');
  await most.press('Tab');
  await expect.poll(() => shown.count()).toBe(0);
});

test('what is being typed stays when the form is drawn again meanwhile, as for an answer of the core', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  const most = form.getByLabel('Most', { exact: false }).first();
  await most.fill('63');
  await form.evaluate(async (one) => {
    const drawn = one as HTMLElement & { requestUpdate(): void; updateComplete: Promise<boolean> };
    drawn.requestUpdate();
    await drawn.updateComplete;
  });
  expect(await most.inputValue()).toBe('63');
});

test('“Remove” gives the focus to the next row, to the one before, and at last to “Add”', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  const focused = () =>
    form.evaluate((one) => {
      const at = one.shadowRoot!.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? null;
    });
  const add = form.getByRole('button', { name: 'Add a hint' });
  while ((await form.getByRole('button', { name: /^Remove hint/ }).count()) < 3) await add.click();
  await form.getByRole('button', { name: 'Remove hint 1' }).click();
  await expect.poll(focused).toBe('Remove hint 1');
  await form.getByRole('button', { name: 'Remove hint 2' }).press('Enter');
  await expect.poll(focused).toBe('Remove hint 1');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Add a hint');
});

test('a matrix has the fields and the tolerance that the form gives it', async () => {
  await openTeach();
  const form = page.locator('la-own-exercise');
  const fill = async (label: string, text: string) => {
    await form.getByLabel(label).first().fill(text);
    await form.getByLabel(label).first().press('Tab');
  };
  await form.getByLabel('The answer is').selectOption('matrix');
  await fill('Right answer: a formula', '[[1, 2, 3], [4, 5, 6]]');
  await fill('Fields, such as 2 × 3', '2 x 3');
  await fill('Right if at most so far away', '0.5');
  const fields = preview().locator('[data-question="pairs"] input');
  await expect.poll(() => fields.count()).toBe(6);
  await preview().getByText('Right if at most 0.5 away.').waitFor();
  expect(await preview().getByText('Three significant figures').count()).toBe(0);
  for (const [index, text] of ['1.4', '2', '3', '4', '5', '5.5'].entries())
    await fields.nth(index).fill(text);
  await preview().locator('form button[type="submit"]').click();
  await preview().locator('[data-question="pairs"][data-verdict="right"]').waitFor();
  await fields.nth(0).fill('1.6');
  await preview().locator('form button[type="submit"]').click();
  await preview().locator('[data-question="pairs"][data-verdict="wrong"]').waitFor();
});

test('on a phone the preview of a wider place is shown whole, and can be used', async () => {
  await openTeach();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText(/Shown at \d\d % of its size/).waitFor();
  const frame = page.locator('iframe[title="Preview"]');
  const run = preview().locator('form button[type="submit"]');
  await run.waitFor();
  expect(await run.evaluate(() => innerWidth)).toBe(600);
  // Playwright's own clicks know nothing of a frame that is drawn smaller: the mouse goes where the eye would.
  await frame.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = (await frame.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  const inside = await run.evaluate((button) => button.getBoundingClientRect().toJSON());
  const scale = box.width / 600;
  await page.mouse.click(
    box.x + scale * (inside.x + inside.width / 2),
    box.y + scale * (inside.y + inside.height / 2),
  );
  await preview().getByText('Write an answer first.').waitFor();
});

test('a formula that means nothing is named in its place, and the last good exercise stays', async () => {
  await openTeach();
  const answer = page.locator('la-own-exercise').getByLabel('Right answer: a formula');
  await answer.fill('pears + 1');
  await answer.press('Tab');
  await page
    .getByText('Question 1, right answer: Found “pears + 1”, expected a name out of n, pairs')
    .waitFor();
  await solve(preview());
});

test('wrong JSON is refused in sentences and changes nothing; right JSON fills the form', async () => {
  await openTeach();
  await page.getByText('As JSON').click();
  const json = page.getByLabel('The whole exercise');
  const put = async (text: string) => {
    await json.fill(text);
    await json.press('Tab');
  };
  await put('{ "title": ');
  await page.getByText('This is not JSON').waitFor();
  await put('{ "title": "No question", "prompt": "x" }');
  await page.getByText('questions: found none, expected at least one.').waitFor();
  const title = page.locator('la-own-exercise').getByLabel('Title', { exact: true });
  expect(await title.inputValue()).toBe('How many scores?');
  await put(JSON.stringify({ ...(FIRST as object), title: 'From JSON' }));
  await expect.poll(() => title.inputValue()).toBe('From JSON');
});

test('an address that would be too long is not offered; the preview and the files still carry it', async () => {
  // Words that do not compress, made by a small generator of pseudo-random letters.
  let seed = 1;
  const noise = Array.from({ length: 3000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (seed % 26));
  }).join('');
  const own = { ...(FIRST as object), solution: noise };
  expect(pack(own).length).toBeGreaterThan(LONGEST_ADDRESS);
  await open(`${stage.site.address}teach/?ex=own#exercise=${pack(own)}`);
  await page.getByText('Some platforms cut addresses').waitFor();
  expect(await page.locator('la-teach pre').count()).toBe(0);
  await solve(preview());
  // An element carries it in the text of the page, where nobody cuts it.
  await page.getByLabel('Your platform').selectOption('element');
  const element = (await page.locator('la-teach pre code').allTextContents()).join('\n');
  stage.host.page('long-element.html', { body: `<!doctype html><title>Course</title>${element}` });
  const course = await stage.browser.newPage();
  await course.goto(`${stage.host.address}long-element.html`);
  await solve(course);
  await course.close();

  const download = async (name: string) => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: saved.suggestedFilename(), bytes: readFileSync((await saved.path())!) };
  };
  const file = await download('One HTML file');
  const zip = await download('SCORM 2004 package');
  expect([file.name, zip.name]).toEqual(['own-how-many-scores.html', 'own-how-many-scores-2004.zip']);
  const packed = unzipSync(zip.bytes);
  expect(strFromU8(packed['imsmanifest.xml']!)).toContain('<title>How many scores?</title>');
  for (const [path, body] of [
    ['file.html', file.bytes.toString('utf8')],
    ['package.html', strFromU8(packed['index.html']!)],
  ] as const) {
    await page.close();
    await open(stage.host.page(path, { body }));
    expect(await page.title()).toBe('How many scores?');
    await solve(page);
  }
});

test('the element carries it in an attribute', async () => {
  const element = `<!doctype html><title>Course</title>
    <script type="module" src="${stage.site.address}v1/linear-attention.js"></script>
    <linear-attention ex="own" exercise="${pack(FIRST)}">soon</linear-attention>`;
  await open(stage.host.page('element.html', { body: element }));
  await solve(page);
});

test('two exercises of a teacher on one origin keep a record each', async () => {
  const second = { ...(FIRST as object), title: 'How many scores, again?' };
  const stored = () => page.evaluate(() => Object.values(localStorage).map((text) => JSON.parse(text)));
  await open(`${stage.site.address}v1/embed/own/?exercise=${pack(FIRST)}`);
  await solve(page);
  await page.goto(`${stage.site.address}v1/embed/own/?exercise=${pack(second)}`);
  await page.locator('[data-question="pairs"] input').fill('64');
  await page.locator('form button[type="submit"]').click();
  await page.locator('[data-question="pairs"][data-verdict="wrong"]').waitFor();
  const [records] = await stored();
  expect(Object.keys(records).every((key) => key.startsWith('own:'))).toBe(true);
  expect(Object.values(records)).toEqual([
    { best: 1, attempts: 1, complete: true },
    { best: 0, attempts: 1, complete: false },
  ]);
});

test('a link that was cut, or that carries something else, says so and runs nothing', async () => {
  const address = (exercise: string) => `${stage.site.address}v1/embed/own/?exercise=${exercise}`;
  await open(address(pack(FIRST).slice(0, 200)));
  await page.getByText('It was cut or changed on its way').waitFor();
  await page.close();
  await open(address(pack({ title: '<img src=x onerror=alert(1)>', prompt: 1, questions: [] })));
  await page.getByText('prompt: found 1, expected a text of 1 to 4000 characters.').waitFor();
  await page.close();
  const shown = { ...(FIRST as object), title: '<img src=x onerror="document.title=1">' };
  await open(address(pack(shown)));
  await page.getByRole('heading', { name: '<img src=x' }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
});

test.each(['?', '#'])(
  'a reader’s answers at the top level stay in the address beside the exercise after %s',
  async (sign) => {
    await open(`${stage.site.address}v1/embed/own/${sign}exercise=${pack(FIRST)}`);
    await page.locator('[data-question="pairs"] input').fill('12');
    await page.locator('[data-question="pairs"] input').press('Tab');
    await page.waitForURL(/exercise=.*[#&]s=/);
    await page.reload();
    expect(await page.locator('[data-question="pairs"] input').inputValue()).toBe('12');
  },
);
