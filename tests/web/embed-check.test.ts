// What a policy says of a frame, and what counts as the address of a page.
import { expect, test } from 'vitest';
import { readPageAddress } from '../../web/pages/embed-check/address.js';
import { allowsFrame } from '../../web/pages/embed-check/policy.js';

const PAGE = 'https://course.example/week-3/';
const OURS = 'https://play.example.org/la/v1/embed/x/';

test.each([
  ['', true],
  ["script-src 'none'", true],
  ['frame-src *', true],
  ['frame-src https:', true],
  ['frame-src http:', true],
  ['frame-src data:', false],
  ["frame-src 'none'", false],
  ["frame-src 'self'", false],
  ["default-src 'self'", false],
  ["default-src 'none'; frame-src https://play.example.org", true],
  ["default-src 'none'; child-src https://play.example.org", true],
  ["frame-src 'none'; child-src *", false],
  // The first directive of a name counts.
  ["frame-src 'none'; frame-src *", false],
  ['FRAME-SRC play.example.org', true],
  ['frame-src *.example.org', true],
  ['frame-src *.play.example.org', false],
  ['frame-src example.org', false],
  ['frame-src https://play.example.org:443', true],
  ['frame-src https://play.example.org:8443', false],
  ['frame-src https://play.example.org:*', true],
  ['frame-src https://play.example.org/la/', true],
  ['frame-src https://play.example.org/other/', false],
  ['frame-src https://play.example.org/la/v1/embed/x/', true],
  ['frame-src https://play.example.org/la', false],
  ['frame-src http://play.example.org', true],
])('%s', (policy, allowed) => {
  expect(allowsFrame(policy, PAGE, OURS)).toBe(allowed);
});

test('a source without a scheme takes that of the page, and the better one', () => {
  expect(allowsFrame('frame-src play.example.org', 'http://course.example/', OURS)).toBe(true);
  expect(allowsFrame('frame-src play.example.org', PAGE, OURS.replace('https', 'http'))).toBe(false);
});

test("'self' is the page's own origin", () => {
  expect(allowsFrame("frame-src 'self'", 'https://play.example.org/course/', OURS)).toBe(true);
});

test('what is typed as an address is read with and without a scheme, and nothing else is', () => {
  expect(readPageAddress(' course.example/week 3 ')?.href).toBe('https://course.example/week%203');
  expect(readPageAddress('http://localhost:8000/')?.href).toBe('http://localhost:8000/');
  for (const text of ['', 'week 3', 'javascript:alert(1)', 'file:///etc/passwd', 'https://', 'course']) {
    expect(readPageAddress(text), text).toBeNull();
  }
});
