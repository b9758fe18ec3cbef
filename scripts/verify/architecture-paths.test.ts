import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const cwd = join(import.meta.dirname, '../..');

/** Paths of ARCHITECTURE.md: names with a slash inside, or of a source file. Those of a package may start below its `src`. */
const paths = Array.from(
  readFileSync(join(cwd, 'ARCHITECTURE.md'), 'utf8').matchAll(/`([\w.-]+(?:\/[\w.<>-]+)+\/?|[\w.-]+\.ts)`/g),
  ([, path = '']) => path,
);

test.each([...new Set(paths)])('ARCHITECTURE.md names a path that exists: %s', (path) => {
  const pattern = path.replace('<noun>', '*');
  const below = path.includes('/') ? pattern : `**/${pattern}`;
  expect(globSync([pattern, `packages/*/src/${below}`], { cwd })).not.toEqual([]);
});

test('the paths of ARCHITECTURE.md are found', () => expect(paths.length).toBeGreaterThan(100));
