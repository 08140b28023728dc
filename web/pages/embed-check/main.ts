// /v1/embed-check/: frame this page where an activity will stand, and read what that place allows. Open by itself it also
// takes the address of another page and says what can be known of that one from here.
import { openChannel } from '../embed/channel.js';
import { newTabLink } from '../embed/notices.js';
import { reportHeight } from '../embed/resize-child.js';
import { askForm } from './ask.js';
import { type Finding, runChecks } from './checks.js';

const MARKS = { yes: '✓', partly: '~', no: '✗' } as const;

const wrapper = document.getElementById('la-wrapper')!;
const list = document.createElement('dl');
document.getElementById('la-static')!.append(list);
const channel = openChannel(window, { id: '', host: '*', onMessage: () => {} });
const tellHeight = reportHeight(window, wrapper, channel);

function show({ id, asks, outcome, says }: Finding, into: HTMLElement): void {
  const row = document.createElement('div');
  row.dataset.check = id;
  row.dataset.outcome = outcome;
  const question = document.createElement('dt');
  question.textContent = `${MARKS[outcome]} ${asks}`;
  const answer = document.createElement('dd');
  answer.textContent = says;
  row.append(question, answer);
  into.append(row);
  tellHeight();
}

void runChecks((finding) => show(finding, list)).then(() => {
  if (channel.framed) {
    const end = document.createElement('p');
    end.append(newTabLink(location.href, 'Open by itself'));
    list.after(end);
  } else list.after(askForm(show, new URL(location.pathname, location.href)));
  channel.send({ type: 'ready', title: document.title, ex: '', steps: 1 });
});
