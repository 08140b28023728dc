// An activity as a teacher set it up: from the controls to the query string, and to the file that carries it.
import { strToU8, zipSync } from 'fflate';
import { commonParameters } from '../../model/common-parameters.js';
import type { State, Table } from '../../model/parameters.js';
import { writeQuery } from '../../model/state.js';
import { escapeHtml } from '../embed/documents.js';
import type { ScormVersion } from '../scorm/find-api.js';
import { manifest } from '../scorm/manifest.js';

export interface SetUp {
  ex: string;
  title: string;
  /** The activity's own parameters and their values. */
  table: Table;
  values: State;
  common: State;
}

/** What differs from the defaults, as the query string of the address; without '?'. */
export function queryOf({ table, values, common }: SetUp): string {
  // Where an activity has a parameter of a common name, its own value is the one that counts.
  const own = new URLSearchParams(writeQuery(table, values));
  const query = new URLSearchParams(writeQuery(commonParameters, common));
  for (const [key, value] of own) query.set(key, value);
  return query.toString().replaceAll('%2C', ',').replaceAll('%3B', ';');
}

/** The single-file page `html` of an activity, with settings as if they stood in its address. */
export function withSettings(html: string, query: string, scorm = false): string {
  const marks = `${query === '' ? '' : ` data-query="${escapeHtml(query)}"`}${scorm ? ' data-package="scorm"' : ''}`;
  return html.replace(/<html\b/, `<html${marks}`);
}

/** A SCORM package of it, as the bytes of a zip file. */
export function scormPackage(
  html: string,
  { ex, title }: SetUp,
  query: string,
  version: ScormVersion,
): Uint8Array {
  return zipSync(
    {
      'imsmanifest.xml': strToU8(manifest({ version, id: ex, title })),
      'index.html': strToU8(withSettings(html, query, true)),
    },
    { level: 9 },
  );
}
