import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root as cwd, filesAt, read } from '../setup/repository.ts';

/** The pages of the architecture, each with the folder in which its paths may begin. */
const pages = [
  { page: 'ARCHITECTURE.md', folder: 'packages/*/src/' },
  ...['sdk', 'mock-server', 'cli'].map((name) => ({
    page: `packages/${name}/ARCHITECTURE.md`,
    folder: `packages/${name}/src/`,
  })),
];

/** Names with a slash inside, or of a source file. */
const PATH = /`([\w.-]+(?:\/[\w.<>-]+)+\/?|[\w.-]+\.ts)`/g;

const paths = pages.flatMap(({ page, folder }) =>
  Array.from(read(page).matchAll(PATH), ([, path = '']) => ({ page, path, folder })),
);

test.each(paths)('$page names a path that exists: $path', ({ path, folder }) => {
  const pattern = path.replace('<noun>', '*');
  const places = path.includes('/')
    ? ['', folder].map((start) => start + pattern)
    : [`${folder}**/${pattern}`];
  expect(filesAt(...places)).not.toEqual([]);
});

test('the paths of each page are found', () => {
  for (const { page } of pages) expect(paths.some((path) => path.page === page)).toBe(true);
});

/** In a process of its own: a recording has the code of all servers of its process. */
const RECORDED = `
  import { readFileSync } from 'node:fs';
  import { withTrip } from './scripts/docs/trip.ts';
  process.stdout.write(await withTrip(readFileSync('ARCHITECTURE.md', 'utf8')));`;

test('ARCHITECTURE.md has the files of a recorded request, and at most 12 kB', () => {
  const page = read('ARCHITECTURE.md');
  const node = ['--conditions=trickle-source', '--no-warnings', '--input-type=module', '--eval', RECORDED];
  expect(execFileSync(process.execPath, node, { cwd, encoding: 'utf8' })).toBe(page);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12_000);
});
