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

const wanted = {
  packages: {
    '': { version: '0.0.0' },
    'packages/sdk': { version: '0.1.0' },
    'node_modules/@trickle/sdk': { resolved: 'packages/sdk', link: true },
    'node_modules/ky': { version: '2.1.0' },
    'node_modules/fsevents': { version: '2.3.3', optional: true, os: ['darwin'] },
    'node_modules/native-x64': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
  },
};

const found = {
  packages: {
    'packages/sdk': { version: '0.1.0' },
    'node_modules/@trickle/sdk': { resolved: 'packages/sdk', link: true },
    'node_modules/ky': { version: '2.1.0' },
    'node_modules/native-x64': { version: '1.0.0' },
  },
};

const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };

describe('setup', () => {
  test('leaves installed packages alone when only those of other platforms are missing', () => {
    expect(inStep(wanted, found, platform)).toBe(true);
  });

  test('installs when a package is missing, superfluous or has another version', () => {
    const { 'node_modules/ky': ky, ...rest } = found.packages;
    expect(inStep(wanted, { packages: rest }, platform)).toBe(false);
    expect(inStep(wanted, { packages: { ...rest, 'node_modules/ky': { version: '2.0.0' } } }, platform)).toBe(
      false,
    );
    expect(
      inStep(wanted, { packages: { ...rest, 'node_modules/ky': ky, 'node_modules/got': {} } }, platform),
    ).toBe(false);
  });

  test('installs when the native part of a package for this platform is missing, and only then', () => {
    const { 'node_modules/native-x64': _, ...packages } = found.packages;
    expect(inStep(wanted, { packages }, platform)).toBe(false);
    for (const other of [{ os: 'darwin' }, { cpu: 'arm64' }, { libc: 'musl' }]) {
      expect(inStep(wanted, { packages }, { ...platform, ...other })).toBe(true);
    }
  });

  test('prefers the browser named by TRICKLE_CHROMIUM', () => {
    const environment = { TRICKLE_CHROMIUM: '/opt/mine' };
    expect(findChromium({ platform: 'linux', environment, exists: () => true })).toBe('/opt/mine');
  });

  test('refuses a TRICKLE_CHROMIUM that does not exist', () => {
    const environment = { TRICKLE_CHROMIUM: '/opt/mine' };
    expect(() => findChromium({ platform: 'linux', environment, exists: () => false })).toThrow('/opt/mine');
  });

  test('finds an installed browser on every platform', () => {
    const environment = { HOME: '/Users/ann', LOCALAPPDATA: 'C:\\Local', PROGRAMFILES: 'C:\\Program Files' };
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const last = chromiumCandidates(platform, environment).at(-1);
      expect(findChromium({ platform, environment, exists: (path) => path === last })).toBe(last);
    }
  });

  test('prefers the shell of Chromium where windows do not matter, unless a browser is named', () => {
    const bare = { platform: 'linux', environment: {}, exists: () => true } as const;
    expect(findPlainChromium(bare)).toBe(CHROMIUM_SHELL.files[0]);
    expect(findPlainChromium({ ...bare, environment: { TRICKLE_CHROMIUM: '/opt/mine' } })).toBe('/opt/mine');
    const exists = (file: string) => file === '/usr/bin/chromium';
    expect(findPlainChromium({ ...bare, exists })).toBe('/usr/bin/chromium');
  });

  test('leaves the choice to Playwright when no browser is installed', () => {
    expect(findChromium({ platform: 'linux', environment: {}, exists: () => false })).toBeUndefined();
  });

  test.each([FIREFOX, WEBKITS.WebKitGTK, WEBKITS.WPE])(
    'leaves out the tests in $name where it is not installed, but never in CI',
    (browser) => {
      const bare = { platform: 'linux', environment: {}, exists: () => false } as const;
      expect(isTested(browser, bare)).toBe(false);
      expect(isTested(browser, { ...bare, environment: { CI: 'true' } })).toBe(true);
      expect(isTested(browser, { ...bare, exists: (file) => browser.files.includes(file) })).toBe(true);
    },
  );

  test('considers a browser installed only if all of its files exist', () => {
    for (const { files, isInstalled } of Object.values(WEBKITS)) {
      for (const missing of files) {
        const exists = (file: string) => file !== missing;
        expect(isInstalled({ platform: 'linux', environment: {}, exists })).toBe(false);
      }
    }
  });
});

test('tests start only programs that are installed with npm, with Debian itself or by setup', () => {
  const sources = filesAt('{scripts,packages/*/test}/**/*.{ts,mts,mjs}').map(read);
  const started = sources.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:spawn|execFile)(?:Sync)?\(\s*'([^']+)'/g), ([, name]) => name),
  );
  const installed = REQUIREMENTS.flatMap(({ files }) => files.map((file) => basename(file)));
  const others = started.filter((name = '') => !installed.includes(name));
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
