// The dialects in which hosts are told a frame's height.
import { expect, test } from 'vitest';
import {
  dialectsFor,
  greetings,
  isWorthSending,
  readSizeRequest,
  sizeMessages,
} from '../../web/pages/embed/height-dialects.js';

const size = { width: 500, height: 321 };
const around = { address: 'https://a.example/x?y=1', origin: 'https://a.example' };

test('hosts that never speak first get Canvas, Embedly and H5P messages', () => {
  expect(sizeMessages(size, around, dialectsFor(''))).toEqual([
    { subject: 'lti.frameResize', height: 321 },
    '{"src":"https://a.example/x?y=1","context":"iframe.resize","height":321}',
    { context: 'h5p', action: 'resize', scrollHeight: 321 },
  ]);
});

test('nothing in any dialect is plugin.resize', () => {
  const all = { wordPressSecret: 's', iFrameSizerId: 'f', openIframeResizer: true };
  expect(JSON.stringify(sizeMessages(size, around, all))).not.toContain('plugin.resize');
});

test('h5p is greeted only from a real origin: its host throws on "null"', () => {
  expect(greetings(around)).toEqual([{ context: 'h5p', action: 'hello' }]);
  expect(greetings({ ...around, origin: 'null' })).toEqual([]);
});

test('WordPress gets its secret back, and only its own ready is heard', () => {
  const dialects = dialectsFor('#?secret=AbC123xyz');
  expect(sizeMessages(size, around, dialects)).toContainEqual({
    message: 'height',
    value: 321,
    secret: 'AbC123xyz',
  });
  expect(readSizeRequest({ message: 'ready', secret: 'AbC123xyz' }, size, dialects)).not.toBeNull();
  expect(readSizeRequest({ message: 'ready', secret: 'other' }, size, dialects)).toBeNull();
  expect(dialectsFor('#?secret=<b>').wordPressSecret).toBeNull();
  expect(dialectsFor('#s=1.abc').wordPressSecret).toBeNull();
});

test('iframe-resizer 4 and open-iframe-resizer are answered once they have spoken', () => {
  const first = readSizeRequest('[iFrameSizer]iFrame7:8:false:false:32:true', size, dialectsFor(''));
  expect(first?.replies).toEqual(['[iFrameSizer]iFrame7:321:500:init']);
  expect(sizeMessages(size, around, first!.dialects)).toContain('[iFrameSizer]iFrame7:321:500:size');
  const second = readSizeRequest({ type: 'iframe-child-init' }, size, dialectsFor(''));
  expect(sizeMessages(size, around, second!.dialects)).toContainEqual({ type: 'iframe-resized', ...size });
});

test('anything else is not about height', () => {
  for (const data of [null, 3, '', '[iFrameSizer]', {}, [], { type: 'x' }, { context: 'h5p' }, 'h5p']) {
    expect(readSizeRequest(data, size, dialectsFor(''))).toBeNull();
  }
});

test('a size is sent when it is new, shown, and differs by a pixel', () => {
  expect(isWorthSending(size, null, 500)).toBe(true);
  expect(isWorthSending(size, size, 500)).toBe(false);
  expect(isWorthSending({ width: 500, height: 321.6 }, size, 500)).toBe(false);
  expect(isWorthSending({ width: 500, height: 300 }, size, 500)).toBe(true);
  // display: none, WebKit's zero-width layout, Firefox's closed <details> of 10 by 10
  expect(isWorthSending(size, null, 0)).toBe(false);
  expect(isWorthSending({ width: 10, height: 900 }, null, 10)).toBe(false);
  expect(isWorthSending({ width: 500, height: 0 }, null, 500)).toBe(false);
});
