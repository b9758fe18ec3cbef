// Makes a fresh clone ready: `node scripts/setup.mjs [--browser] [--redis] [--runtimes]`.
// Plain JavaScript without dependencies, because it runs on whatever Node (18 or newer) is there, before
// anything is installed. Says nothing and costs a few milliseconds when all is in place.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { inStep, thisPlatform } from './installed.mjs';
import { hasWebKit, WEBKITS } from './webkit.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
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
  // Standard output stays free for what the command after the setup prints; npm is a script on Windows.
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]);
  const env = { ...process.env, ...environment };
  return (
    spawnSync(command, args, { cwd: root, stdio, env, shell: windows && command === 'npm' }).status === 0
  );
}

/** Whether what `package-lock.json` asks for is in a folder. */
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

/** Under an old Node.js npm leaves native packages out. The pinned one, now that it is here, gets them. */
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

/** On Debian and its relatives, as root. @param {string} name @param {string} purpose */
function installFromDistribution(name, purpose) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  say(`Installing ${purpose} (apt-get install ${name})…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const action of ['update', `install -y --no-install-recommends ${name}`]) {
    // Errors go to standard error; the rest is of no interest.
    spawnSync('apt-get', ['-qq', ...action.split(' ')], { env, stdio: ['ignore', 'ignore', 2] });
  }
}

/** The browser must start: on some distributions the package is only a stub. */
function installChromium() {
  installFromDistribution('chromium', 'Chromium for the browser tests');
  const browser = findChromium();
  return browser !== undefined && spawnSync(browser, ['--version'], { stdio: 'ignore' }).status === 0;
}

const redisInstalled = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

/** Prints where Playwright's own download is or would be. */
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

/** Engines and compilers that the packed SDK is tried on. They need no install scripts. */
const runtimes = 'packages/sdk/test/runtimes/engines';

function installRuntimes() {
  say(`Installing other runtimes to try the SDK on (npm ci in ${runtimes})…`);
  if (!run('npm', [...cleanInstall, '--ignore-scripts', `--prefix=${runtimes}`])) {
    say('That failed. The tests of these runtimes are left out, and say so; in CI they fail.');
  }
}

/** In CI. Elsewhere the tests in these are run where they are there. */
function installOtherBrowsers() {
  /** @type {[string, () => boolean, string][]} */
  const browsers = [['Firefox', () => findFirefox({ environment: {} }) !== undefined, 'firefox-esr']];
  for (const name of /** @type {(keyof typeof WEBKITS)[]} */ (Object.keys(WEBKITS))) {
    browsers.push([name, () => hasWebKit(name, { environment: {} }), WEBKITS[name].packages]);
  }
  const missing = browsers.filter(([name, isThere, packages]) => {
    if (!isThere()) installFromDistribution(packages, `${name} for the browser tests`);
    return !isThere();
  });
  if (missing.length === 0) return;
  const names = missing.map(([name, , packages]) => `${name} (${packages})`).join(', ');
  giveUp(
    `In CI the browser tests run in every engine, and these were neither found nor could be installed: ${names}.\n` +
      'Install these packages of Debian, or unset CI to leave their tests out.',
  );
}

if (!packagesInstalled()) installPackages();
if (process.argv.includes('--browser') && !browserInstalled()) {
  if (!installChromium() && !downloadWithPlaywright()) {
    giveUp(
      'The browser tests need Chromium or Google Chrome, and neither was found nor could be installed.\n' +
        'Install one of them, or set TRICKLE_CHROMIUM to the path of its executable, and try again.',
    );
  }
}
if (process.argv.includes('--redis') && !redisInstalled()) {
  // Where there is none, its tests are skipped and say so; in CI they fail.
  installFromDistribution('redis-server', 'Redis for the tests of shared limits');
}
if (process.argv.includes('--runtimes') && !isInStep(runtimes)) installRuntimes();
if (process.argv.includes('--browser') && process.env.CI) installOtherBrowsers();
