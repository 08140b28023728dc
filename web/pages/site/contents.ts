// The bar of stations: which one is being read, and which are done.
import { sharedProgress } from '../../lesson-kit/progress.js';
import { catalogue } from '../catalogue.js';

const DONE = ', done';

/** Marks the station that fills the upper part of the window. */
export function startContents(): void {
  const bar = document.querySelector<HTMLElement>('.stations-bar');
  if (bar === null) return;
  const here = bar.querySelector<HTMLElement>('.here');
  const links = new Map(
    [...bar.querySelectorAll<HTMLAnchorElement>('a')].map((link) => [link.hash.slice(1), link] as const),
  );
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        const link = links.get(target.id);
        if (link === undefined) continue;
        if (isIntersecting) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
      const current = [...links.values()].find((link) => link.hasAttribute('aria-current'));
      if (here !== null) here.textContent = current?.title.replace(/^.*?: /, '').replace(DONE, '') ?? '';
    },
    { rootMargin: '-30% 0px -69% 0px' },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section !== null) observer.observe(section);
  }
  const mark = () => {
    for (const [id, link] of links) {
      const station = Number(id.replace('station-', ''));
      const exercises = catalogue.filter((row) => row.kind === 'exercise' && row.station === station);
      const done = exercises.length > 0 && exercises.every((row) => sharedProgress().get(row.id).complete);
      link.classList.toggle('done', done);
      // The tick is drawn; this is its word.
      link.title = link.title.replace(DONE, '') + (done ? DONE : '');
    }
  };
  mark();
  document.addEventListener('la-complete', mark);
}
