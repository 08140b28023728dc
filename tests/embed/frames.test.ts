// An activity in a frame of another site, however the frame is made: sandboxed, from a file, from markup, below a path,
// with an address that somebody has broken.
import { expect, test } from 'vitest';
import { withSettings } from '../../web/pages/teach/set-up.js';
import { waitFor } from './lib/browsers.js';
import { CHANGED, EX } from './lib/exercise.js';
import { built, startSite } from './lib/hosts.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

inEveryEngine((suite) => {
  const { onPage, activity } = suite;

  test('a plain frame is live, says its name and answers for its state', async () => {
    await onPage(frame(activity('load=auto&mode=example&id=week-3')), async (tab) => {
      await waitFor(tab, LIVE);
      expect(await tab.evaluate(`heard('hello')[0]`)).toMatchObject({ min: 1, max: 1, id: 'week-3', v: 1 });
      expect(await tab.evaluate(`heard('ready')[0].ex`)).toBe(EX);
      expect(await tab.evaluate('askState()')).toMatchObject({
        dirty: false,
        s: expect.stringMatching(/^1\./),
      });
    });
  });

  for (const cors of [true, false]) {
    test(`a sandbox without an origin is live, from a server ${cors ? 'with' : 'without'} CORS headers`, async () => {
      const server = await suite.serve(() => startSite({ cors }));
      const sandboxed = frame(
        activity('load=auto&mode=example', server),
        'sandbox="allow-scripts" height="300"',
      );
      await onPage(sandboxed, async (tab) => {
        await waitFor(tab, LIVE);
        expect(await tab.evaluate(`heard('ready')[0].origin`)).toBe('null');
        expect(await tab.evaluate(`heard('error')`)).toEqual([]);
      });
    });
  }

  test('a single file in a sandbox is live', async () => {
    const file = suite.host.page('single.html', { body: built(`offline/${EX}.html`) });
    await onPage(
      frame(`${file}?load=auto&mode=example`, 'sandbox="allow-scripts" height="300"'),
      async (tab) => {
        await waitFor(tab, LIVE);
        expect(await tab.evaluate(`heard('error')`)).toEqual([]);
      },
    );
  });

  for (const [from, how] of [
    ['srcdoc', 'frame.srcdoc = text;'],
    ['a blob', `frame.src = URL.createObjectURL(new Blob([text], { type: 'text/html' }));`],
  ]) {
    test(`a single file from ${from} is live: its address is no base for anything`, async () => {
      // Such a page has no address to read settings from: they stand in the file, as /teach/ writes them.
      const body = withSettings(built(`offline/${EX}.html`), 'load=auto&mode=example');
      const file = suite.host.page('single.html', { body });
      const make = `<div id="place"></div><script>
        fetch('${file}').then((response) => response.text()).then((text) => {
          const frame = document.createElement('iframe');
          ${how}
          document.getElementById('place').append(frame);
        });
      </script>`;
      await onPage(make, async (tab) => {
        await waitFor(tab, `document.querySelector('iframe') && ${LIVE}`);
        expect(await tab.evaluate(`heard('error')`)).toEqual([]);
      });
    });
  }

  test('a server that knows no wasm, no types and forbids guessing them changes nothing', async () => {
    const server = await suite.serve(() =>
      startSite({
        types: { '.html': 'text/html', '.js': 'text/javascript' },
        headers: { 'X-Content-Type-Options': 'nosniff' },
      }),
    );
    await onPage(
      frame(activity('load=auto&mode=example', server)),
      async (tab) => void (await waitFor(tab, LIVE)),
    );
  });

  test('a policy that refuses workers leaves the page itself to compute', async () => {
    // The page's own policy allows them; of two policies the stricter holds.
    const headers = { 'Content-Security-Policy': "worker-src 'none'" };
    const strict = await suite.serve(() => startSite({ headers }));
    await onPage(frame(activity(undefined, strict)), async (tab) => {
      await waitFor(tab, LIVE);
      expect(await tab.evaluate(`heard('error')`)).toEqual([]);
    });
  });

  test('below a path, as on a project page, everything is found', async () => {
    const server = await suite.serve(() => startSite({ prefix: '/some/repository/' }));
    await onPage(
      frame(activity('load=auto&mode=example', server)),
      async (tab) => void (await waitFor(tab, LIVE)),
    );
  });

  test('a saved state in the address is taken', async () => {
    await onPage(frame(`${activity()}#s=${CHANGED}`), async (tab) => {
      await waitFor(tab, LIVE);
      expect(await tab.evaluate('askState()')).toMatchObject({ dirty: true });
    });
  });

  test('broken values and states fall back, are said to the host, and run nothing', async () => {
    const evil = encodeURIComponent('<img src=x onerror="parent.postMessage(`ran`,`*`)">');
    for (const [query, hash, key] of [
      [`load=auto&mode=example&step=${evil}`, '', 'step'],
      ['load=auto&mode=example&theme=hotdog', '', 'theme'],
      [`load=auto&mode=example&hide=${evil}`, '', 'hide'],
      ['load=auto&mode=example', `#s=1.${evil}`, 's'],
      ['load=auto&mode=example', `#s=${CHANGED.slice(0, -5)}`, 's'],
      ['load=auto&mode=example', `#s=${'A'.repeat(100_000)}`, 's'],
    ]) {
      await onPage(frame(activity(query) + hash), async (tab) => {
        await waitFor(tab, LIVE);
        expect(await tab.evaluate(`heard('warning').map((one) => one.key)`)).toContain(key);
        expect(await tab.evaluate('raw.includes("ran")')).toBe(false);
        expect(await tab.evaluate('askState()')).toMatchObject({ dirty: false });
      });
    }
  });

  test('parameters of nobody are ignored; an activity of nobody is an error that names those there are', async () => {
    await onPage(frame(activity('load=auto&mode=example&utm_source=x&fbclid=y')), async (tab) => {
      await waitFor(tab, LIVE);
      expect(await tab.evaluate(`heard('warning')`)).toEqual([]);
    });
    await onPage(frame(`${suite.site.address}v1/embed/?ex=nonsense&load=auto&mode=example`), async (tab) => {
      const error = await waitFor<{ code: string; message: string }>(tab, `heard('error')[0]`);
      expect(error.code).toBe('unknown-activity');
      expect(error.message).toContain(EX);
    });
  });

  test('a host sets state, step and appearance, and is told what happens when it asks to be', async () => {
    await onPage(frame(activity('load=auto&mode=example')), async (tab) => {
      await waitFor(tab, LIVE);
      await tab.evaluate(`tell({ type: 'hello', want: ['state', 'step'] })`);
      await waitFor(tab, `heard('ready').length === 2`);
      await tab.evaluate(`tell({ type: 'setState', s: '${CHANGED}' })`);
      expect(await waitFor(tab, `heard('state')[0]`)).toMatchObject({ dirty: true });
      await tab.evaluate(`tell({ type: 'goTo', n: 2 })`);
      expect(await waitFor(tab, `heard('step').find((one) => one.n === 2)`)).toMatchObject({ of: 4 });
      await tab.evaluate(`tell({ type: 'reset' })`);
      await waitFor(tab, `heard('state').some((one) => one.dirty === false)`);
      await tab.evaluate(`tell({ type: 'goTo', n: 'x' })`);
      expect(await waitFor(tab, `heard('error')[0]`)).toMatchObject({ code: 'bad-message' });
    });
  });

  test('a message from any other window is not heard', async () => {
    const other = `<iframe srcdoc="<script>
      setInterval(() => {
        parent.frames[0].postMessage(
          { src: 'linear-attention', v: 1, id: '', seq: 1, type: 'setState', s: '${CHANGED}' }, '*');
        parent.postMessage('sent', '*');
      }, 50);
    </script>"></iframe>`;
    await onPage(frame(activity()) + other, async (tab) => {
      await waitFor(tab, LIVE);
      const sent = await tab.evaluate<number>('raw.length');
      await waitFor(tab, `raw.length > ${sent} + 3`);
      expect(await tab.evaluate('askState()')).toMatchObject({ dirty: false });
    });
  });
});
