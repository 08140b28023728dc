// Generators of course pages, the real ones: npm's are installed below build/, Debian's must be there.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Embedded, platforms } from '../../../web/pages/teach/snippets.js';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../build/generators/', import.meta.url));

/** Exact, so that a test that passes today passes tomorrow. */
const FROM_NPM = {
  light: { vitepress: '1.6.4', mystmd: '1.8.3' },
  docusaurus: {
    '@docusaurus/core': '3.10.2',
    '@docusaurus/preset-classic': '3.10.2',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
};

export interface Course {
  /** Path of a file of the course, to its text. */
  files: Readonly<Record<string, string>>;
  /** Absent: a program of Debian. */
  install?: keyof typeof FROM_NPM;
  command: readonly string[];
  /** What it leaves, inside the course; and the page in it that holds the activity. */
  out: string;
  page: string;
}

/** Block `index` of a platform, as /teach/ shows it. */
export function block(id: string, embedded: Embedded, index = 0): string {
  const platform = platforms.find((one) => one.id === id);
  const found = platform?.blocks(embedded)[index];
  if (found === undefined) throw new Error(`No platform is called ${id}, or it has no block ${index}.`);
  return found.text;
}

/** Builds the course and answers the folder that a server would serve. */
export async function buildCourse(name: string, course: Course): Promise<{ site: string; log: string }> {
  const home = course.install ? await installed(course.install) : folder;
  const at = join(home, `course-${name}`);
  rmSync(at, { recursive: true, force: true });
  for (const [path, text] of Object.entries(course.files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  const [program, ...args] = course.command;
  const path = `${join(home, 'node_modules/.bin')}:${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH: path,
    NO_UPDATE_NOTIFIER: '1',
    DOCUSAURUS_TELEMETRY: 'false',
    CI: 'true',
  };
  try {
    const { stdout, stderr } = await run(program!, args, { cwd: at, env, maxBuffer: 64 * 1024 * 1024 });
    return { site: join(at, course.out), log: `${stdout}${stderr}` };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') {
      throw new Error(`${program} was not found. Run: apt-get install hugo python3-sphinx mkdocs`);
    }
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${course.command.join(' ')} failed.\n${stdout}${stderr}`);
  }
}

async function installed(group: keyof typeof FROM_NPM): Promise<string> {
  const home = join(folder, group);
  const wanted = `${JSON.stringify({ private: true, dependencies: FROM_NPM[group] }, null, 2)}\n`;
  const manifest = join(home, 'package.json');
  const done = join(home, 'node_modules/.package-lock.json');
  if (!existsSync(manifest) || readFileSync(manifest, 'utf8') !== wanted || !existsSync(done)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(manifest, wanted);
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: home, maxBuffer: 64 * 1024 * 1024 });
  }
  return home;
}
