import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const called = (text: string) =>
  Array.from(text.matchAll(/npm (?:run )?([a-z][\w:]*)/g), ([, name = '']) => name);

test('CONTRIBUTING.md has every command', () => {
  const named = called(read('CONTRIBUTING.md'));
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});

test('every command that a page names exists', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/**/*.md'], {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'test-results'].includes(name),
  });
  expect(pages.length).toBeGreaterThan(30);
  const npm = ['install', 'ci', 'view', 'pack'];
  const unknown = pages.flatMap((page) =>
    called(read(page))
      .filter((name) => read(page).includes(`npm run ${name}`) || /^(?:start|test)$/.test(name))
      .filter((name) => !(name in scripts) && !npm.includes(name))
      // A guide may add a command to the project of its reader.
      .filter((name) => !read(page).includes(`"${name}": `))
      .map((name) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('there are at most 15 commands', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});
