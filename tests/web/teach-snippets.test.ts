// What authors paste must survive their platform's own syntax, whatever the title and the settings are.
import { expect, test } from 'vitest';
import { OWN_PAGE } from '../../web/pages/embed/own-page.js';
import { activityDocument } from '../../web/pages/stills/documents.js';
import { withTitle } from '../../web/pages/teach/set-up.js';
import { addressOf, type Embedded, platforms } from '../../web/pages/teach/snippets.js';

const nasty: Embedded = {
  base: 'https://course.example/la/v1/',
  ex: 'vanishing-denominator',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template literal must not read
  title: 'Say "S & z" <now>,\nin two lines: `{{x}}` ${y}',
  query: 'mode=example&query=1%2C2%3B3%2C4&hide=header%2Ccode',
  height: 520,
};
const oneLine = nasty.title.replace('\n', ' ');
const blocks = (id: string, embedded = nasty) => platforms.find((one) => one.id === id)!.blocks(embedded);

test('every platform of the contract is there, with an address or an id in each first use', () => {
  expect(platforms.map(({ id }) => id)).toEqual(
    expect.arrayContaining(
      'html element myst anywidget quarto mkdocs docusaurus vitepress mdbook hugo sphinx moodle canvas openedx wordpress observable notion'.split(
        ' ',
      ),
    ),
  );
  for (const { id } of platforms) {
    const all = blocks(id)
      .map(({ text }) => text)
      .join('\n');
    expect(all, id).toContain('vanishing-denominator');
    expect(all, id).toContain('https://course.example/la/v1/');
  }
});

test('the address carries the settings, and a frame that cannot grow is told to scroll', () => {
  expect(addressOf(nasty)).toBe(`https://course.example/la/v1/embed/vanishing-denominator/?${nasty.query}`);
  expect(addressOf({ ...nasty, query: '' })).toBe(
    'https://course.example/la/v1/embed/vanishing-denominator/',
  );
  for (const id of ['myst', 'moodle', 'openedx', 'notion'])
    expect(blocks(id)[0]!.text, id).toContain('fit=frame');
});

test('HTML: attributes are closed by their own quotes and hold the address when read back', () => {
  for (const id of ['html', 'quarto', 'mkdocs', 'vitepress', 'mdbook', 'canvas', 'moodle', 'openedx']) {
    const html = blocks(id)[0]!.text;
    const src = /src="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(new URL(src).pathname, id).toBe('/la/v1/embed/vanishing-denominator/');
    expect(new URL(src).searchParams.get('query'), id).toBe('1,2;3,4');
    expect(/title="([^"]*)"/.exec(html)![1], id).toContain('&quot;S &amp; z&quot; &lt;now&gt;');
  }
});

test('MyST: title and address stay on their lines', () => {
  const lines = blocks('myst')[0]!.text.split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toBe(`:title: ${oneLine}`);
});

test('anywidget and notebooks: the model and the call are JSON', () => {
  const [markdown, cell] = blocks('anywidget');
  expect(JSON.parse(markdown!.text.split('\n')[1]!)).toEqual({
    ex: 'vanishing-denominator',
    mode: 'example',
    query: '1,2;3,4',
    hide: 'header,code',
  });
  expect(JSON.parse(/IFrame\((".*?"),/.exec(cell!.text)![1]!)).toBe(addressOf(nasty));
});

test('Docusaurus: values are JavaScript strings, the style an object', () => {
  const jsx = blocks('docusaurus')[0]!.text;
  expect(JSON.parse(/title=\{(".*?[^\\]")\}/.exec(jsx)![1]!)).toBe(nasty.title);
  expect(jsx).toContain('style={{border: 0}}');
});

test('Hugo: the shortcode takes each value in one quoted argument', () => {
  const use = blocks('hugo')[1]!.text;
  expect(use).toContain(`settings="${nasty.query}"`);
  expect(JSON.parse(/title=(".*?[^\\]")/.exec(use)![1]!)).toBe(oneLine);
});

test('Observable: the template literal has no live placeholder', () => {
  const { text } = blocks('observable')[0]!;
  // The cell's own reader: what it makes of the literal must be the markup again.
  const read = new Function('html', `return ${text}`) as (
    tag: (parts: TemplateStringsArray) => string,
  ) => string;
  const html = read((parts) => parts.join(''));
  expect(html).toContain(oneLine.slice(-12));
  expect(html).toContain('vanishing-denominator/?mode=example&amp;');
});

test('WordPress: the bare address has no settings, for oEmbed knows only paths', () => {
  expect(blocks('wordpress')[0]!.text).toBe('https://course.example/la/v1/embed/vanishing-denominator/');
});

test('an exercise of one’s own always travels with its address', () => {
  const own = { ...nasty, ex: 'own', query: 'exercise=1.abc-_' };
  for (const platform of platforms.filter(({ id }) => id !== 'hugo')) {
    const addressed = platform.blocks(own).filter(({ text }) => /embed\/own|ex="own"|"ex":"own"/.test(text));
    expect(addressed.length, platform.id).toBeGreaterThan(0);
    for (const { text } of addressed) expect(text, platform.id).toContain('1.abc-_');
  }
});

test('a title goes into a file as it was typed, whatever a replacement would make of it', () => {
  const page = activityDocument({
    ex: 'own',
    ...OWN_PAGE,
    css: '',
    script: { code: '', hash: '' },
  });
  expect(withTitle(page, "$& $' $$ <b>")).toContain("<title>$&amp; $' $$ &lt;b&gt;</title>");
});
