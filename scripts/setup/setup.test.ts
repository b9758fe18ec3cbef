import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inStep } from './installed.mjs';
import { filesAt, read, readJson } from './repository.ts';
import {
  CHROMIUM_SHELL,
  chromiumCandidates,
  FIREFOX,
  findChromium,
  findPlainChromium,
  isTested,
  REQUIREMENTS,
  WEBKITS,
} from './requirements.mjs';

const installed = {
  'packages/sdk': { version: '0.1.0' },
  'node_modules/@trickle/sdk': { resolved: 'packages/sdk', link: true },
  'node_modules/ky': { version: '2.1.0' },
};
const native = { 'node_modules/native-x64': { version: '1.0.0' } };
const found = { ...installed, ...native };
const wanted = {
  packages: {
    ...{ '': { version: '0.0.0' }, ...installed },
    'node_modules/fsevents': { version: '2.3.3', optional: true, os: ['darwin'] },
    'node_modules/native-x64': {
      ...{ version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    },
  },
};

const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };

describe('setup', () => {
  test('leaves installed packages alone when only those of other platforms are missing', () => {
    expect(inStep(wanted, { packages: found }, platform)).toBe(true);
  });

  test.each([
    ['is missing', { 'node_modules/ky': undefined }],
    ['is superfluous', { 'node_modules/got': {} }],
    ['has another version', { 'node_modules/ky': { version: '2.0.0' } }],
  ])('installs when a package %s', (_, changed) => {
    const packages = JSON.parse(JSON.stringify({ ...found, ...changed }));
    expect(inStep(wanted, { packages }, platform)).toBe(false);
  });

  test('installs when the native part of a package for this platform is missing, and only then', () => {
    expect(inStep(wanted, { packages: installed }, platform)).toBe(false);
    for (const other of [{ os: 'darwin' }, { cpu: 'arm64' }, { libc: 'musl' }]) {
      expect(inStep(wanted, { packages: installed }, { ...platform, ...other })).toBe(true);
    }
  });

  const bare = { platform: 'linux', environment: {}, exists: () => true } as const;
  const named = { ...bare, environment: { TRICKLE_CHROMIUM: '/opt/mine' } };
  const empty = { ...bare, exists: () => false };

  test('prefers the browser named by TRICKLE_CHROMIUM, and refuses one that does not exist', () => {
    expect(findChromium(named)).toBe('/opt/mine');
    expect(findPlainChromium(named)).toBe('/opt/mine');
    expect(() => findChromium({ ...named, exists: () => false })).toThrow('/opt/mine');
  });

  test('finds an installed browser on every platform, or leaves the choice to Playwright', () => {
    const environment = { HOME: '/Users/ann', LOCALAPPDATA: 'C:\\Local', PROGRAMFILES: 'C:\\Program Files' };
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const last = chromiumCandidates(platform, environment).at(-1);
      expect(findChromium({ platform, environment, exists: (path) => path === last })).toBe(last);
    }
    expect(findChromium(empty)).toBeUndefined();
  });

  test('prefers the shell of Chromium where windows do not matter', () => {
    expect(findPlainChromium(bare)).toBe(CHROMIUM_SHELL.files[0]);
    const exists = (file: string) => file === '/usr/bin/chromium';
    expect(findPlainChromium({ ...bare, exists })).toBe('/usr/bin/chromium');
  });

  test.each([FIREFOX, WEBKITS.WebKitGTK, WEBKITS.WPE])(
    'leaves out the tests in $name where one of its files is missing, but never in CI',
    (browser) => {
      expect(isTested(browser, empty)).toBe(false);
      expect(isTested(browser, { ...empty, environment: { CI: 'true' } })).toBe(true);
      expect(isTested(browser, { ...bare, exists: (file) => browser.files.includes(file) })).toBe(true);
      for (const missing of browser.files) {
        expect(isTested(browser, { ...bare, exists: (file) => file !== missing })).toBe(false);
      }
    },
  );
});

test('tests start only programs that are installed with npm, with Debian itself or by setup', () => {
  const sources = filesAt('{scripts,packages/*/test}/**/*.{ts,mts,mjs}').map(read);
  const started = sources.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:spawn|execFile)(?:Sync)?\(\s*'([^']+)'/g), ([, name]) => name),
  );
  const required = REQUIREMENTS.flatMap(({ files }) => files.map((file) => basename(file)));
  const others = started.filter((name = '') => !required.includes(name));
  // A change is checked in a clone, so `npm run check` finds git.
  expect([...new Set(others)].sort()).toEqual(['apt-get', 'bash', 'dpkg', 'git', 'npm', 'tar']);
});

// A machine with additional packages would hide a package that is missing from the list.
describe.runIf(existsSync('/usr/bin/dpkg'))('Debian', () => {
  const installed = REQUIREMENTS.flatMap(({ packages, files }) =>
    files.filter((file) => existsSync(file)).map((file) => ({ file, packages })),
  );

  test('has the packages that CONTRIBUTING.md lists', () => {
    const text = read('CONTRIBUTING.md');
    const unlisted = REQUIREMENTS.filter(({ packages }) => !text.includes(`\`${packages.join(' ')}\``));
    expect(unlisted.map(({ name }) => name)).toEqual([]);
  });

  test.for(installed)('brings $file with a package that setup installs', ({ file, packages }) => {
    const { stdout } = spawnSync('dpkg', ['-S', file], { encoding: 'utf8' });
    const owners = stdout.split('\n').map((line) => line.split(':')[0] ?? '');
    // A file that was not installed by a package has no owner.
    if (stdout !== '') expect(packages.some((name) => owners.includes(name))).toBe(true);
  });
});

describe.each(['package-lock.json', 'packages/sdk/test/runtimes/engines/package-lock.json'])('%s', (file) => {
  const { packages }: { packages: Record<string, Entry> } = readJson(file);

  // npm drops packages that the current registry lacks, and then rejects the lockfile elsewhere.
  test('has the native packages of all platforms', () => {
    const names = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    const paths = Object.keys(packages);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
  });

  test('names no registry', () => {
    const elsewhere = Object.values(packages).filter(({ resolved = '' }) => resolved.includes('://'));
    expect(elsewhere).toEqual([]);
  });
});

/** The relevant part of a lockfile entry. */
interface Entry {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
