// The npm packages of the lock file: whether they are all there, and installing them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explained } from './explain.mjs';

const stamp = (folder) => join(folder, 'node_modules', '.installed-lock');

const lockOf = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');

/** npm's own list of what it has put into node_modules: paths from `folder`. */
function installed(folder) {
  try {
    return Object.keys(
      JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages,
    );
  } catch {
    return undefined;
  }
}

/** Whether `folder` has what its lock file names, and nothing of that was deleted since. */
export function complete(folder) {
  if (!existsSync(stamp(folder)) || readFileSync(stamp(folder), 'utf8') !== lockOf(folder)) return false;
  return installed(folder)?.every((path) => existsSync(join(folder, path, 'package.json'))) ?? false;
}

/** `install` runs npm and returns what it printed. */
export async function installPackages(folder, install) {
  const printed = await install();
  // npm ends as if all were well when files could not be written.
  if (/TAR_ENTRY_ERROR ENOSPC/.test(printed))
    throw new Explained(
      'The disk was full before the npm packages were written. Make room (about 1 GB for everything) and run the same command again.',
    );
  if (/TAR_ENTRY_ERROR/.test(printed))
    throw new Explained(`${printed.trimEnd()}\nSome files of the npm packages could not be written.`);
  writeFileSync(stamp(folder), lockOf(folder));
}

/** The next run installs anew. */
export const distrust = (folder) => rmSync(stamp(folder), { force: true });
