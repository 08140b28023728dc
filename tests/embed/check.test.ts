// /v1/embed-check/ must say of each place what is true there.
import { expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { frame, inEveryEngine } from './lib/suite.js';

inEveryEngine((suite) => {
  const address = () => `${suite.site.address}v1/embed-check/`;
  const READY = `heard('ready').length > 0`;

  test('in a frame that gives no height, and in one that does', async () => {
    await suite.onPage(frame(address()), async (tab) => void (await waitFor(tab, READY)));
    const helper = `<script src="${suite.site.address}v1/resize.js"></script>`;
    await suite.onPage(frame(address()) + helper, async (tab) => {
      await waitFor(tab, READY);
      const height = await tab.evaluate<number>(`document.querySelector('iframe').offsetHeight`);
      expect(height).toBeGreaterThan(310);
    });
  });

  test('by itself it says that it is in no frame, and that WebAssembly and workers run', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    const outcome = (id: string) => `document.querySelector('[data-check="${id}"]')?.dataset.outcome`;
    expect(await waitFor(tab, outcome('height'))).toBe('partly');
    expect(await tab.evaluate(outcome('frame'))).toBe('no');
    expect(await tab.evaluate(outcome('wasm'))).toBe('yes');
    expect(await tab.evaluate(outcome('worker'))).toBe('yes');
    expect(await tab.evaluate('localStorage.length')).toBe(0);
    await tab.close();
  });

  test('every answer begins below its question, however short both are', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    await waitFor(tab, `document.querySelector('[data-check="height"]') !== null`);
    const beside = await tab.evaluate<number>(
      `[...document.querySelectorAll('[data-check]')].filter((row) =>
        row.lastChild.getBoundingClientRect().top < row.firstChild.getBoundingClientRect().bottom - 1).length`,
    );
    expect(beside).toBe(0);
    await tab.close();
  });

  test('its buttons look like those of an activity', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    const looks = await waitFor<string[]>(
      tab,
      `((all) => all.length > 1 && all.map((one) => {
        const { backgroundColor, borderTopStyle, borderTopLeftRadius, color } = getComputedStyle(one);
        const link = getComputedStyle(document.querySelector('a[href]') ?? one).color;
        return [backgroundColor, borderTopStyle, borderTopLeftRadius, color === link].join(' ');
      }))([...document.querySelectorAll('#la-static button')])`,
    );
    expect(new Set(looks)).toEqual(new Set(['rgba(0, 0, 0, 0) solid 4px true']));
    await tab.close();
  });

  test('on a phone the button stands below the field, apart from it, and both within the page', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    await waitFor(tab, `document.querySelector('.la-ask button') !== null`);
    await tab.evaluate(`document.body.style.width = '360px'`);
    const sides = (selector: string) =>
      tab.evaluate<DOMRect>(`document.querySelector('.la-ask ${selector}').getBoundingClientRect().toJSON()`);
    const [field, button] = [await sides('input'), await sides('button')];
    expect(button.top - field.bottom).toBeGreaterThanOrEqual(4);
    expect(Math.max(field.right, button.right)).toBeLessThanOrEqual(360);
    await tab.close();
  });

  test('of another page it says what can be known from here, and what cannot', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    await waitFor(tab, `document.querySelector('.la-ask input') !== null`);
    const outcome = (id: string) =>
      tab.evaluate<string | null>(
        `document.querySelector('.la-ask ~ dl [data-check="${id}"]')?.dataset.outcome ?? null`,
      );
    const ask = async (page: string) => {
      await tab.evaluate(`document.querySelector('.la-ask input').value = ${JSON.stringify(page)}`);
      await tab.evaluate(`document.querySelector('.la-ask').requestSubmit()`);
      return waitFor<string>(
        tab,
        `((text) => text && !text.startsWith('Asking') && text)(document.querySelector('.la-ask + [role="status"]').textContent)`,
      );
    };
    const open = { 'Access-Control-Allow-Origin': '*' };
    const policy = (sources: string) =>
      `<meta http-equiv="Content-Security-Policy" content="frame-src ${sources}">`;
    const hugo = '<meta name="generator" content="Hugo 0.111.3">';
    const page = (path: string, head: string, headers?: Record<string, string>) =>
      suite.host.page(path, {
        body: `<!doctype html><title>Course</title>${head}`,
        ...(headers && { headers }),
      });

    expect(await ask('no address')).toContain('not the address of a web page');
    await ask(page('closed', policy("'none'")));
    expect(await outcome('readable')).toBe('partly');
    expect(await outcome('policy')).toBe(null);
    await ask(page('forbids', policy("'self'"), open));
    expect(await outcome('readable')).toBe('yes');
    expect(await outcome('policy')).toBe('no');
    expect(await outcome('platform')).toBe('partly');
    await ask(page('silent', hugo, open));
    expect(await outcome('policy')).toBe('partly');
    expect(await outcome('platform')).toBe('yes');
    const header = { ...open, 'Content-Security-Policy': `frame-src ${suite.site.address}` };
    await ask(page('allows', '', { ...header, 'Access-Control-Expose-Headers': 'Content-Security-Policy' }));
    expect(await outcome('policy')).toBe('yes');
    // This copy runs on the machine of the test.
    expect(await outcome('transport')).toBe('no');
    expect(await tab.evaluate('localStorage.length')).toBe(0);
    await tab.close();
  });

  test('in a frame it asks for no other page', async () => {
    await suite.onPage(frame(address()), async (tab) => {
      await waitFor(tab, READY);
      expect(await tab.evaluate<number>(`heard('resize').at(-1).height`)).toBeLessThan(1000);
    });
  });
});
