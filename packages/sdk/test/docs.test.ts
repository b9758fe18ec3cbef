// @thorough: all snippets of the documentation
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../src/contract/index.ts';
import { blocksOf, Programs, programOf } from './snippets.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'packages/sdk/docs/sdk.md'), 'utf8');

const guides = [
  'packages/sdk/README.md',
  'packages/sdk/docs/sdk.md',
  'packages/sdk/docs/guides/limits.md',
  'packages/sdk/docs/guides/paging.md',
  'packages/sdk/docs/guides/bulk.md',
  'packages/sdk/docs/guides/webhooks.md',
  'packages/sdk/docs/guides/content.md',
  'packages/sdk/docs/guides/oauth.md',
  'packages/sdk/docs/guides/errors.md',
  'packages/sdk/docs/guides/migrating.md',
];
/** Guides with a block that needs another program or a page to run. */
const compiledOnly = ['packages/sdk/docs/guides/limits.md', 'packages/browser-script/README.md'];
const testing = programOf('packages/sdk/docs/guides/testing.md', 'test');

const nameOf = (file: string) => file.replaceAll(/[/.]/g, '-');

let programs: Programs;
beforeAll(() => {
  programs = new Programs({
    ...Object.fromEntries(guides.map((file) => [nameOf(file), programOf(file)])),
    ...Object.fromEntries(
      compiledOnly.map((file) => [`compiled-${nameOf(file)}`, blocksOf(file, 'compile').join('')]),
    ),
    'testing.test': testing,
    'failing.test': "import { expect, test } from 'vitest';\ntest('one', () => expect(1).toBe(2));\n",
    wrong: 'const one: string = 1;\nthrow new Error(`failed`);',
  });
});
afterAll(() => programs[Symbol.dispose]());

test.each(guides)('the snippets of %s compile and run', (file) => {
  expect(programOf(file)).toMatch(/createClient|createContentHandler/);
  expect(programs.complaints(nameOf(file))).toEqual([]);
  expect(programs.run(nameOf(file))).toMatchObject({ status: 0 });
});

test('the tests of the guide to testing compile and pass, and a failing test fails', () => {
  const count = testing.match(/^test\(/gm)?.length ?? 0;
  expect(count).toBeGreaterThan(7);
  expect(programs.complaints('testing.test')).toEqual([]);
  const { testResults } = programs.test();
  const resultsOf = (name: string) =>
    testResults.flatMap((file) => (file.name.endsWith(name) ? file.assertionResults : []));
  expect(resultsOf('testing.test.ts').map(({ status }) => status)).toEqual(Array(count).fill('passed'));
  expect(resultsOf('failing.test.ts').flatMap(({ failureMessages }) => failureMessages)).toEqual([
    expect.stringContaining('expected 1 to be 2'),
  ]);
});

test.each(compiledOnly)('the snippet of %s that needs another program or a page compiles', (file) => {
  expect(blocksOf(file, 'compile')).toHaveLength(1);
  expect(programs.complaints(`compiled-${nameOf(file)}`)).toEqual([]);
});

test('a snippet that does not compile, or that fails, fails the test', () => {
  expect(programs.complaints('wrong')).toEqual([
    expect.stringContaining("Type 'number' is not assignable to type 'string'"),
  ]);
  const ran = programs.run('wrong');
  expect(ran.status).not.toBe(0);
  expect(ran.output).toContain('failed');
});

test('the compiler reports nothing else', () => {
  expect(programs.allComplaints).toEqual(programs.complaints('wrong'));
});

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
