import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chromiumCandidates, findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { inStep } from './installed.mjs';
import { hasWebKit, WEBKITS } from './webkit.mjs';

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

  test('installs when a package is missing, has another version or is one too many', () => {
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

  test('prefers the browser that TRICKLE_CHROMIUM names', () => {
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

  test('leaves the choice to Playwright when no browser is installed', () => {
    expect(findChromium({ platform: 'linux', environment: {}, exists: () => false })).toBeUndefined();
  });

  test('leaves out the other browsers where they are not installed, but never in CI', () => {
    const exists = () => false;
    expect(findFirefox({ environment: {}, exists })).toBeUndefined();
    expect(findFirefox({ environment: { CI: 'true' }, exists })).toBeDefined();
    for (const name of ['WebKitGTK', 'WPE'] as const) {
      expect(hasWebKit(name, { environment: {}, exists })).toBe(false);
      expect(hasWebKit(name, { environment: { CI: 'true' }, exists })).toBe(true);
      // All of it, or none.
      const { driver } = WEBKITS[name];
      expect(hasWebKit(name, { environment: {}, exists: (file) => file === driver })).toBe(false);
    }
  });
});

describe.each(['package-lock.json', 'packages/sdk/test/runtimes/engines/package-lock.json'])('%s', (file) => {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
  );

  // npm drops those that the registry at hand does not have, and then refuses the file elsewhere.
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

/** What is asked of an entry of a lockfile. */
interface Entry {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
