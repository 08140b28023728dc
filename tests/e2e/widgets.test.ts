// The shared elements in a real browser, by keyboard first: what a reader types, hears and sees.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { record, useGallery } from './gallery.js';

const site = useGallery();
const open = (options = {}) => site.open('gallery/', options);

async function paste(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
    );
  }, text);
}

const rowsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { rows, cols, data } = (
      element as unknown as { matrix: { rows: number; cols: number; data: Float32Array } }
    ).matrix;
    return Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));
  });

describe('the gallery', () => {
  it.each(['light', 'dark'] as const)('has nothing for axe to find in %s', async (colorScheme) => {
    const page = await open({ colorScheme });
    await page.locator('#n').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has nothing for axe to find as tables and in high contrast', async () => {
    const page = await open();
    await page.getByRole('radio', { name: 'contrast' }).check();
    const buttons = page.getByRole('button', { name: 'Show as table' });
    for (let left = await buttons.count(); left > 0; left--) await buttons.first().click();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([320, 360, 768, 1440])('never scrolls sideways at %i px', async (width) => {
    const page = await open({ viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('gives a thumb 44 px at 360 px', async () => {
    const page = await open({ viewport: { width: 360, height: 800 }, hasTouch: true });
    const small = await page.evaluate(() => {
      const found: string[] = [];
      const visit = (root: ParentNode) => {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) visit(element.shadowRoot);
          const inText =
            element.getRootNode() instanceof ShadowRoot &&
            (element.getRootNode() as ShadowRoot).host.localName === 'la-term';
          if (
            inText ||
            !element.matches('button, select, summary, input:not([type=radio], [type=checkbox], [type=file])')
          )
            continue;
          const { height, width } = element.getBoundingClientRect();
          if (height > 0 && (height < 43.5 || width < 43.5))
            found.push(`${element.outerHTML.slice(0, 80)} ${width}×${height}`);
        }
      };
      visit(document);
      return found;
    });
    expect(small).toEqual([]);
  });
});

describe('la-matrix', () => {
  const cell = (page: Page, row: number, col: number, id = 'edit') =>
    page.locator(`#${id} [data-at="${row} ${col}"]`);

  it('is typed into cell by cell, with Enter, arrows and Tab', async () => {
    const page = await open();
    const changes = await record(page, '#edit', 'la-change');
    await cell(page, 0, 0).focus();
    await page.keyboard.type('0.5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('−2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('1/4');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    expect(await rowsOf(page, '#edit')).toMatchObject(
      [[0.5], [-2], [0.25, 3]].map((row) => expect.arrayContaining(row)),
    );
    expect((await rowsOf(page, '#edit'))[2]!.slice(0, 2)).toEqual([0.25, 3]);
    expect((await changes()).length).toBeGreaterThanOrEqual(4);
    // What was typed is kept as it was typed.
    expect(await cell(page, 2, 0).inputValue()).toBe('1/4');
  });

  it('answers a word with a sentence below its row, keeps it, and takes it back on Escape', async () => {
    const page = await open();
    const before = await rowsOf(page, '#edit');
    const invalid = await record(page, '#edit', 'la-invalid');
    await cell(page, 1, 1).fill('abc');
    const alert = page.locator('#edit').getByRole('alert');
    expect(await alert.textContent()).toMatch(/row 2, column 2: “abc” is not a number/);
    expect(await cell(page, 1, 1).getAttribute('aria-invalid')).toBe('true');
    expect(await invalid()).toMatchObject([{ row: 1, col: 1, text: 'abc' }]);
    await cell(page, 0, 0).focus();
    expect(await cell(page, 1, 1).inputValue()).toBe('abc');
    expect(await rowsOf(page, '#edit')).toEqual(before);
    await cell(page, 1, 1).fill('');
    expect(await alert.textContent()).toMatch(/This is empty/);
    await page.keyboard.press('Escape');
    expect(await cell(page, 1, 1).inputValue()).toBe('abc');
  });

  it('keeps what is being typed when the host sets the same numbers again', async () => {
    const page = await open();
    await cell(page, 1, 1).fill('abc');
    const matrix = page.locator('#edit');
    await matrix.evaluate(async (element) => {
      const host = element as unknown as { matrix: { data: Float32Array }; updateComplete: Promise<boolean> };
      host.matrix = { ...host.matrix, data: host.matrix.data.slice() };
      await host.updateComplete;
    });
    expect(await cell(page, 1, 1).inputValue()).toBe('abc');
  });

  it('holds whole numbers to their bounds', async () => {
    const page = await open();
    await cell(page, 0, 0, 'whole').fill('2.5');
    expect(await page.locator('#whole').getByRole('alert').textContent()).toMatch(
      /“2\.5” is not a whole number/,
    );
    await cell(page, 0, 0, 'whole').fill('12');
    expect(await page.locator('#whole').getByRole('alert').textContent()).toMatch(
      /Found “12”, expected a number from −9 to 9/,
    );
  });

  it('takes a pasted block of any kind, or says why not and changes nothing', async () => {
    const page = await open();
    const rows = () => rowsOf(page, '#edit');
    const status = page.locator('#edit [part=status]');
    await cell(page, 0, 0).focus();
    await paste(cell(page, 0, 0), '1\t2\n3\t4\n');
    await expect.poll(rows).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await paste(cell(page, 0, 0), '[[1, 2, 3]]');
    await expect.poll(rows).toEqual([[1, 2, 3]]);
    await cell(page, 0, 1).focus();
    await paste(cell(page, 0, 1), '7;8;9;10');
    await expect
      .poll(() => status.textContent())
      .toMatch(/The pasted block is 1 × 4\. From row 1, column 2 there is room for 1 × 2/);
    await paste(cell(page, 0, 1), '[[1, "x"]]');
    await expect.poll(() => status.textContent()).toMatch(/Nothing was pasted\. .*is the text “x”/);
    expect(await rows()).toEqual([[1, 2, 3]]);
  });

  it('pastes where the reader was, though what reads the block comes later, and says when it does not come', async () => {
    const page = await open();
    const before = await rowsOf(page, '#edit');
    const reader = /read-block/;
    await page.route(reader, (route) => route.abort());
    await cell(page, 0, 0).focus();
    await paste(cell(page, 0, 0), '7\t8');
    const status = page.locator('#edit [part=status]');
    await expect
      .poll(() => status.textContent())
      .toMatch(/^Nothing was pasted\. A part of this page did not arrive/);
    expect(await rowsOf(page, '#edit')).toEqual(before);
    site.expectErrors();

    const late = await open();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await late.route(reader, async (route) => {
      await arrived;
      await route.continue();
    });
    await cell(late, 0, 1).focus();
    await paste(cell(late, 0, 1), '7\n8');
    await cell(late, 0, 0).focus();
    arrive();
    await expect
      .poll(async () => (await rowsOf(late, '#edit')).map((row) => row[1]).slice(0, 2))
      .toEqual([7, 8]);
  });

  it('grows and shrinks by its buttons', async () => {
    const page = await open();
    await page.locator('#edit').getByRole('button', { name: 'Add row' }).click();
    await page.locator('#edit').getByRole('button', { name: 'Remove column' }).click();
    const rows = await rowsOf(page, '#edit');
    expect([rows.length, rows[0]!.length]).toEqual([4, 2]);
    expect(rows[3]).toEqual([0, 0]);
  });

  it('is one stop for the Tab key when it is read, and tells exact values', async () => {
    const page = await open();
    await page.locator('#read').evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const status = await page.locator('#read [part=status]').textContent();
    expect(status).toMatch(/^row 2, column 2: −0\.\d+ in float32$/);
    expect(await page.locator('#read [tabindex="0"]').count()).toBe(1);
  });
});

describe('la-heatmap', () => {
  it('is walked through and read out by keyboard', async () => {
    const page = await open();
    await page.locator('#weights').evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const read = await page.locator('#weights').getByRole('gridcell').getAttribute('aria-label');
    expect(read).toBe('row 3 “who” (query), column 2 “teacher” (key): 0.197');
    expect(await page.locator('#weights [part=status]').textContent()).toMatch(/: 0\.19685\d+ in float32$/);
    await page.keyboard.press('End');
    expect(await page.locator('#weights').getByRole('gridcell').getAttribute('aria-label')).toMatch(
      /: not permitted$/,
    );
    await page.keyboard.press('Control+Home');
    expect(await page.locator('#weights').getByRole('gridcell').getAttribute('aria-label')).toMatch(
      /^row 1 .* column 1 /,
    );
  });

  it('says in one sentence what it shows', async () => {
    const page = await open();
    expect(await page.locator('#signed #summary').textContent()).toMatch(
      /^16 rows and 24 columns\. Values from −5\.\d+ to 5\.\d+; the largest is in row \d+, column \d+\. \d+ values are negative\.$/,
    );
  });

  /** How light row 64 of the large map is: on the diagonal, two and four cells beside it, far away. `over`: in print. */
  const shades = (page: Page, kind: 'cells' | 'over' = 'cells') =>
    page.locator(`#large canvas.${kind}`).evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext('2d')!;
      const light = (x: number, y: number) =>
        context
          .getImageData(x, y, 1, 1)
          .data.slice(0, 3)
          .reduce((a, b) => a + b, 0);
      return [64, 66, 68, 120].map((col) => light(((col + 0.5) * width) / 128, (64.5 / 128) * height));
    });

  it('draws larger weights darker on paper and lighter on a dark ground, from the data alone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ colorScheme });
      const found = await shades(page);
      expect(found).toEqual([...found].sort((a, b) => (colorScheme === 'light' ? a - b : b - a)));
      expect(new Set(found).size).toBe(4);
    }
  });

  it('follows a theme that is chosen later, and prints in ink on paper', async () => {
    const page = await open({ colorScheme: 'light' });
    const light = await shades(page);
    await page.getByRole('radio', { name: 'dark' }).check();
    await expect.poll(() => shades(page)).toEqual(expect.not.arrayContaining([light[0]]));
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => shades(page, 'over')).toEqual(light);
  });

  it('is printed in ink and within the width of the paper: no frame comes between the order and the paper', async () => {
    const page = await open({ colorScheme: 'dark' });
    await page.evaluate(() => {
      // The last to hear of it, so that it sees what goes onto the paper.
      matchMedia('print').addEventListener('change', ({ matches }) => {
        if (!matches) return;
        const map = document.querySelector('#large')!;
        const canvas = map.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.over')!;
        // Far from the diagonal, where a weight is almost 0.
        const [red] = canvas.getContext('2d')!.getImageData(canvas.width - 8, 8, 1, 1).data;
        document.title = JSON.stringify({ over: canvas.offsetWidth - map.clientWidth, red });
      });
    });
    await page.pdf({ format: 'A6' });
    const printed = JSON.parse(await page.title()) as { over: number; red: number };
    expect(printed.over).toBeLessThanOrEqual(0);
    expect(printed.red).toBeGreaterThan(240);
  });

  it('becomes a table and a file', async () => {
    const page = await open();
    await page.locator('#weights').getByRole('button', { name: 'Show as table' }).click();
    const rows = page.locator('#weights').getByRole('row');
    // The rows of a table come some at a time.
    await expect.poll(() => rows.count()).toBe(13);
    await expect
      .poll(() => rows.nth(1).getByRole('cell').allTextContents())
      .toEqual(['0.233', ...Array(11).fill('–')]);
    const files = await page.locator('#signed').evaluate(async (element) => {
      const map = element as unknown as { toSVG(): string; toCSV(): string; toPNG(): Promise<Blob> };
      const svg = new DOMParser().parseFromString(map.toSVG(), 'image/svg+xml');
      const png = await createImageBitmap(await map.toPNG());
      return {
        svg: svg.querySelectorAll('rect').length,
        csv: map.toCSV().trim().split('\n').length,
        png: png.width,
      };
    });
    // The ground, 16 × 24 cells and the bar of the scale.
    expect(files).toMatchObject({ svg: 386, csv: 16 });
    expect(files.png).toBeGreaterThan(1000);
  });

  it('is saved with its name, axes, left-out cells, outlines and scale, on the ground of its theme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ colorScheme });
      const saved = await page.locator('#weights').evaluate(async (element) => {
        const map = element as unknown as { toSVG(): string; toPNG(): Promise<Blob> };
        const svg = new DOMParser().parseFromString(map.toSVG(), 'image/svg+xml');
        /** Pixels at twice the size, on a ground that no theme has. */
        const pixels = async (blob: Blob) => {
          const image = new Image();
          image.src = URL.createObjectURL(blob);
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [svg.documentElement, svg.documentElement].map(
            (root, i) => 2 * Number(root.getAttribute(i === 0 ? 'width' : 'height')),
          ) as [number, number];
          const context = canvas.getContext('2d')!;
          context.fillStyle = '#f0f';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.drawImage(image, 0, 0, canvas.width, canvas.height);
          return context.getImageData(0, 0, canvas.width, canvas.height).data;
        };
        const png = await map.toPNG();
        const [painted, drawn] = await Promise.all(
          [png, new Blob([map.toSVG()], { type: 'image/svg+xml' })].map(pixels),
        );
        const probe = document.createElement('span');
        probe.style.color = 'var(--la-surface)';
        element.shadowRoot!.append(probe);
        const ground = getComputedStyle(probe).color;
        let different = 0;
        for (let i = 0; i < painted!.length; i += 4)
          if ([0, 1, 2].some((c) => Math.abs(painted![i + c]! - drawn![i + c]!) > 64)) different++;
        return {
          texts: [...svg.querySelectorAll('text')].map((text) => text.textContent),
          hatches: svg.querySelectorAll('path[stroke-width="1.5"]').length,
          outlines: svg.querySelectorAll('rect[fill="none"]').length,
          corner: `rgb(${drawn!.slice(0, 3).join(', ')})`,
          ground,
          share: different / (painted!.length / 4),
        };
      });
      expect(saved.texts.slice(0, 2)).toEqual(['Weights of softmax', '↓ query\u2003→ key']);
      expect(saved.texts).toContain('teacher');
      expect(saved.texts.slice(-2)).toEqual(['0', '0.233']);
      // 12 × 11 / 2 pairs of a later key, and the outlined row.
      expect(saved).toMatchObject({ hatches: 66, outlines: 1, corner: saved.ground });
      // Edges of letters and strokes are smoothed in another way.
      expect(saved.share).toBeLessThan(0.01);
    }
  });

  it('of a large table has the cells in view while numbers change, never an old one, and every cell at rest', async () => {
    const page = await open();
    const map = page.locator('#weights');
    await map.getByRole('button', { name: 'Show as table' }).click();
    const seen = await map.evaluate(async (element) => {
      const map = element as HTMLElement & { matrix: object; mask: null };
      map.mask = null;
      const frames = (count: number): Promise<void> =>
        new Promise((resolve) => {
          requestAnimationFrame(() => (count > 1 ? frames(count - 1).then(resolve) : resolve()));
        });
      const fill = (value: number) => {
        map.matrix = { rows: 64, cols: 64, data: new Float32Array(64 * 64).fill(value) };
      };
      const busy = () => map.shadowRoot!.querySelector('[role=region]')!.getAttribute('aria-busy');
      const texts = (rows: number) =>
        Array.from(map.shadowRoot!.querySelectorAll('tbody tr'))
          .slice(0, rows)
          .map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent));
      fill(1);
      while (busy() === 'true') await frames(1);
      // As while a slider is dragged: the numbers have no time to rest.
      for (let i = 0; i < 40; i++) {
        fill(2);
        fill(3);
        await frames(1);
        fill(4);
        await frames(4);
      }
      const moving = texts(4);
      const during = busy();
      while (busy() === 'true') await frames(1);
      return { moving, during, resting: [...new Set(texts(64).flat())], cells: texts(64).flat().length };
    });
    expect(seen.during).toBe('true');
    for (const row of seen.moving) {
      expect(row[0]).toMatch(/^[34]$/);
      expect(row.at(-1)).toBe('');
    }
    expect(seen).toMatchObject({ resting: ['4'], cells: 64 * 64 });
  });
});

