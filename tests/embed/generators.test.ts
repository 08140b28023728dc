// A small course page by each generator, with the snippet that /teach/ gives, opened from another origin; the exercise
// in it is solved. The exercise is one of a teacher's own, with settings: the longest address, the most to get wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../build-scripts/lib/serve.mjs';
import { pack } from '../../web/model/state.js';
import { FIRST } from '../../web/pages/teach/own-draft.js';
import { addressOf, type Embedded } from '../../web/pages/teach/snippets.js';
import { inChromium } from './lib/chromium.js';
import { block, buildCourse, type Course } from './lib/generators.js';

const stage = inChromium();
let embedded: Embedded;

beforeAll(async () => {
  embedded = {
    base: `${stage.site.address}v1/`,
    ex: 'own',
    title: 'How many "scores" & why?',
    query: `theme=dark&hide=share,code&exercise=${pack(FIRST)}`,
    height: 430,
  };
});

const config = (object: string) => `export default ${object};\n`;
/** As the guide says where a course has such a list already: the second line joins it. */
const joined = (text: string) => text.replace('\n', '\n  - own.js\n');
const PROSE = 'Before you read on, answer this.';

const COURSES: Readonly<Record<string, () => Course>> = {
  Hugo: () => ({
    files: {
      'config.toml':
        'baseURL = "/"\ntitle = "Course"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n',
      'layouts/_default/single.html': '<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>',
      'layouts/index.html': '<!doctype html><title>Course</title>',
      'layouts/shortcodes/linear-attention.html': block('hugo', embedded, 0),
      'content/attention.md': `---\ntitle: Attention\n---\n\n${PROSE}\n\n${block('hugo', embedded, 1)}\n`,
    },
    command: ['hugo'],
    out: 'public',
    page: 'attention/',
  }),
  'Sphinx, reStructuredText': () => ({
    files: {
      'conf.py': "project = 'Course'\n",
      'index.rst': `Attention\n=========\n\n${PROSE}\n\n${block('sphinx', embedded, 0)}\n`,
    },
    command: ['sphinx-build', '-q', '-W', '-b', 'html', '.', 'out'],
    out: 'out',
    page: '',
  }),
  MkDocs: () => ({
    files: {
      // The theme would load its highlighter from another host.
      'mkdocs.yml': `site_name: Course\nsite_url: ""\ntheme:\n  name: mkdocs\n  highlightjs: false\n${joined(block('mkdocs', embedded, 1))}\n`,
      'docs/own.js': '// A script that the course had before.\n',
      'docs/index.md': `# Attention\n\n${PROSE}\n\n${block('mkdocs', embedded, 0)}\n`,
    },
    command: ['mkdocs', 'build', '--strict', '--quiet'],
    out: 'site',
    page: '',
  }),
  VitePress: () => ({
    files: {
      '.vitepress/config.mjs': config(`{ title: 'Course', ${block('vitepress', embedded, 1)} }`),
      'index.md': `# Attention\n\n${PROSE}\n\n${block('vitepress', embedded, 0)}\n`,
    },
    install: 'light',
    command: ['vitepress', 'build'],
    out: '.vitepress/dist',
    page: '',
  }),
  Docusaurus: () => ({
    files: {
      'docusaurus.config.js': config(`{
        title: 'Course', url: 'https://course.example', baseUrl: '/',
        ${block('docusaurus', embedded, 1)}
        presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: undefined }, blog: false }]],
      }`),
      'docs/index.mdx': `---\nslug: /\n---\n\n# Attention\n\n${PROSE}\n\n${block('docusaurus', embedded, 0)}\n`,
    },
    install: 'docusaurus',
    command: ['docusaurus', 'build', '--no-minify'],
    out: 'build',
    page: '',
  }),
};

for (const [name, course] of Object.entries(COURSES)) {
  test(`${name}: the exercise is solved in the page it built, and the frame has the height it asks for`, async () => {
    const built = course();
    const { site: folder } = await buildCourse(name.replace(/\W+/g, '-').toLowerCase(), built);
    const server = await serve(folder, { port: 0 });
    const page = await stage.browser.newPage({ viewport: { width: 1100, height: 900 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    try {
      await page.goto(server.address + built.page);
      expect(await page.locator('iframe').getAttribute('title')).toBe(embedded.title);
      expect(await page.locator('iframe').getAttribute('src')).toBe(addressOf(embedded));
      const framed = page.frameLocator('iframe');
      await framed.locator('[data-question="pairs"] input').fill('36');
      await framed.locator('form button[type="submit"]').click();
      await framed.locator('[data-complete]').waitFor();
      // The settings came through.
      expect(await framed.locator('#la-wrapper').getAttribute('data-theme')).toBe('dark');
      await expect
        .poll(async () => {
          const wanted = await framed
            .locator('#la-wrapper')
            .evaluate((e) => e.getBoundingClientRect().height);
          const given = await page.locator('iframe').evaluate((e) => e.getBoundingClientRect().height);
          return Math.abs(given - wanted);
        })
        .toBeLessThan(2);
      expect(errors).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  });
}

describe('MyST', () => {
  test('reads the directives as the frame and the widget they are meant to be', async () => {
    // Its theme comes from a server that a test must not need: what the parser made of the page is looked at instead.
    const { site: folder, log } = await buildCourse('myst', {
      files: {
        'myst.yml':
          'version: 1\nproject:\n  title: Course\n  toc:\n    - file: index.md\nsite:\n  template: ./theme\n',
        'theme/template.yml': 'jtex: v1\ntitle: None\nversion: 1.0.0\n',
        'index.md': `# Attention\n\n${PROSE}\n\n${block('myst', embedded)}\n\n${block('anywidget', embedded)}\n`,
      },
      install: 'light',
      command: ['myst', 'build', '--site', '--ci'],
      out: '_build/site/content',
      page: '',
    });
    const ast = readFileSync(join(folder, 'index.json'), 'utf8');
    const found: Record<string, unknown>[] = [];
    JSON.parse(ast, (_, value) => {
      if (value?.type === 'iframe' || value?.type === 'anywidget') found.push(value);
      return value;
    });
    expect(found.map(({ type }) => type)).toEqual(['iframe', 'anywidget']);
    const src = new URL(found[0]!.src as string);
    expect(src.searchParams.get('exercise')).toBe(pack(FIRST));
    expect(src.searchParams.get('fit')).toBe('frame');
    expect(found[1]!.model).toMatchObject({ ex: 'own', theme: 'dark', exercise: pack(FIRST) });
    // The script was fetched from the site; a directive or an address that is wrong would be complained of.
    expect(log).not.toMatch(/unknown directive|error|warning/i);
  });
});
