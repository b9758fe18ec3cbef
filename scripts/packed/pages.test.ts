import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTested, PYTHON } from '../setup/requirements.mjs';
import { type Block, blocksOf, commandsOf } from './blocks.ts';
import { follow } from './follow.ts';
import { absenceOf, managers } from './package-managers.ts';
import { promises } from './promises.ts';
import { Reader } from './reader.ts';
import { LEFT_OUT, REPLACED } from './stand-ins.ts';

const root = join(import.meta.dirname, '../..');
const patterns = ['docs/{start,guides}/*.md', 'packages/*/docs/guides/*.md', '{.,packages/*}/README.md'];
const pages = globSync(patterns, { cwd: root }).sort();
/** The ports that pages name. */
const PORTS = ['4100', '4200', '3000', '5173'];
/** Followed in tests of their own, which also look at pages in a browser: see quick-starts.test.ts. */
const quickStarts = ['README.md', 'docs/start/backend.md', 'docs/start/front-end.md', 'docs/start/tester.md'];

/**
 * With pnpm, those that install a package or run a program that no other page and no quick start does: only this differs, and
 * where pnpm puts a package.
 */
const inPnpm = [
  'docs/guides/cypress.md',
  'docs/guides/jest.md',
  'docs/guides/playwright.md',
  'docs/guides/types-of-your-account.md',
  'packages/mock-server/README.md',
  'packages/sdk/docs/guides/content.md',
  'packages/sdk/docs/guides/limits.md',
];

/** What cannot be followed without a program that is not here. In CI all of them are. */
const isPossible = (page: string) => !page.endsWith('/pytest.md') || isTested(PYTHON);

const here = managers.filter((manager) => process.env.CI || absenceOf(manager) === undefined);

describe.each(here)('with %s,', (manager) => {
  /** A reader who has followed an earlier page, and so has our packages. */
  let prepared: Reader;
  beforeAll(async () => {
    prepared = await Reader.open(manager);
    await prepared.run('npm install @trickle/sdk @trickle/mock-server @trickle/browser-script');
    prepared.write('service.mjs', SERVICE);
  });
  afterAll(() => prepared[Symbol.asyncDispose]());

  const followed = manager === 'npm' ? pages.filter(isPossible) : inPnpm;
  test.each(followed.filter((page) => !quickStarts.includes(page)))(
    '%s can be followed as it stands',
    async (page) => {
      await using reader = await Reader.open(manager, ...PORTS);
      reader.replace('https://sandbox.example.com', 'http://127.0.0.1:4100');
      reader.replace('sandbox.example.com', '127.0.0.1');
      const blocks = blocksOf(page);
      const ran = await follow(reader, blocks);
      const installs = ran.some(([command]) => command.startsWith('npm install '));
      const at = installs ? reader : prepared;
      const folder = installs ? '.' : page.replaceAll(/\W/g, '-');
      compile(at, folder, blocks);
      for (const program of programsOf(blocks, 'run')) {
        at.write(`${folder}/page.mts`, program);
        await at.run(`node --import "${join(prepared.folder, 'service.mjs')}" ${folder}/page.mts`);
      }
      const [tests = ''] = programsOf(blocks, 'test');
      if (tests !== '') {
        at.write(`${folder}/page.test.mts`, tests);
        expect(await at.run('npx vitest run page.test.mts')).toMatch(/Tests +\d+ passed/);
      }
      await promises[page]?.(reader, ran); // its ports are free, those of the page may not be
    },
  );
});

/** Stands in for the service that the snippets of a page call. */
const SERVICE = `import { createServer } from '@trickle/mock-server';
const service = await createServer();
globalThis.fetch = service.connection.fetch;
`;

/** The blocks with a mark, joined to programs: one goes on until a block imports again what it has. */
function programsOf(blocks: readonly Block[], mark: string): string[] {
  const programs: string[] = [];
  const own = blocks.filter((block) => block.language === 'ts' && block.mark === mark && !block.file);
  for (const { code } of own) {
    const before = programs.at(-1);
    const imports = code.match(/^import .*$/gm) ?? [];
    if (before === undefined || imports.some((line) => before.includes(line))) programs.push(code);
    else programs[programs.length - 1] = `${before}\n${code}`;
  }
  return programs;
}

/** Compiles the TypeScript of a page against the packages that the reader has. */
function compile(reader: Reader, folder: string, blocks: readonly Block[]): void {
  const single = blocks.filter(({ language, mark }) => language === 'ts' && mark === 'compile');
  const programs = [
    ...['run', 'test'].flatMap((mark) => programsOf(blocks, mark)),
    ...single.map(({ code }) => code),
  ];
  if (programs.length === 0) return;
  programs.forEach((code, i) => {
    reader.write(`${folder}/compiled/${i}.mts`, `${code}\nexport {};\n`);
  });
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  };
  const config = `${folder}/compiled/tsconfig.json`;
  reader.write(config, JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const given = [compiler, '--pretty', 'false', '--project', config];
  try {
    execFileSync(process.execPath, given, { cwd: reader.folder, encoding: 'utf8' });
  } catch (error) {
    throw new Error(String((error as { stdout?: string }).stdout)); // the complaints of the compiler
  }
}

/** The packages that a page installs, and the programs that it runs by `npx`, without options. */
const managed = (page: string): string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(commandsOf)
    .flatMap((command) =>
      command.startsWith('npm install ')
        ? (command.replace(/ #.*/, '').match(/ (?!install|-)\S+/g) ?? [])
        : (/^npx (?:-p )?\S+/.exec(command) ?? []),
    );

test('pnpm installs every package and runs every program that a page names', () => {
  const tried = new Set([...quickStarts, ...inPnpm].flatMap(managed));
  expect([...new Set(pages.flatMap(managed))].filter((name) => !tried.has(name))).toEqual([]);
});

test('what no test runs stands on a page, and is named with its reason', () => {
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
  for (const [pattern, reason] of LEFT_OUT) {
    expect(text).toMatch(new RegExp(pattern, 'm'));
    console.log(`Left out: ${pattern.source}, because ${reason}.`);
  }
  for (const [program, reason] of REPLACED) {
    expect(text).toContain(program);
    console.log(`Replaced: ${program}, because ${reason}.`);
  }
});