describe('la-plot', () => {
  it('is read from point to point by keyboard', async () => {
    const page = await open();
    const cursors = await record(page, '#cost', 'la-cursor');
    await page.locator('#cost').evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('ArrowRight');
    const slider = page.locator('#cost').getByRole('slider');
    expect(await slider.getAttribute('aria-valuetext')).toBe(
      'n, tokens 16 · softmax: 32,768 · linear: 131,072 (65,536 to 262,144)',
    );
    await page.keyboard.press('End');
    expect((await cursors()).at(-1)).toMatchObject({
      x: 65_536,
      values: [{ id: 'softmax', y: 549_755_813_888 }, {}],
    });
  });

  it('draws on logarithmic axes, with its marker where it belongs', async () => {
    const page = await open();
    const places = await page.locator('#cost svg[part]').evaluate((svg) => {
      const dashed = svg.querySelector('line[stroke-dasharray="3 3"]')!;
      const ticks = [...svg.querySelectorAll('line.axis')].map((line) => Number(line.getAttribute('x1')));
      return { marker: Number(dashed.getAttribute('x1')), ticks };
    });
    // Ticks at 10 and 100; 64 stands log10(6.4) of the way between them.
    const [ten, hundred] = places.ticks as [number, number];
    expect(places.marker).toBeCloseTo(ten + (hundred - ten) * Math.log10(6.4), 3);
  });

  it('is saved with its name, and with the list of its lines where they carry no names', async () => {
    const texts = async (width: number) => {
      const page = await open({ viewport: { width, height: 800 } });
      return page.locator('#cost').evaluate((element) => {
        const svg = new DOMParser().parseFromString(
          (element as unknown as { toSVG(): string }).toSVG(),
          'image/svg+xml',
        );
        const root = svg.documentElement;
        const box = Number(root.getAttribute('height'));
        return {
          texts: [...svg.querySelectorAll('text')].map((text) => text.textContent!.trim()),
          // What stands below the drawing has room there.
          inside: [...svg.querySelectorAll('g > g > text')].every(
            (text) => Number(/ ([\d.]+)\)/.exec(text.parentElement!.getAttribute('transform')!)?.[1]) < box,
          ),
        };
      });
    };
    for (const width of [360, 1440]) {
      const { texts: found, inside } = await texts(width);
      expect(found[0]).not.toBe('');
      expect(found.filter((text) => text === 'softmax')).toHaveLength(1);
      expect(found.filter((text) => text === 'linear')).toHaveLength(1);
      expect(inside).toBe(true);
    }
  });

  it('becomes a table, an SVG and a CSV file', async () => {
    const page = await open();
    const files = await page.locator('#cost').evaluate(async (element) => {
      const plot = element as unknown as { toSVG(): string; toCSV(): string; toPNG(): Promise<Blob> };
      const svg = plot.toSVG();
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      const png = await createImageBitmap(await plot.toPNG());
      return {
        broken: parsed.querySelector('parsererror') !== null,
        vars: svg.includes('var('),
        csv: plot.toCSV(),
        png: png.width,
      };
    });
    expect(files).toMatchObject({ broken: false, vars: false });
    expect(files.csv.split('\n')[0]).toBe('"n, tokens",softmax,linear');
    expect(files.csv.split('\n')[1]).toBe('8,8192,65536');
    expect(files.png).toBeGreaterThan(1000);
    await page.locator('#cost').getByRole('button', { name: 'Show as table' }).click();
    expect(await page.locator('#cost').getByRole('row').count()).toBe(15);
  });
});
