// The browsers and services that tests use: their requirements, how to find them, and their Debian packages.
// Plain JavaScript without dependencies, because setup runs it before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/**
 * A program outside npm that tests use.
 * @typedef {object} Requirement
 * @property {string} name
 * @property {string} usedBy The tests that use it.
 * @property {readonly string[]} files The files that Debian installs and tests use.
 * @property {readonly string[]} packages The Debian packages that bring these files.
 * @property {(machine?: Machine) => boolean} isInstalled
 */

/**
 * The environment for finding requirements; tests replace it.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Record<string, string | undefined>} environment
 * @property {(file: string) => boolean} exists
 */

/** @type {Machine} */
const machine = { platform: process.platform, environment: process.env, exists: existsSync };

/**
 * A browser that WebDriver controls.
 * @typedef {object} WebKit
 * @property {string} driver
 * @property {string} browser
 * @property {string[]} options Command-line arguments of the browser.
 * @property {Record<string, string>} environment
 * @property {string} [display] The X server, for a browser that needs a display.
 * @property {RegExp} pages Matches the names of the processes that render pages.
 */

/**
 * A requirement that is installed if all of its files exist, unless it says otherwise.
 * @template {Omit<Requirement, 'isInstalled'> & Partial<Requirement>} About
 * @param {About} about
 * @returns {About & Requirement}
 */
const requirement = (about) => ({
  isInstalled: ({ exists } = machine) => about.files.every((file) => exists(file)),
  ...about,
});

export const CHROMIUM = requirement({
  name: 'Chromium',
  usedBy: 'browser tests',
  files: ['/usr/bin/chromium'],
  packages: ['chromium'],
  isInstalled: (on) => findChromium(on) !== undefined,
});

const shell = '/usr/lib/chromium/chromium-headless-shell';

/** Chromium without the windows and services of a browser: a new page takes a fifth of the processor time. */
export const CHROMIUM_SHELL = requirement({
  name: 'Chromium headless shell',
  usedBy: 'browser tests, instead of Chromium where its windows do not matter',
  files: [shell],
  packages: ['chromium-headless-shell'],
});

/** The browser for tests without windows: the shell if it is installed and no other browser is named. */
export const findPlainChromium = (on = machine) =>
  !on.environment.TRICKLE_CHROMIUM && CHROMIUM_SHELL.isInstalled(on) ? shell : findChromium(on);

export const FIREFOX = requirement({
  name: 'Firefox',
  usedBy: 'browser tests in Firefox',
  files: ['/usr/bin/firefox-esr'],
  packages: ['firefox-esr'],
});

/** @param {WebKit & Pick<Requirement, 'name' | 'usedBy' | 'packages'>} about */
const webKit = (about) =>
  requirement({ ...about, files: [about.driver, about.browser, ...(about.display ? [about.display] : [])] });

