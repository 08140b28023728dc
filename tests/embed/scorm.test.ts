// The packages inside a learning system: scorm-again is the run-time, and its page keeps what was committed, nothing
// else. A tab that dies has only what it committed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { strFromU8, unzipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inChromium } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { dist } from './lib/hosts.js';

const require = createRequire(import.meta.url);
const runtime = (file: string) =>
  readFileSync(require.resolve('scorm-again').replace(/[^/]+$/, file), 'utf8');

const VERSIONS = {
  '1.2': {
    file: 'scorm12.min.js',
    api: 'Scorm12API',
    name: 'API',
    zip: '12',
    status: 'cmi.core.lesson_status',
  },
  '2004': {
    file: 'scorm2004.min.js',
    api: 'Scorm2004API',
    name: 'API_1484_11',
    zip: '2004',
    status: 'cmi.success_status',
  },
} as const;

const stage = inChromium();
let context: BrowserContext;
beforeEach(async () => {
  context = await stage.browser.newContext();
});
afterEach(() => context.close());

for (const version of ['1.2', '2004'] as const) {
  describe(version, () => {
    const { file, api, name, zip, status } = VERSIONS[version];
    const root = `lms-${zip}`;
    const get = version === '1.2' ? 'LMSGetValue' : 'GetValue';
    let player = '';

    beforeAll(() => {
      const files = unzipSync(readFileSync(`${dist}scorm/${EX}-${zip}.zip`));
      expect(Object.keys(files).sort()).toEqual(['imsmanifest.xml', 'index.html']);
      expect(strFromU8(files['imsmanifest.xml']!)).toContain('href="index.html"');
      stage.host.page(`${root}/content/index.html`, { body: strFromU8(files['index.html']!) });
      stage.host.page(`${root}/runtime.js`, { body: runtime(file) });
      player = stage.host.page(`${root}/player.html`, {
        // As Moodle does, unload is forbidden to the package.
        headers: { 'Permissions-Policy': 'unload=()' },
        body: `<!doctype html><title>Player</title><script src="runtime.js"></script><script>
          const stored = localStorage.getItem('cmi');
          const api = new ${api}({ autocommit: false, logLevel: 5 });
          if (stored) api.loadFromJSON(JSON.parse(stored));
          const keep = () => localStorage.setItem('cmi', JSON.stringify(api.renderCMIToJSONObject().cmi));
          api.on('${version === '1.2' ? 'LMSCommit' : 'Commit'}', keep);
          window.${name} = api;
        </script><iframe src="content/index.html" style="width:700px;height:900px"></iframe>`,
      });
    });

    const open = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(player);
      await page.frameLocator('iframe').locator('la-exercise').waitFor();
      return page;
    };
    const value = (page: Page, key: string) => page.evaluate<string>(`${name}.${get}('${key}')`);
    const type = async (page: Page, entries: readonly [string, string]) => {
      const fields = page.frameLocator('iframe').locator('la-exercise .inputs la-matrix input');
      await fields.nth(0).fill(entries[0]);
      await fields.nth(1).fill(entries[1]);
      await fields.nth(1).press('Tab');
    };
    const answer = async (page: Page, query: readonly [string, string], choice: string) => {
      const frame = page.frameLocator('iframe');
      await type(page, query);
      await frame.locator(`input[value="${choice}"]`).check();
      await frame.locator('form button[type="submit"]').first().click();
      await frame.locator('[data-score]').waitFor();
    };

    test('a right answer to everything is passed with the full score', async () => {
      const page = await open();
      expect(await value(page, version === '1.2' ? status : 'cmi.completion_status')).toBe('incomplete');
      await answer(page, ['1', '1'], 'never');
      await page.frameLocator('iframe').locator('[data-complete]').waitFor();
      expect(await value(page, status)).toBe('passed');
      const score = version === '1.2' ? 'cmi.core.score.raw' : 'cmi.score.raw';
      expect(await value(page, score)).toBe('100');
      if (version === '2004') expect(await value(page, 'cmi.score.scaled')).toBe('1');
      expect(Number(await value(page, 'cmi.interactions._count'))).toBe(2);
    });

    test('a wrong answer is told nothing that is worth a score, and a right one everything', async () => {
      const page = await open();
      const said = () => page.frameLocator('iframe').locator('la-exercise article').textContent();
      await answer(page, ['3', '1'], 'never');
      expect(await said()).toContain('This denominator is positive.');
      expect(await said()).not.toContain('Show the worked solution');
      await answer(page, ['1', '1'], 'never');
      await page.frameLocator('iframe').getByText('Show the worked solution').waitFor();
    });

    test('a tab killed right after an answer has lost nothing of it', async () => {
      const page = await open();
      await answer(page, ['1', '1'], 'same');
      // Not closed in an orderly way: the page's process is crashed, so no event of leaving it fires.
      const crashed = page.waitForEvent('crash');
      const session = await context.newCDPSession(page);
      void session.send('Page.crash').catch(() => {});
      await crashed;
      const again = await open();
      const score = version === '1.2' ? 'cmi.core.score.raw' : 'cmi.score.raw';
      expect(await value(again, score)).toBe('50');
      const fields = again.frameLocator('iframe').locator('la-exercise .inputs la-matrix input');
      await expect.poll(() => fields.nth(1).inputValue()).toBe('1');
      expect(await again.frameLocator('iframe').locator('input[value="same"]').isChecked()).toBe(true);
      // The next answers join those of the first visit.
      await answer(again, ['1', '1'], 'never');
      await again.frameLocator('iframe').locator('[data-complete]').waitFor();
      expect(await value(again, status)).toBe('passed');
    });

    test('what was typed and not yet answered is there after the page was left and opened again', async () => {
      const page = await open();
      await type(page, ['3', '2']);
      await page.goto('about:blank');
      await page.close();
      const again = await open();
      const fields = again.frameLocator('iframe').locator('la-exercise .inputs la-matrix input');
      await expect.poll(() => fields.nth(0).inputValue()).toBe('3');
    });

    test('save and exit ends the session, and says so', async () => {
      const page = await open();
      await type(page, ['3', '2']);
      await page.frameLocator('iframe').getByRole('button', { name: 'Save and exit' }).click();
      await page.frameLocator('iframe').getByText('Saved. You can close this window.').waitFor();
      expect(await page.evaluate(`localStorage.getItem('cmi')`)).toContain('1.');
    });
  });
}

