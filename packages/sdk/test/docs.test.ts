import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../src/contract/index.ts';
import { blocksOf, compileAndRun, compileAndTest, inFolder, programOf } from './snippets.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'packages/sdk/docs/sdk.md'), 'utf8');

test.each([
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
])(
  'the snippets of %s compile and run',
  (file) => {
    const program = programOf(file);
    expect(program).toMatch(/createClient|createContentHandler/);
    const { compiled, ran } = compileAndRun(program);
    expect(compiled).toEqual({ status: 0, output: '' });
    expect(ran).toMatchObject({ status: 0 });
  },
  30_000,
);

test('the tests of the guide to testing compile and pass', () => {
  const program = programOf('packages/sdk/docs/guides/testing.md', 'test');
  const count = program.match(/^test\(/gm)?.length ?? 0;
  expect(count).toBeGreaterThan(7);
  const { compiled, ran } = compileAndTest(program);
  expect(compiled).toEqual({ status: 0, output: '' });
  expect(ran.output).toMatch(new RegExp(`Tests .*${count} passed`));
  expect(ran.status).toBe(0);
}, 60_000);

test.each(['packages/sdk/docs/guides/limits.md', 'packages/browser-script/README.md'])(
  'the snippets of %s that need another program or a page compile',
  (file) => {
    const blocks = blocksOf(file, 'compile');
    expect(blocks).toHaveLength(1);
    const { compiled } = inFolder({ snippet: blocks.join('') }, () => ['--version']);
    expect(compiled).toEqual({ status: 0, output: '' });
  },
  30_000,
);

test('every TypeScript block is marked: what is run, tested or compiled, and what is only read', () => {
  const pages = globSync(['*.md', 'docs/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md'], { cwd: root });
  const unmarked = pages
    .filter((page) => !page.includes('docs/reference/')) // which another test runs
    .filter((page) => {
      const count = readFileSync(join(root, page), 'utf8').match(/^```ts$/gm)?.length ?? 0;
      const marks = ['run', 'test', 'compile', 'parts'] as const;
      return count !== marks.flatMap((mark) => blocksOf(page, mark)).length;
    });
  expect(pages.length).toBeGreaterThan(30);
  expect(unmarked).toEqual([]);
  expect(pages.flatMap((page) => blocksOf(page, 'parts'))).toHaveLength(2);
});

test('a test that fails is noticed', () => {
  const failing = "import { expect, test } from 'vitest';\ntest('one', () => expect(1).toBe(2));\n";
  const { ran } = compileAndTest(failing);
  expect(ran.status).not.toBe(0);
  expect(ran.output).toContain('expected 1 to be 2');
}, 60_000);

test('a snippet that does not compile, or that fails, is noticed', () => {
  const { compiled, ran } = compileAndRun('const one: string = 1;\nthrow new Error(`failed`);');
  expect(compiled.status).not.toBe(0);
  expect(ran.status).not.toBe(0);
  expect(ran.output).toContain('failed');
}, 30_000);

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
  const names = lists.flatMap((list) => list.split(',').map((name) => name.replace('type ', '').trim()));
  const exported = names.filter((name) => name !== '');
  expect(exported.length).toBeGreaterThan(60);
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
});
