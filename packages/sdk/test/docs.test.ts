import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../src/contract/index.ts';
import { blocksOf } from './snippets.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'packages/sdk/docs/sdk.md'), 'utf8');

test('every TypeScript block is marked as run, tested, compiled or only read', () => {
  const pages = globSync(
    ['*.md', 'docs/**/*.md', 'skills/*/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md'],
    {
      cwd: root,
      exclude: (name) => name === 'dist', // the built site
    },
  );
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
  const missing = operations.filter((operation) => !guide.includes(`\`${operation}`));
  expect(missing).toEqual(['oauth.authorize(', 'oauth.token(']);
});

test('the guide names everything that the package exports', () => {
  const sources = ['index', 'content/index', 'oauth/index', 'webhooks/index']
    .map((entry) => readFileSync(join(root, `packages/sdk/src/${entry}.ts`), 'utf8'))
    .join('');
  const lists = Array.from(sources.matchAll(/export (?:type )?\{(.*?)\}/gs), ([, list]) => list ?? '');
  const names = lists.flatMap((list) =>
    list.split(',').map((name) => name.replace(/^.* as |type /s, '').trim()),
  );
  const exported = names.filter((name) => name !== '');
  expect(exported.length).toBeGreaterThan(60);
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
});
