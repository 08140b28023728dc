// What commonly goes wrong on a machine, each in a sentence that says what to do.

/** A failure that has been explained: the caller prints the message and no stack. */
export class Explained extends Error {}

/** Why this version of Node cannot run the scripts; undefined where it can. Those before 20.19 and 21 lack what Vite uses. */
export function nodeTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major >= 22 || (major === 20 && minor >= 19)) return undefined;
  return `This is Node ${version}; 20.19, or 22 and newer, is needed. Install it from https://nodejs.org and run the same command again.`;
}

/** What to do about an error of the system or of Node; undefined where that is not known. */
export function explanation(error) {
  const place = error?.path ?? error?.dest;
  // A bundler puts a code of its own in the place of the system's.
  const code = error?.pluginCode ?? error?.code;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make room (about 1 GB for everything) and run the same command again.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return place === undefined
        ? undefined
        : `${place} cannot be written or read (${code}). Give yourself the right to, or work in a copy of the project that is yours, and run the same command again.`;
    default:
      // And it gathers what its parts met.
      return error?.errors?.map?.(explanation).find((sentence) => sentence !== undefined);
  }
}

/** Whether an error says that a file inside node_modules is not there. */
export const lacksPackageFile = (error) =>
  error?.code === 'ERR_MODULE_NOT_FOUND' && /'[^']*node_modules[^']*'|package '/.test(error.message);
