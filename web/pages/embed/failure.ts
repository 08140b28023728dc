/** The code by which the page around hears why nothing was shown. By name: the classes may not have been loaded. */
export function failureCode(error: unknown): 'unknown-activity' | 'unusable-exercise' | 'load-failed' {
  const name = error instanceof Error ? error.name : '';
  if (name === 'UnknownActivity') return 'unknown-activity';
  return name === 'UnusableExercise' ? 'unusable-exercise' : 'load-failed';
}