/** Safari's engine in its current version (WebKitGTK) and in an older one (WPE). */
export const WEBKITS = {
  WebKitGTK: webKit({
    name: 'WebKitGTK',
    usedBy: 'browser tests in WebKit',
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${libraries}/webkit2gtk-4.1/MiniBrowser`,
    options: ['--automation'],
    environment: { NO_AT_BRIDGE: '1', GTK_A11Y: 'none', LIBGL_ALWAYS_SOFTWARE: '1' },
    display: '/usr/bin/Xvfb',
    pages: /WebKitWebProcess/,
  }),
  WPE: webKit({
    name: 'WPE',
    usedBy: 'browser tests in an older WebKit',
    packages: ['wpewebkit-driver', 'libwpewebkit-1.1-0'],
    driver: '/usr/bin/WPEWebDriver',
    // Unlike cog, it has tabs.
    browser: `${libraries}/wpe-webkit-1.1/MiniBrowser`,
    options: ['--automation', '--headless'],
    environment: {},
    pages: /WPEWebProcess/,
  }),
};

/**
 * Looks for a program on PATH.
 * @param {string} program
 * @returns {Requirement['isInstalled']}
 */
function isOnPath(program) {
  return ({ environment, exists } = machine) =>
    (environment.PATH ?? '').split(delimiter).some((folder) => exists(join(folder, program)));
}

export const REDIS = requirement({
  name: 'Redis',
  usedBy: 'tests of rate limits that processes share',
  files: ['/usr/bin/redis-server'],
  packages: ['redis-server'],
  isInstalled: isOnPath('redis-server'),
});

/** Debian's folder for each version of PostgreSQL, which is not on PATH. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

export const POSTGRES = requirement({
  name: 'PostgreSQL',
  usedBy: 'tests of the server on PostgreSQL',
  // The package installs the version of the Debian release, in a folder named after it.
  files: [],
  packages: ['postgresql'],
  isInstalled: (on) => findPostgres(on) !== undefined,
});

/**
 * The folder of PostgreSQL's programs: on PATH, or the newest version in Debian's place.
 * @param {Machine & { list?: (folder: string) => string[] }} on
 * @returns {string | undefined}
 */
export function findPostgres({ environment, exists, list = readdirSync } = machine) {
  const versions = exists(DEBIAN_POSTGRES) ? list(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(environment.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(DEBIAN_POSTGRES, version, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => exists(join(folder, name))));
}

export const PYTHON = requirement({
  name: 'Python',
  usedBy: 'test of the guide for Python',
  files: ['/usr/bin/python3', '/usr/bin/pytest'],
  // The smaller package contains the executable, the other one the standard library.
  packages: ['python3', 'python3-minimal', 'python3-pytest'],
});

/** @param {string} name @param {string} folder */
const shellRequirement = (name, folder) =>
  requirement({
    name,
    usedBy: `test of the completion in ${name}`,
    files: [`${folder}/${name}`],
    packages: [name],
    isInstalled: isOnPath(name),
  });

export const ZSH = shellRequirement('zsh', '/bin');
export const FISH = shellRequirement('fish', '/usr/bin');

export const REQUIREMENTS = [
  ...[CHROMIUM, CHROMIUM_SHELL, REDIS, POSTGRES, FIREFOX, WEBKITS.WebKitGTK, WEBKITS.WPE, PYTHON, ZSH, FISH],
];

/**
 * Whether the tests that use a requirement run: where it is installed, and always in CI, so that they fail there
 * when it is missing.
 * @param {Requirement} requirement
 */
export const isTested = ({ isInstalled }, on = machine) => Boolean(on.environment.CI) || isInstalled(on);

/**
 * The usual places of Chromium browsers, in order of preference.
 * @param {NodeJS.Platform} platform
 * @param {Record<string, string | undefined>} environment
 */
export function chromiumCandidates(platform, environment) {
  const { HOME = '', LOCALAPPDATA, PROGRAMFILES } = environment;
  switch (platform) {
    case 'darwin':
      return ['', HOME].flatMap((root) => [
        `${root}/Applications/Chromium.app/Contents/MacOS/Chromium`,
        `${root}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      ]);
    case 'win32':
      return [PROGRAMFILES, environment['PROGRAMFILES(X86)'], LOCALAPPDATA]
        .filter((root) => root !== undefined)
        .flatMap((root) => [
          join(root, 'Chromium', 'Application', 'chrome.exe'),
          join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        ]);
    default:
      return ['/usr/bin/chromium', '/usr/bin/google-chrome-stable', '/opt/google/chrome/chrome'];
  }
}

/**
 * The browser for tests: the one named by TRICKLE_CHROMIUM, otherwise an installed one.
 * Undefined leaves the choice to Playwright, which looks for its own download.
 * @returns {string | undefined}
 */
export function findChromium({ platform, environment, exists } = machine) {
  const named = environment.TRICKLE_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!exists(named)) throw new Error(`TRICKLE_CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  return chromiumCandidates(platform, environment).find((path) => exists(path));
}

/**
 * Formats the packages to install, each with the reason.
 * @param {readonly Requirement[]} missing
 */
export const packageList = (missing) =>
  missing
    .map(({ name, usedBy, packages }) => `  ${packages.join(' ')} (${name}, for the ${usedBy})`)
    .join('\n');
