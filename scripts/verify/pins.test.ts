/** Compares the list of pins in CONTRIBUTING.md that stay below the newest version with what is installed. */
import { expect, test } from 'vitest';
import { filesAt, read, readJson } from '../setup/repository.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifests: Manifest[] = filesAt('{.,packages/*}/package.json').map(readJson);

/** The versions of a package that are declared anywhere. */
const versionsOf = (name: string) => [
  ...new Set(
    manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
      [dependencies[name], devDependencies[name]].filter((version) => version !== undefined),
    ),
  ),
];

const pins = Array.from(
  read('CONTRIBUTING.md').matchAll(/^\| `([^`]+)` \| (\S+) \| .+ \|$/gm),
  ([, name = '', version = '']) => ({ name, version }),
).filter(({ version }) => /\d+\.\d+\.\d+$/.test(version));

test('the list of pins has rows', () => {
  expect(pins.length).toBeGreaterThan(0);
});

test.each(pins)('$name is pinned to $version everywhere', ({ name, version }) => {
  expect(versionsOf(name)).toEqual([version]);
});

test('html-to-text still requires the version of htmlparser2 that the server pins', () => {
  const { dependencies }: Manifest = readJson('node_modules/html-to-text/package.json');
  expect(dependencies?.htmlparser2).toBe(`^${versionsOf('htmlparser2')[0]}`);
});

test('the types of Node.js have the major version of the pinned Node.js', () => {
  const majorOf = (name: string) => versionsOf(name).map((version) => version.split('.')[0]);
  expect(majorOf('@types/node')).toEqual(majorOf('node'));
});

// npm checks what it installs against the checksum, from whichever registry it comes.
test.each(['package-lock.json', 'bench/peers/package-lock.json'])(
  'every package in %s has a checksum, and no address',
  (file) => {
    interface Installed {
      readonly link?: boolean;
      readonly integrity?: string;
      readonly resolved?: string;
    }
    const { packages }: { packages: Record<string, Installed> } = readJson(file);
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    );
    expect(installed.length).toBeGreaterThan(10);
    const odd = installed.filter(([, { integrity, resolved }]) => !integrity || resolved);
    expect(odd.map(([path]) => path)).toEqual([]);
  },
);
