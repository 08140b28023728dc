// Running other programs so that a person can follow: one line a step, quiet while all is well, the whole
// output when it is not.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A failure that has been explained: the caller prints the message and no stack. */
export class Explained extends Error {}

export const say = (line = '') => process.stdout.write(`${line}\n`);

/** Runs a step, says how long it took, and on failure prints everything the program printed. */
export async function step(title, command, args, { cwd = root, env = {}, show = false, hint } = {}) {
  const started = performance.now();
  process.stdout.write(`  ${title} …${show ? '\n' : ''}`);
  const heartbeat = show ? null : setInterval(() => process.stdout.write('.'), 5000);
  const { code, output } = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const text = () => Buffer.concat(chunks).toString();
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

/** The body of a command-line script: explained failures end it with their sentence and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    say();
    say(error instanceof Explained ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}
