// Running other programs so that a person can follow: one line a step, quiet while all is well, the whole
// output when it is not.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Explained, explanation, lacksPackageFile, nodeTooOld } from './explain.mjs';
import { distrust } from './packages.mjs';

export { Explained };

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const say = (line = '') => process.stdout.write(`${line}\n`);

/** How far Ninja is, as in "12/40": the last count of what it printed, or ''. */
const builtOf = (output) => output.match(/.*\[(\d+\/\d+)\]/s)?.[1] ?? '';

/** Runs a step, says how long it took, and on failure prints everything the program printed. */
export async function step(title, command, args, { cwd = root, env = {}, show = false, hint } = {}) {
  const started = performance.now();
  process.stdout.write(`  ${title} …${show ? '\n' : ''}`);
  const chunks = [];
  const text = () => Buffer.concat(chunks).toString();
  let shown = '';
  const heartbeat = show
    ? null
    : setInterval(() => {
        const reached = builtOf(text());
        process.stdout.write(reached === shown ? '.' : ` ${reached}`);
        shown = reached;
      }, 5000);
  const { code, output } = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${text()}${error.message}\n` }));
    child.on('close', (status) => resolve({ code: status ?? 1, output: text() }));
  });
  clearInterval(heartbeat);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    if (!show) process.stdout.write(` ${seconds} s\n`);
    return output;
  }
  if (!show) process.stdout.write(' failed\n');
  const lines = [
    output.trimEnd(),
    `${title} failed: ${command} ${args.join(' ')} ended with code ${code}.`,
    hint,
  ];
  throw new Explained(lines.filter(Boolean).join('\n'));
}

/** What a program prints, or null where it is missing or fails. */
export function ask(command, args = [], options = {}) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return status === 0 ? stdout.trim() : null;
}

/**
 * What a script was called with: `flags` are there or not, `values` are followed by a text. `--quick --only a` gives
 * { quick: true, only: 'a' }. Another word ends the script: one that is misspelt would be passed over in silence.
 */
export function options(flags, values = []) {
  const given = {};
  const words = process.argv.slice(2);
  while (words.length > 0) {
    const word = words.shift();
    const name = word.replace(/^--/, '');
    const value = values.includes(name) ? words.shift() : true;
    if (!word.startsWith('--') || ![...flags, ...values].includes(name) || value === undefined) {
      const known = [...flags.map((flag) => `--${flag}`), ...values.map((each) => `--${each} TEXT`)];
      throw new Explained(
        `${word} is not understood. ${known.length > 0 ? `There is ${known.join(', ')}` : 'There are no options'}; README.md says more.`,
      );
    }
    given[name] = value;
  }
  return given;
}

/**
 * The body of a command-line script: explained failures end it with their sentence and exit code 1. What the body needs
 * from packages it imports itself: before it runs, they may not be installed, and Node may be too old to read them.
 */
export async function main(body) {
  try {
    const tooOld = nodeTooOld(process.versions.node);
    if (tooOld !== undefined) throw new Explained(tooOld);
    await body();
  } catch (error) {
    say();
    say(sentence(error));
    process.exitCode = 1;
  }
}

function sentence(error) {
  if (error instanceof Explained) return error.message;
  const stack = error?.stack ?? String(error);
  if (lacksPackageFile(error)) {
    distrust(root);
    return `${stack}\n\nA file of the npm packages is missing. Run the same command again: it installs them anew.`;
  }
  const known = explanation(error);
  return known === undefined ? stack : `${known}\n(${error.message})`;
}
