// Everything the project needs on a machine, found or installed. Each part looks first and acts only where
// something is missing, so a second run costs a fraction of a second.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examine, findCompiler } from './emscripten.mjs';
import { complete, installPackages } from './packages.mjs';
import { ask, Explained, root, say, step } from './run.mjs';

/** What the build calls, and where it comes from where no package manager is known here. */
const TOOLS = [
  ['cmake', 'from https://cmake.org; macOS: brew install cmake'],
  ['ninja', 'from https://ninja-build.org; macOS: brew install ninja'],
  ['c++', 'any C++17 compiler; macOS: xcode-select --install'],
];
const isDebian = existsSync('/etc/debian_version');

/** The npm packages of the lock file. */
export async function setupPackages() {
  if (complete(root)) return;
  await installPackages(root, () =>
    step('Installing the npm packages', 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
      hint: 'npm needs its registry. Check the network, or the registry that `npm config get registry` names.',
    }),
  );
}

let aptUpdated = false;

/** Debian packages, installed as root or asked for in one line. */
async function debianPackages(packages, why) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholder
  const installed = (name) => ask('dpkg-query', ['-W', '-f=${db:Status-Status}', name]) === 'installed';
  const missing = packages.filter((name) => !installed(name));
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0)
    throw new Explained(
      `${why} needs Debian packages that are missing. Run this, then try again:\n\n    sudo ${command}\n`,
    );
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if (!aptUpdated) await step('Reading the Debian package lists', 'apt-get', ['update', '-q'], { env });
  aptUpdated = true;
  const hint =
    'Debian packages come from the mirrors in /etc/apt. Check the network and run the command by hand.';
  await step(`Installing ${missing.join(', ')}`, 'apt-get', command.split(' ').slice(1), { env, hint });
}

/**
 * The C++ tools: a native compiler, CMake and Ninja, Emscripten, and the Eigen and doctest headers, linked into
 * build/headers. Returns the environment that CMake must run in.
 */
export async function setupToolchain() {
  if (isDebian)
    await debianPackages(
      [
        'g++',
        'cmake',
        'ninja-build',
        ...(findCompiler() ? [] : ['emscripten']),
        'libeigen3-dev',
        'doctest-dev',
      ],
      'The build',
    );
  const missing = TOOLS.filter(([tool]) => ask('sh', ['-c', `command -v ${tool}`]) === null).map(
    ([tool, how]) => `${tool} (${how})`,
  );
  const compiler = findCompiler();
  if (!compiler)
    missing.push(
      'em++ (install emsdk from https://emscripten.org, and run its emsdk_env script in this terminal)',
    );
  if (missing.length > 0)
    throw new Explained(`The build needs these tools, which were not found:\n  ${missing.join('\n  ')}`);
  const { toolchain, version } = examine(compiler);

  // Headers are linked one by one: em++ must never have /usr/include itself on its path.
  const header = (name, probe, variable, folders) => {
    const found = [process.env[variable], ...folders]
      .filter(Boolean)
      .find((folder) => existsSync(join(folder, probe)));
    if (!found)
      throw new Explained(
        `${name} was not found. Install it (macOS: brew install ${name.toLowerCase()}), or set ${variable} to the folder that holds ${probe}.`,
      );
    const link = join(root, 'build/headers', dirname(probe));
    if (existsSync(join(root, 'build/headers', probe))) return;
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(found, dirname(probe)), link);
  };
  const prefixes = ['/usr/include', '/usr/local/include', '/opt/homebrew/include', '/opt/local/include'];
  header('Eigen', 'Eigen/Core', 'EIGEN_INCLUDE', [
    ...prefixes.map((prefix) => join(prefix, 'eigen3')),
    ...prefixes,
  ]);
  header('doctest', 'doctest/doctest.h', 'DOCTEST_INCLUDE', prefixes);

  return {
    ATTENTION_EMSCRIPTEN_TOOLCHAIN: toolchain,
    ATTENTION_EMSCRIPTEN_VERSION: version,
    // Debian's emscripten links at -O2 only if Node finds acorn, which lies where only Debian's own Node looks.
    ...(existsSync('/usr/share/nodejs/acorn') && {
      NODE_PATH: ['/usr/share/nodejs', process.env.NODE_PATH].filter(Boolean).join(':'),
    }),
  };
}

const BROWSERS = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM',
    packages: ['chromium'],
    paths: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX',
    packages: ['firefox-esr'],
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
  webkit: {
    title: 'WebKitGTK',
    variable: 'WEBKIT_DRIVER',
    packages: ['webkit2gtk-driver', 'xvfb'],
    paths: ['/usr/bin/WebKitWebDriver'],
  },
};

/** A browser, found or installed: its path; WebKitGTK's driver. */
export async function setupBrowser(name = 'chromium') {
  const { title, variable, packages, paths } = BROWSERS[name];
  const given = process.env[variable];
  if (given && !existsSync(given))
    throw new Explained(
      `${variable} is set to ${given}, and there is no such file. Correct it, or unset it.`,
    );
  const find = () => [given, ...paths].filter(Boolean).find((path) => existsSync(path));
  // The driver alone says nothing of the screen that it needs.
  if (isDebian && (!find() || name === 'webkit')) await debianPackages(packages, title);
  const path = find();
  if (!path)
    throw new Explained(
      `${title} is needed. Install it, or set ${variable} to its path. \`npm run test:quick\` needs no browser.`,
    );
  return path;
}

/** The native tools that only the linters and the fuzzers use. */
export async function setupDevelopment() {
  if (isDebian) await debianPackages(['clang-format'], 'The linter');
  if (ask('clang-format', ['--version']) === null)
    say('  clang-format was not found: C++ formatting is not checked.');
}
