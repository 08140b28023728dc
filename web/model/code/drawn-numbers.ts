// Scripts of other libraries cannot draw the core's random numbers again, so they are asked of the core and written out.
import type { Engine } from '../../engine/calls.js';
import { type CodeRun, type CodeScreen, drawsProjection } from './screen.js';

/** The screen with the W of its random features and the masks of its random patterns. */
export async function withDrawnNumbers(screen: CodeScreen, engine: Engine): Promise<CodeScreen> {
  const runs = await Promise.all(
    screen.runs.map(async (run): Promise<CodeRun> => {
      const { mechanism } = run.options;
      if (mechanism.kind === 'linear') {
        const map = mechanism.featureMap;
        if (map.kind !== 'favor' && map.kind !== 'trigonometric') return run;
        if (!drawsProjection(map)) return run;
        return { ...run, projection: await engine.call('projection', { map, dim: screen.q.cols }) };
      }
      if (mechanism.kind !== 'sparse' || mechanism.pattern.kind !== 'bigbird') return run;
      const { pattern } = mechanism;
      return { ...run, pattern: await engine.call('pattern', { n: screen.k.rows, pattern }) };
    }),
  );
  return { ...screen, runs };
}
