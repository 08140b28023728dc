// Read once while building: what each activity's page says before anything runs.
import { catalogue } from '../catalogue.js';
import { escapeHtml } from './documents.js';

export const stills = await Promise.all(
  catalogue.map(async ({ id, title, summary, kind, minutes, load }) => {
    const { still } = await load();
    return { id, title, summary, kind, minutes, still: still ?? `<p>${escapeHtml(summary)}</p>` };
  }),
);
