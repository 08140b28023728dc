// A learner's visit against scorm-again, a real run-time of both versions that refuses what the standard refuses.
import { Scorm12API, Scorm2004API } from 'scorm-again';
import { expect, test } from 'vitest';
import { findApi, type ScormVersion } from '../../web/pages/scorm/find-api.js';
import { manifest } from '../../web/pages/scorm/manifest.js';
import { MAX_SUSPEND_DATA, openSession } from '../../web/pages/scorm/session.js';

const quiet = { autocommit: false, logLevel: 5 };

/** A window whose grandparent holds the API, as an LMS player has it; `stored` is what an earlier visit left. */
function lms(version: ScormVersion, stored?: object) {
  const api = version === '1.2' ? new Scorm12API(quiet) : new Scorm2004API(quiet);
  if (stored) api.loadFromJSON(stored as never);
  const top: Record<string, unknown> = { [version === '1.2' ? 'API' : 'API_1484_11']: api };
  top.parent = top;
  const middle = { parent: top };
  const view = { parent: middle, opener: null, top } as unknown as Window;
  const get = (key: string) =>
    String(version === '1.2' ? (api as Scorm12API).LMSGetValue(key) : (api as Scorm2004API).GetValue(key));
  const error = () =>
    String(version === '1.2' ? (api as Scorm12API).LMSGetLastError() : (api as Scorm2004API).GetLastError());
  return { view, get, error, dump: () => JSON.parse(JSON.stringify(api.renderCMIToJSONObject())) };
}

const half = { raw: 1, max: 2 };
const answered = { item: 'bytes at 10,000', correct: false, attempt: 1, score: half };

for (const version of ['1.2', '2004'] as const) {
  test(`${version}: an answer is recorded and committed, and the LMS accepts every call`, () => {
    const { view, get, error } = lms(version);
    const found = findApi(view)!;
    expect(found.version).toBe(version);
    const refused: string[] = [];
    const set = found.calls.set;
    found.calls.set = (key, value) => {
      const ok = set(key, value);
      if (!ok) refused.push(`${key}=${value}: ${found.calls.lastError().message}`);
      return ok;
    };
    const session = openSession(found)!;
    expect(session.suspended).toBe('');
    expect(session.answer(answered)).toBe(true);
    expect(session.saveState('1.abc')).toBe(true);
    session.pause();
    expect(get(version === '1.2' ? 'cmi.core.score.raw' : 'cmi.score.raw')).toBe('50');
    if (version === '2004') expect(get('cmi.score.scaled')).toBe('0.5');
    expect(get('cmi.interactions._count')).toBe('1');
    expect(session.complete({ raw: 2, max: 2 }, true)).toBe(true);
    expect(get(version === '1.2' ? 'cmi.core.lesson_status' : 'cmi.success_status')).toBe('passed');
    expect(session.exit()).toBe(true);
    expect(session.exit()).toBe(true);
    expect(refused).toEqual([]);
    expect(Number(error())).toBe(0);
  });

  test(`${version}: a second visit finds the state of the first and appends its answers`, () => {
    const first = lms(version);
    const session = openSession(findApi(first.view)!)!;
    session.saveState('1.progress');
    session.answer(answered);
    const second = lms(version, first.dump());
    const again = openSession(findApi(second.view)!)!;
    expect(again.suspended).toBe('1.progress');
    expect(again.answer(answered)).toBe(true);
    expect(second.get('cmi.interactions._count')).toBe('2');
  });

  test(`${version}: state that is too long leaves the earlier one as it was`, () => {
    const { view, get } = lms(version);
    const session = openSession(findApi(view)!)!;
    expect(session.saveState('1.short')).toBe(true);
    expect(session.saveState('x'.repeat(MAX_SUSPEND_DATA + 1))).toBe(false);
    expect(get('cmi.suspend_data')).toBe('1.short');
    const longest = 'y'.repeat(MAX_SUSPEND_DATA);
    expect(session.saveState(longest)).toBe(true);
    expect(get('cmi.suspend_data')).toBe(longest);
  });
}

test('windows of another origin, missing APIs and APIs that throw are survived', () => {
  const walled = new Proxy(
    {},
    {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    },
  );
  expect(findApi({ parent: walled, opener: walled, top: walled } as unknown as Window)).toBeNull();
  const alone = { opener: null } as Record<string, unknown>;
  alone.parent = alone;
  alone.top = alone;
  expect(findApi(alone as unknown as Window)).toBeNull();

  const opener: Record<string, unknown> = {
    API: {
      LMSInitialize: () => {
        throw new Error('down');
      },
    },
  };
  opener.parent = opener;
  const popup = { opener } as Record<string, unknown>;
  popup.parent = popup;
  const found = findApi(popup as unknown as Window);
  expect(found?.version).toBe('1.2');
  expect(openSession(found!)).toBeNull();
});

test.each([
  ['was closed', (lms: Record<string, unknown>) => Object.assign(lms, { closed: true })],
  ['shows another page', (lms: Record<string, unknown>) => Reflect.deleteProperty(lms, 'API')],
])('an API whose window %s takes nothing any more, whatever it answers', (_, leave) => {
  const taken: string[] = [];
  const yes = (name: string) => () => {
    taken.push(name);
    return 'true';
  };
  const names = ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish'];
  const API = Object.fromEntries(names.map((name) => [name, yes(name)]));
  const opener: Record<string, unknown> = { API, closed: false };
  opener.parent = opener;
  const popup: Record<string, unknown> = { opener };
  popup.parent = popup;
  const session = openSession(findApi(popup as unknown as Window)!)!;
  const answer = { item: 'a', correct: true, attempt: 1, score: { raw: 1, max: 1 } };
  expect(session.answer(answer)).toBe(true);
  leave(opener);
  const before = taken.length;
  expect(session.answer(answer)).toBe(false);
  expect(session.lastError()).toEqual({
    code: 'gone',
    message: 'its window was closed or shows another page',
  });
  expect(session.exit()).toBe(false);
  expect(taken).toHaveLength(before);
});

test('a parent chain that never ends is left after a while', () => {
  const endless = (): unknown => ({
    get parent() {
      return endless();
    },
  });
  expect(findApi(endless() as Window)).toBeNull();
});

test('the manifest names its version, one file and the title, escaped', () => {
  for (const [version, schema] of [
    ['1.2', '<schemaversion>1.2<'],
    ['2004', '<schemaversion>2004 4th Edition<'],
  ] as const) {
    const xml = manifest({ version, id: 'predict the/bytes', title: 'S & z: "two <b>sums</b>"' });
    expect(xml).toContain(schema);
    expect(xml).toContain('identifier="linear-attention-predict-the-bytes"');
    expect(xml).toContain('<title>S &amp; z: &quot;two &lt;b&gt;sums&lt;/b&gt;&quot;</title>');
    expect(xml.match(/<file href="index.html"\/>/g)).toHaveLength(1);
  }
});
