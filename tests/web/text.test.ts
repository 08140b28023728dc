import { expect, test } from 'vitest';
import { renderInline } from '../../build-scripts/lib/prose.mjs';
import { escapeHtml, escapeWithNames, escapeXml, shorten } from '../../web/model/text.js';

test('markup is escaped in contents and in attributes', () => {
  expect(escapeHtml('<b title="&amp;">')).toBe('&lt;b title=&quot;&amp;amp;&quot;&gt;');
});

test('XML is without what it cannot write: the name of a token in a drawing that was saved may hold anything', () => {
  expect(escapeXml('a\u0000b\u001fc\td<')).toBe('abc\td&lt;');
});

test('a text that is shortened has the length that was asked for', () => {
  expect(shorten('abcd', 4)).toBe('abcd');
  expect(shorten('abcde', 4)).toBe('abc…');
});

test('a name with a number is kept on one line, the same in texts and in Markdown', () => {
  const kept = (name: string) => `<span class="unbroken">${name}</span>`;
  const text =
    'FlashAttention-2, DPFP-1 & Taylor-2; key-value, 1-2, x-2-y, cl100k-ab, {linear-1}, {cache-short-1}';
  const expected = `${kept('FlashAttention-2')}, ${kept('DPFP-1')} &amp; ${kept('Taylor-2')}; key-value, 1-2, x-2-y, cl100k-ab, {linear-1}, {cache-short-1}`;
  expect(escapeWithNames(text)).toBe(expected);
  expect(renderInline(text)).toBe(expected);
  // What stands inside a tag is no text.
  expect(renderInline('[a](https://example.org/DPFP-1)')).toContain('href="https://example.org/DPFP-1"');
});
