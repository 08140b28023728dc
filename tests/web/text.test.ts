import { expect, test } from 'vitest';
import { escapeHtml, escapeXml, shorten } from '../../web/model/text.js';

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
