// The small elements in a real browser, by keyboard first.
import { describe, expect, it } from 'vitest';
import type { DroppedFile, LaFileDrop } from '../../web/widgets/la-file-drop.js';
import type { LaProgress } from '../../web/widgets/la-progress.js';
import { record, useGallery } from './gallery.js';

const site = useGallery();
const open = (options = {}) => site.open('gallery/', options);

describe('controls', () => {
  it('la-number drags in equal ratios, takes typing, and refuses what is out of range', async () => {
    const page = await open();
    const number = page.locator('#n');
    const changes = await record(page, '#n', 'la-change');
    await number.getByRole('slider').focus();
    await page.keyboard.press('Home');
    expect(await number.getByRole('textbox').inputValue()).toBe('1');
    await page.keyboard.press('End');
    expect(await number.getByRole('textbox').inputValue()).toBe('131,072');
    await number.getByRole('textbox').fill('2^13');
    await page.keyboard.press('Enter');
    expect((await changes()).at(-1)).toEqual({ value: 8192 });
    // More digits may follow: what is too small is refused when the field is left.
    await number.getByRole('textbox').fill('0');
    expect(await number.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await number.getByRole('alert').textContent()).toMatch(
      /Found 0, expected a whole number from 1 to 131,072/,
    );
    expect((await changes()).at(-1)).toEqual({ value: 8192 });
    await page.keyboard.press('Escape');
    expect(await number.getByRole('textbox').inputValue()).toBe('8,192');
  });

  it('la-number keeps a slider to drag where it is only as wide as its content', async () => {
    const page = await open();
    const widths = await page.evaluate(async () => {
      const row = document.body.appendChild(document.createElement('div'));
      row.style.cssText = 'display: flex; flex-wrap: wrap; gap: 32px; width: 600px';
      row.innerHTML = '<la-number label="d"></la-number><la-number label="r" hint="features"></la-number>';
      const numbers = [...row.children] as (HTMLElement & { updateComplete: Promise<boolean> })[];
      await Promise.all(numbers.map((number) => number.updateComplete));
      return numbers.map(
        (number) => number.shadowRoot!.querySelector('[type=range]')!.getBoundingClientRect().width,
      );
    });
    // 8 rem, which is about what browsers give a slider that nobody styles.
    for (const width of widths) expect(width).toBe(128);
  });

  it('la-number takes the unit or the hint that it shows, typed behind the number', async () => {
    const page = await open();
    const number = page.locator('#n');
    const changes = await record(page, '#n', 'la-change');
    for (const [unit, hint, text, value] of [
      ['', 'tokens', '512 tokens', 512],
      ['bytes', '', '2 KiB', 2048],
      ['tokens', '', '1 token', 1],
    ] as const) {
      await number.evaluate((one, given) => Object.assign(one, given), { unit, hint });
      await number.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
      expect((await changes()).at(-1)).toEqual({ value });
    }
    await number.getByRole('textbox').fill('512 keys');
    await page.keyboard.press('Enter');
    expect(await number.getByRole('alert').textContent()).toMatch(/“512 keys” is not a number/);
  });

  it('la-number lays out nothing but itself when it moves', async () => {
    const page = await open();
    await page.locator('#n').getByRole('slider').focus();
    const cdp = await page.context().newCDPSession(page);
    const layouts: number[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => {
      for (const event of value as unknown as {
        name: string;
        args: { beginData?: { totalObjects: number } };
      }[])
        if (event.name === 'Layout') layouts.push(event.args.beginData!.totalObjects);
    });
    await cdp.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['devtools.timeline'] },
    });
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('ArrowRight');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    // The slider and the field hold seven boxes; the page has thousands.
    expect(layouts).not.toEqual([]);
    expect(Math.max(...layouts)).toBeLessThan(20);
  });

  it('la-stepper goes to every step and no further', async () => {
    const page = await open();
    const steps = await record(page, '#stepper', 'la-step');
    const press = (name: RegExp) => page.locator('#stepper').getByRole('button', { name }).click();
    await press(/Next/);
    await press(/Last/);
    expect(await page.locator('#stepper').getByRole('button', { name: /Next/ }).isDisabled()).toBe(true);
    await press(/Back/);
    await press(/First/);
    expect(await steps()).toEqual([4, 8, 7, 1].map((n) => ({ n, of: 8 })));
    expect(await page.locator('#stepper').getByRole('status').textContent()).toBe('Step 1 of 8');
  });

  it('la-actions copies, saves and says what went wrong', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const bar = page.locator('#actions');
    await bar.getByRole('button', { name: 'Copy link' }).click();
    await bar.getByText('Copy link: done.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await bar.getByText('Download').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('a.csv');
    await bar.getByRole('button', { name: 'Fail' }).click();
    await bar.getByText('Fail did not work. There is nothing to copy.').waitFor();
    await bar.getByText('Copy as').click();
    await page.keyboard.press('Escape');
    expect(await bar.getByRole('button', { name: 'NumPy' }).isVisible()).toBe(false);
  });

  it('la-term explains on focus and on hover, and Escape puts the meaning away', async () => {
    const page = await open();
    const term = page.locator('la-term').getByRole('button');
    const meaning = page.locator('la-term').getByRole('tooltip');
    await term.focus();
    expect(await meaning.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await meaning.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    await term.hover();
    expect(await meaning.isVisible()).toBe(true);
    await page.mouse.move(700, 700);
    await meaning.waitFor({ state: 'hidden' });
  });

  it('la-file-drop hands over the bytes of what is dropped, and refuses more than it takes', async () => {
    const page = await open();
    const drop = (count: number, most: number) =>
      page.locator('la-file-drop').evaluate(
        async (element, { count, most }) => {
          (element as LaFileDrop).most = most;
          const dataTransfer = new DataTransfer();
          for (let i = count; i > 0; i--) dataTransfer.items.add(new File([`${i},2`], `${i}.csv`));
          let read: string[] | null = null;
          const hear = (event: Event) => {
            read = (event as CustomEvent<DroppedFile[]>).detail.map(
              ({ name, bytes }) => `${name}: ${new TextDecoder().decode(bytes)}`,
            );
          };
          element.addEventListener('la-files', hear, { once: true });
          const { shadowRoot } = element;
          const zone = shadowRoot!.querySelector('.zone')!;
          zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
          // Either the bytes come, or the refusal of so many files.
          const refused = () =>
            shadowRoot!.querySelector('[role=alert]')?.textContent?.includes(`${count} files arrived`);
          while (read === null && !refused()) await new Promise((drawn) => requestAnimationFrame(drawn));
          return read;
        },
        { count, most },
      );
    const alert = page.locator('la-file-drop').getByRole('alert');
    expect(await drop(1, 1)).toEqual(['1.csv: 1,2']);
    expect(await drop(3, 3)).toEqual(['1.csv: 1,2', '2.csv: 2,2', '3.csv: 3,2']);
    expect(await drop(2, 1)).toBeNull();
    expect(await alert.textContent()).toMatch(/2 files arrived. One is read at a time/);
    expect(await drop(4, 3)).toBeNull();
    expect(await alert.textContent()).toMatch(/4 files arrived. Up to 3 are read together/);
  });

  it('la-file-drop hands over the file that was dropped last, though an earlier one is read later', async () => {
    const page = await open();
    const heard = await page.locator('la-file-drop').evaluate(async (element) => {
      let finish = () => {};
      const large = new File(['1,2'], 'large.csv');
      large.arrayBuffer = () =>
        new Promise((resolve) => {
          finish = () => resolve(new ArrayBuffer(3));
        });
      const names: string[] = [];
      element.addEventListener('la-files', (event) => {
        names.push(...(event as CustomEvent<DroppedFile[]>).detail.map(({ name }) => name));
      });
      const drop = (file: File) => {
        const event = new DragEvent('drop', { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'dataTransfer', { value: { files: [file] } });
        element.shadowRoot!.querySelector('.zone')!.dispatchEvent(event);
      };
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      drop(large);
      drop(new File(['3,4'], 'small.csv'));
      while (names.length === 0) await turn();
      finish();
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return names;
    });
    expect(heard).toEqual(['small.csv']);
  });

  it('la-choice answers to a list and to arrow keys', async () => {
    const page = await open();
    const changes = await record(page, '#map', 'la-change');
    await page.locator('#map').getByRole('combobox').selectOption('taylor2');
    expect(await changes()).toEqual([{ value: 'taylor2' }]);
    const theme = page.locator('#theme la-choice');
    await theme.getByRole('radio', { name: 'auto' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  });

  it('la-tabs moves between panels by arrow keys', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'Weights' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByText('The output.').isVisible()).toBe(true);
    expect(await page.getByText('The weights.').isVisible()).toBe(false);
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Weights' }).getAttribute('aria-selected')).toBe('true');
  });

  it('la-tabs underlines the selected one alone in the colours of the system, where no border is transparent', async () => {
    const page = await open({ forcedColors: 'active' });
    const lined = await page.locator('la-tabs').evaluate((tabs) => {
      tabs.style.color = 'Canvas';
      const ground = getComputedStyle(tabs).color;
      const all = [...tabs.shadowRoot!.querySelectorAll('[role=tab]')];
      return all.map((tab) => [
        tab.getAttribute('aria-selected'),
        getComputedStyle(tab).borderBottomColor !== ground,
      ]);
    });
    expect(lined.length).toBeGreaterThan(1);
    for (const [selected, isLined] of lined) expect(isLined).toBe(selected === 'true');
  });

  it('la-progress tells the time left at the pace so far, and can be stopped', async () => {
    const page = await open();
    await page.clock.install();
    const bar = page.locator('la-progress');
    const cancels = await record(page, 'la-progress', 'la-cancel');
    const set = (values: { total?: number; done: number }) =>
      bar.evaluate(
        (element, values) => (Object.assign(element, values) as LaProgress).updateComplete,
        values,
      );
    await set({ total: 100, done: 0 });
    await page.clock.fastForward(1200);
    await set({ done: 1 });
    // One of a hundred in 1.2 s or somewhat more leaves about two minutes.
    await bar.getByText(/^1 of 100, about \d min \d+ s left$/).waitFor();
    await bar.getByRole('button', { name: 'Cancel' }).click();
    expect(await cancels()).toHaveLength(1);
  });
});
