// The style of pages that hold one activity, as one text to put into them.
import { CSS_TARGET } from './css-target.mjs';
import { root } from './run.mjs';

export async function pageStyle() {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      rollupOptions: { input: 'web/pages/embed/embed.css' },
    },
  });
  const css = [result].flat()[0].output.find(({ fileName }) => fileName.endsWith('.css'));
  return String(css.source).trim();
}
