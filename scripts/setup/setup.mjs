// Prepares a fresh clone: `node scripts/setup/setup.mjs [--tests] [--runtimes] [--no-system]`.
//   --tests      also installs the programs that the tests use: a browser and Redis; in CI all of them
//   --runtimes   also installs the other runtimes that the SDK is tested on, which takes minutes on a slow network
//   --no-system  installs no system packages; TRICKLE_NO_SYSTEM=1 does the same
// Plain JavaScript without dependencies, because it runs on whatever Node.js (18 or newer) is there, before
// anything is installed. Prints nothing and takes a few milliseconds when everything is in place.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inStep, thisPlatform } from './installed.mjs';
import { CHROMIUM, CHROMIUM_SHELL, findChromium, packageList, REDIS, REQUIREMENTS } from './requirements.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const windows = process.platform === 'win32';
const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @param {string} text @returns {never} */
function giveUp(text) {
  say(text);
  process.exit(1);
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** @param {string} command @param {string[]} args @param {Record<string, string>} environment */
function run(command, args, environment = {}) {
  // Standard output is reserved for the command after setup. npm is a script on Windows.
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]);
  const env = { ...process.env, ...environment };
  return (
    spawnSync(command, args, { cwd: root, stdio, env, shell: windows && command === 'npm' }).status === 0
  );
}

/** Whether a folder contains the packages of `package-lock.json`. */
function isInStep(folder = '.') {
  const record = join(folder, 'node_modules/.package-lock.json');
  return (
    existsSync(join(root, record)) &&
    inStep(readJson(join(folder, 'package-lock.json')), readJson(record), thisPlatform())
  );
}

const packagesInstalled = () => existsSync(pinnedNode) && isInStep();

const cleanInstall = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];

function installPackages() {
  say('Installing the packages of package-lock.json (npm ci)…');
  const installed = run('npm', cleanInstall);
  if (installed && !existsSync(pinnedNode)) {
    giveUp(
      'npm ci left out the install script of the package "node", which brings the pinned Node.js.\n' +
        'Allow install scripts (npm config set ignore-scripts false) and try again.',
    );
  }
  if (!installed || !(packagesInstalled() || reinstallWithPinnedNode())) {
    giveUp('npm ci failed. Check the messages above and the connection to the npm registry, then try again.');
  }
}

/** npm omits native packages under an old Node.js. Installs them with the pinned one. */
function reinstallWithPinnedNode() {
  say(
    `Installing again with Node.js ${readJson('node_modules/node/package.json').version}, for native packages…`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'trickle-node-'));
  const node = join(folder, basename(pinnedNode));
  copyFileSync(pinnedNode, node);
  const environment = { PATH: `${folder}${delimiter}${process.env.PATH}`, NODE_NO_WARNINGS: '1' };
  const npm = process.env.npm_execpath;
  if (npm === undefined) run('npm', cleanInstall, environment);
  else run(node, [npm, ...cleanInstall], environment);
  rmSync(folder, { recursive: true, force: true });
  return packagesInstalled();
}

const hasApt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
const skipsSystem = process.argv.includes('--no-system') || Boolean(process.env.TRICKLE_NO_SYSTEM);

/** Installs Debian packages if possible: on Debian and its derivatives, as root, unless disabled. */
function installSystemPackages(/** @type {readonly import('./requirements.mjs').Requirement[]} */ missing) {
  if (missing.length === 0) return;
  const list = packageList(missing);
  if (skipsSystem) {
    say(
      'System packages are not installed (--no-system or TRICKLE_NO_SYSTEM). Without these, their tests are left ' +
        `out; for Chromium, Playwright's download is tried:\n${list}`,
    );
    return;
  }
  if (!hasApt) {
    say(`These system packages are missing; installing them takes apt-get and root:\n${list}`);
    return;
  }
  say(`Installing system packages for the tests (set TRICKLE_NO_SYSTEM=1 to skip this):\n${list}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = [
    'install',
    '-y',
    '--no-install-recommends',
    ...missing.flatMap(({ packages }) => packages),
  ];
  for (const args of [['update'], install]) {
    // Errors go to standard error; other output is ignored.
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 2] });
  }
}

/** Whether the browser starts: on some distributions, the package is only a stub. */
function chromiumStarts() {
  const browser = findChromium();
  return browser !== undefined && spawnSync(browser, ['--version'], { stdio: 'ignore' }).status === 0;
}

const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/** Prints the path of Playwright's own download, whether or not it exists. */
const askPlaywright = "process.stdout.write(require('@playwright/test').chromium.executablePath())";

function downloadedByPlaywright() {
  const { stdout } = spawnSync(pinnedNode, ['-e', askPlaywright], { cwd: root, encoding: 'utf8' });
  return existsSync(stdout.trim());
}

function downloadWithPlaywright() {
  say("Downloading Playwright's Chromium for the browser tests (playwright install chromium)…");
  return run(pinnedNode, [playwright, 'install', 'chromium']) && downloadedByPlaywright();
}

function browserInstalled() {
  try {
    return findChromium() !== undefined || downloadedByPlaywright();
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}

/** Runtimes and compilers for testing the packed SDK. They need no install scripts. */
const runtimes = 'packages/sdk/test/runtimes/engines';

function installRuntimes() {
  say(`Installing other runtimes to try the SDK on (npm ci in ${runtimes})…`);
  if (!run('npm', [...cleanInstall, '--ignore-scripts', `--prefix=${runtimes}`])) {
    say('That failed. The tests of these runtimes are left out, and say so; in CI they fail.');
  }
}

/** Installs the programs that the tests use. In CI all of them are required. */
function prepareTests() {
  const isCi = Boolean(process.env.CI);
  const hadBrowser = browserInstalled();
  // The shell only saves time, so it is never required.
  const usual = [CHROMIUM, REDIS, ...(hasApt && !skipsSystem ? [CHROMIUM_SHELL] : [])];
  const wanted = isCi ? REQUIREMENTS : usual;
  const isMissing = (/** @type {import('./requirements.mjs').Requirement} */ one) =>
    one === CHROMIUM ? !hadBrowser : !one.isInstalled();
  installSystemPackages(wanted.filter(isMissing));
  if (!hadBrowser && !chromiumStarts() && !downloadWithPlaywright()) {
    giveUp(
      'The browser tests need Chromium or Google Chrome, and neither was found nor could be installed.\n' +
        'Install one of them, or set TRICKLE_CHROMIUM to the path of its executable, and try again.',
    );
  }
  const missing = isCi ? wanted.filter((one) => one !== CHROMIUM && !one.isInstalled()) : [];
  if (missing.length > 0) {
    giveUp(
      `In CI no test is left out, and these are still missing:\n${packageList(missing)}\n` +
        'Install these Debian packages, or unset CI to leave their tests out.',
    );
  }
}

if (!packagesInstalled()) installPackages();
if (process.argv.includes('--tests')) prepareTests();
if (process.argv.includes('--runtimes') && !isInStep(runtimes)) installRuntimes();