describe('in a window of its own', () => {
  const START = (version: keyof typeof VERSIONS) => {
    const { file, api, name, zip } = VERSIONS[version];
    const files = unzipSync(readFileSync(`${dist}scorm/${EX}-${zip}.zip`));
    const root = `popup-${zip}`;
    stage.host.page(`${root}/content/index.html`, { body: strFromU8(files['index.html']!) });
    stage.host.page(`${root}/runtime.js`, { body: runtime(file) });
    const framed =
      '<!doctype html><title>Frame</title><iframe src="content/index.html" width="700" height="900"></iframe>';
    stage.host.page(`${root}/framed.html`, { body: framed });
    const player = (
      content: string,
    ) => `<!doctype html><title>Player</title><script src="runtime.js"></script><script>
      window.ended = 0;
      window.${name} = new ${api}({ autocommit: false, logLevel: 5 });
      ${name}.on('${version === '1.2' ? 'LMSFinish' : 'Terminate'}', () => { ended += 1; });
    </script><button onclick="open('${content}', 'activity', 'width=800,height=700')">Enter</button>`;
    const inFrame =
      '<!doctype html><title>LMS</title><iframe src="player.html" width="700" height="300"></iframe>';
    return {
      'API in the page that opened it': stage.host.page(`${root}/player.html`, {
        body: player('content/index.html'),
      }),
      'API in a frame of the page that opened it': stage.host.page(`${root}/lms.html`, { body: inFrame }),
      'activity in a frame of the window': stage.host.page(`${root}/outer.html`, {
        body: player('framed.html'),
      }),
    };
  };
  const enter = async (address: string) => {
    const lms = await context.newPage();
    await lms.goto(address);
    const player = lms.frames().at(-1)!;
    const [popup] = await Promise.all([context.waitForEvent('page'), player.locator('button').click()]);
    await popup.waitForLoadState();
    const inside = popup.frames().at(-1)!;
    await inside.locator('la-exercise').waitFor();
    return { lms, player, popup, inside };
  };
  type Entered = Awaited<ReturnType<typeof enter>>;
  const answer = async ({ inside }: Entered) => {
    await inside.locator('[data-question="elu"] input[value="never"]').check();
    await inside.locator('form button[type="submit"]').first().click();
    await inside.locator('[data-question="elu"][data-verdict="right"]').waitFor();
  };

  for (const version of ['1.2', '2004'] as const) {
    const { name } = VERSIONS[version];
    const get = version === '1.2' ? 'LMSGetValue' : 'GetValue';
    const score = version === '1.2' ? 'cmi.core.score.raw' : 'cmi.score.raw';

    test(`${version}: the API is found through the opener, and closing the window ends the session`, async () => {
      for (const [where, address] of Object.entries(START(version))) {
        const entered = await enter(address);
        await answer(entered);
        const { lms, player, popup, inside } = entered;
        expect(await inside.locator('#la-notices').textContent(), where).toBe('');
        expect(await player.evaluate(`${name}.${get}('${score}')`), where).toBe('50');
        await popup.close({ runBeforeUnload: true });
        await expect.poll(() => player.evaluate('ended'), { message: where }).toBe(1);
        await lms.close();
      }
    });

    test(`${version}: when the page of the learning system is closed first, nobody is told that answers are kept`, async () => {
      const entered = await enter(Object.values(START(version))[0]!);
      await entered.lms.close();
      await answer(entered);
      await entered.inside.getByText('did not take your last answer (gone: its window was closed').waitFor();
      await entered.inside.getByRole('button', { name: 'Save and exit' }).click();
      await entered.inside.getByText('did not confirm the end of the session').waitFor();
    });
  }
});

test('without a learning system around it the package works, and says that nothing is recorded', async () => {
  const files = unzipSync(readFileSync(`${dist}scorm/${EX}-12.zip`));
  const address = stage.host.page('alone/index.html', { body: strFromU8(files['index.html']!) });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address);
  await page.locator('la-exercise').waitFor();
  await page.getByText('No learning system was found').waitFor();
  expect(errors).toEqual([]);
});
