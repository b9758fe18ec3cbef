import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTrip } from '../docs/trip.ts';

const cwd = join(import.meta.dirname, '../..');

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
  Array.from(readFileSync(join(cwd, page), 'utf8').matchAll(PATH), ([, path = '']) => ({
    page,
    path,
    folder,
  })),
);

test.each(paths)('$page names a path that exists: $path', ({ path, folder }) => {
  const pattern = path.replace('<noun>', '*');
  const places = path.includes('/') ? ['', folder].map((start) => start + pattern) : `${folder}**/${pattern}`;
  expect(globSync(places, { cwd })).not.toEqual([]);
});

test('the paths of each page are found', () => {
  for (const { page } of pages) expect(paths.some((path) => path.page === page)).toBe(true);
});

test('ARCHITECTURE.md has the files of a recorded request, and at most 12 kB', async () => {
  const page = readFileSync(join(cwd, 'ARCHITECTURE.md'), 'utf8');
  expect(await withTrip(page)).toBe(page);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(12_000);
});
