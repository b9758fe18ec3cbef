import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../src/contract/index.ts';
import { blocksOf } from './snippets.ts';

const root = join(import.meta.dirname, '../../..');

test('every TypeScript block is marked as run, tested, compiled or only read', () => {
  const folders = ['*.md', 'docs/**/*.md', 'skills/*/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md'];
  const pages = globSync(folders, { cwd: root, exclude: (name) => name === 'dist' }); // the built site
  const unmarked = pages
    .filter((page) => !page.includes('docs/reference/')) // which another test runs
    .filter((page) => {
      const count = readFileSync(join(root, page), 'utf8').match(/^```ts$/gm)?.length ?? 0;
      const marks = ['run', 'test', 'compile', 'parts'] as const;
      return count !== marks.flatMap((mark) => blocksOf(page, mark)).length;
    });
  expect(pages.length).toBeGreaterThan(30);
  expect(unmarked).toEqual([]);
  expect(pages.flatMap((page) => blocksOf(page, 'parts'))).toHaveLength(3);
});

test('the guide names every operation', () => {
  const operations = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.keys(endpoints).map((method) => `${noun}.${method}(`),
  );
  const guide = readFileSync(join(root, 'packages/sdk/docs/sdk.md'), 'utf8');
  const missing = operations.filter((operation) => !guide.includes(`\`${operation}`));
  expect(missing).toEqual(['oauth.authorize(', 'oauth.token(']);
});
