// The form for another page's address, and the two-minute way to be sure, which is to frame this page there.
import { copyText } from '../../widgets/save.js';
import { type Fetched, lookAt, readPageAddress } from './address.js';
import type { Finding } from './checks.js';

const PATIENCE = 8000;
/** Of HTML that is looked at, in characters: policies stand at its beginning. */
const ENOUGH = 300_000;

async function read(page: URL): Promise<Fetched | null> {
  try {
    const response = await fetch(page, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) return null;
    const html = (await response.text()).slice(0, ENOUGH);
    return { html, policy: response.headers.get('Content-Security-Policy') ?? '' };
  } catch {
    return null;
  }
}

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** `show` puts one finding into a list; `ours` is the address of this page. */
export function askForm(show: (finding: Finding, list: HTMLElement) => void, ours: URL): HTMLElement {
  const field = make('input', { type: 'text', inputMode: 'url', size: 40, placeholder: 'https://' });
  field.autocomplete = 'off';
  field.style.maxWidth = '100%';
  const list = make('dl', {});
  const status = make('p', {});
  status.setAttribute('role', 'status');
  const form = make(
    'form',
    { className: 'la-ask' },
    make('label', {}, 'Address of your page ', field),
    ' ',
    make('button', { type: 'submit' }, 'Look'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    list.replaceChildren();
    const page = readPageAddress(field.value);
    if (page === null) {
      status.textContent =
        'This is not the address of a web page. One looks like https://example.org/course/.';
      return;
    }
    status.textContent = `Asking ${page.hostname} …`;
    const findings = lookAt(page, await read(page), ours);
    status.textContent = `What can be said of ${page.hostname} from here:`;
    for (const finding of findings) show(finding, list);
  });

  const snippet =
    `<iframe src="${ours.href}" title="What this place allows"\n` +
    '  width="100%" height="600" style="border:0" allow="fullscreen; clipboard-write"></iframe>';
  const shown = make('pre', { tabIndex: 0 }, make('code', {}, snippet));
  shown.style.overflowX = 'auto';
  const copied = make('span', {});
  copied.setAttribute('role', 'status');
  const copy = make('button', { type: 'button' }, 'Copy the snippet');
  copy.addEventListener('click', async () => {
    copied.textContent = (await copyText(snippet))
      ? ' Copied.'
      : ' Copying was not allowed. Select the text.';
  });
  const sure = make(
    'ol',
    {},
    make('li', {}, 'Paste this where your activity will stand, as your platform takes HTML, and save.'),
    make(
      'li',
      {},
      'Open the page as a student would. If the list above stands in it, each line says what is allowed there.',
    ),
    make(
      'li',
      {},
      'If the place stays empty, or the text was removed, your platform takes no frames: link to the activity, or upload its file or its SCORM package.',
    ),
  );
  return make(
    'section',
    {},
    make('h2', {}, 'What does another page allow?'),
    make(
      'p',
      {},
      'Give its address. This page then asks for it from your browser, without your name or cookies, and says what can be known so.',
    ),
    form,
    status,
    list,
    make('h3', {}, 'To be sure, in two minutes'),
    sure,
    shown,
    make('p', {}, copy, copied),
  );
}
