// The page of a teacher's own exercise, which the page itself does not know: it arrives with the address or the file.

/** Stands where an activity of the catalogue has its id. */
export const OWN = 'own';
/** The key that carries the exercise. */
export const OWN_KEY = 'exercise';

/** What the page says before the exercise is there, and where scripts are off. */
export const OWN_PAGE = {
  id: OWN,
  title: 'An exercise by a teacher',
  summary: 'A teacher wrote this exercise. The page computes it in front of you.',
  still: '<p>A teacher wrote this exercise. It needs scripts: they compute it in front of you.</p>',
  modules: ['own-exercise', 'la-exercise', 'la-heatmap'],
} as const;
