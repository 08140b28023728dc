// Station 9: every exercise of the catalogue, folded; one is loaded when it is opened.
import type { Engine } from '../../engine/calls.js';
import { sharedProgress } from '../../lesson-kit/progress.js';
import { say } from '../../lesson-kit/strings.js';
import { catalogue } from '../catalogue.js';
import type { Entry } from '../entry.js';
import { type Opened, startFigure } from './figures.js';
import { holdPlace } from './hold-place.js';

function heading(row: Entry): HTMLElement {
  const summary = document.createElement('summary');
  const about = document.createElement('span');
  about.className = 'about';
  const describe = () => {
    const done = sharedProgress().get(row.id).complete ? ' Solved.' : '';
    about.textContent = `${row.summary} About ${row.minutes} min.${done}`;
  };
  describe();
  document.addEventListener('la-complete', describe);
  // The space keeps title and description apart where the two are read as one name.
  summary.append(row.title, ' ', about);
  return summary;
}

/** `opened`: what a link to a saved state names. */
export function startExercises(engine: () => Engine, opened: Opened | null): void {
  const place = document.querySelector<HTMLElement>('[data-exercises]');
  if (place === null) return;
  for (const row of catalogue.filter(({ kind }) => kind === 'exercise')) {
    const details = document.createElement('details');
    details.className = 'exercise';
    details.id = `exercise-${row.id}`;
    const body = document.createElement('div');
    details.append(heading(row), body);
    let started = false;
    details.addEventListener('toggle', () => {
      if (!details.open || started) return;
      started = true;
      body.replaceChildren();
      // What opens it says its name already.
      const settings = { hide: ['header'] as const };
      startFigure(body, row, engine(), opened?.id === row.id ? opened.saved : null, settings).catch(
        (error: unknown) => {
          started = false;
          body.textContent = `The exercise could not be loaded: ${error instanceof Error ? error.message : String(error)} Close it and open it again to retry.`;
        },
      );
    });
    place.append(details);
    if (opened?.id === row.id) {
      details.open = true;
      holdPlace(details);
    }
  }
  place.append(progressNote());
}

function button(label: string, press: () => void): HTMLButtonElement {
  const one = document.createElement('button');
  one.type = 'button';
  one.textContent = label;
  one.addEventListener('click', press);
  return one;
}

function progressNote(): HTMLElement {
  const note = document.createElement('p');
  const progress = sharedProgress();
  note.textContent = `${say(progress.kept ? 'progress.local' : 'progress.none')} `;
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  /** What can be brought back. */
  let forgotten: ReturnType<typeof progress.reset> = new Map();
  const offer = (text: string, taken: typeof forgotten = new Map()) => {
    forgotten = taken;
    undo.hidden = taken.size === 0;
    said.textContent = ` ${text} ${taken.size === 0 ? '' : say('progress.undo-until')}`;
  };
  const forget = button(say('progress.reset'), () => {
    const taken = progress.reset();
    // Who presses twice can still undo the first time.
    offer(say('progress.forgotten'), taken.size > 0 ? taken : forgotten);
    document.dispatchEvent(new Event('la-complete'));
  });
  const undo = button(say('progress.undo-reset'), () => {
    progress.putBack(forgotten);
    offer(say('progress.undo-reset-done'));
    forget.focus();
    document.dispatchEvent(new Event('la-complete'));
  });
  undo.hidden = true;
  document.addEventListener('la-answer', () => offer(''));
  note.append(forget, ' ', undo, said);
  return note;
}
