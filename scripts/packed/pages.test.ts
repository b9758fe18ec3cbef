import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_CHECKER } from '../build/declarations.ts';
import { filesAt, read, root } from '../setup/repository.ts';
import { isTested, PYTHON } from '../setup/requirements.mjs';
import { type Block, blocksOf, commandsOf } from './blocks.ts';
import { follow } from './follow.ts';
import { managers, packagesIn } from './package-managers.ts';
import { promises } from './promises.ts';
import { Reader } from './reader.ts';
import { LEFT_OUT, patient, REPLACED } from './stand-ins.ts';

const pages = filesAt(
  ...['docs/{start,guides}/*.md', 'packages/*/docs/guides/*.md', '{.,packages/*}/README.md'],
);
/** The ports that pages name. */
const PORTS = ['4100', '4200', '3000', '5173'];
/** Followed in quick-starts.test.ts, which also opens pages in a browser. */
const quickStarts = ['README.md', 'docs/start/backend.md', 'docs/start/front-end.md', 'docs/start/tester.md'];

/** Whether the programs that a page needs are installed. In CI, all are. */
const isPossible = (page: string) => !page.endsWith('/pytest.md') || isTested(PYTHON);

const followed = pages.filter((page) => isPossible(page) && !quickStarts.includes(page));

/** A reader whose folder has all packages of the pages. */
let prepared: Reader;
/** The compiler's output for the programs of all pages. */
let complaints = '';
beforeAll(async () => {
  prepared = await Reader.open('none');
  await prepared.run(`npm install ${pages.flatMap(packagesOf).join(' ')}`);
  prepared.write('service.mjs', SERVICE);
  for (const page of followed) save(prepared, page);
  prepared.write('wrong/compiled/0.mts', 'export const one: string = 1;\n');
  complaints = compile(prepared);
});
afterAll(() => prepared[Symbol.asyncDispose]());

test('the compiler reports errors, and only in programs', () => {
  const folders = followed.map((page) => `${folderOf(page)}/`);
  const others = complaints
    .split('\n')
    .filter((line) => /\S/.test(line) && !folders.some((folder) => line.trimStart().startsWith(folder)));
  expect(others).toEqual([expect.stringMatching(/^wrong\/compiled\/0\.mts\(1,14\): error TS2322: /)]);
});

test.each(followed)('%s can be followed as it stands', async (page) => {
  await using reader = await Reader.open('none', ...PORTS);
  reader.replace('https://sandbox.example.com', 'http://127.0.0.1:4100');
  reader.replace('sandbox.example.com', '127.0.0.1');
  const installed = join(prepared.folder, 'node_modules/.bin');
  reader.replace('npx -p @trickle/mock-server ', `${installed}/`);
  reader.replace('npx @trickle/cli', `${installed}/trickle`);
  const blocks = blocksOf(page);
  const ran = await follow(reader, blocks);
  const folder = folderOf(page);
  const at = packagesOf(page).length > 0 ? reader : prepared;
  expect(complaints.split('\n').filter((line) => line.startsWith(`${folder}/`))).toEqual([]);
  for (const program of programsOf(blocks, 'run')) {
    at.write(`${folder}/page.mts`, program);
    const service = join(prepared.folder, 'service.mjs');
    const output = await at.run(`node --import "${service}" ${folder}/page.mts`);
    const words = program.matchAll(/console\.log\(.*\); \/\/ (\w+)/g);
    for (const [, word] of words) expect(output).toContain(word);
  }
  const [tests = ''] = programsOf(blocks, 'test');
  if (tests !== '') {
    at.write(`${folder}/page.test.mts`, tests);
    const count = tests.match(/^test\(/gm)?.length;
    expect(await at.run(patient('npx vitest run page.test.mts'))).toMatch(
      new RegExp(`Tests +${count} passed`),
    );
  }
  await promises[page]?.(reader, ran); // the page's own ports may be in use
});

/** Replaces the service called in the snippets of a page. */
const SERVICE = `import { createServer } from '@trickle/mock-server';
const service = await createServer();
globalThis.fetch = service.connection.fetch;
`;

/** The blocks with a mark, joined into programs. A block that repeats an import starts a new program. */
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

const folderOf = (page: string) => page.replaceAll(/\W/g, '-');

const shellOf = (page: string): string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(commandsOf);

/** The packages that a page installs. */
const packagesOf = (page: string): string[] => shellOf(page).flatMap((command) => packagesIn(command) ?? []);

/** All programs of a page. */
function allPrograms(page: string): string[] {
  const blocks = blocksOf(page);
  const single = blocks.filter(({ language, mark }) => language === 'ts' && mark === 'compile');
  return [...['run', 'test'].flatMap((mark) => programsOf(blocks, mark)), ...single.map(({ code }) => code)];
}

/** Saves the TypeScript of a page to be compiled. */
function save(reader: Reader, page: string): void {
  allPrograms(page).forEach((code, i) => {
    reader.write(`${folderOf(page)}/compiled/${i}.mts`, `${code}\nexport {};\n`);
  });
}

/** Compiles the saved programs against the packed packages. Returns the errors. */
function compile(reader: Reader): string {
  const include = globSync('*/compiled/*.mts', { cwd: reader.folder });
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
  reader.write('tsconfig.compiled.json', JSON.stringify({ compilerOptions, include }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const given = [compiler, '--pretty', 'false', '--project', 'tsconfig.compiled.json', ...ONE_CHECKER];
  return spawnSync(process.execPath, given, { cwd: reader.folder, encoding: 'utf8' }).stdout;
}

test('a page that installs packages installs each that its programs import', () => {
  for (const page of followed) {
    const names = packagesOf(page);
    const imported = allPrograms(page)
      .join('\n')
      .matchAll(/ from '(?!node:|\.)((?:@[^/']+\/)?[^/']+)/g);
    if (names.length > 0)
      expect([page, ...names]).toEqual(expect.arrayContaining(Array.from(imported, ([, name]) => name)));
  }
});

/** The commands with which pages run programs of packages, without options. */
const programsIn = (some: readonly string[]): string[] =>
  some.flatMap(shellOf).flatMap((command) => /^npx (?:-p \S+ )?\S+/.exec(command) ?? []);

/** Packages that know nothing of ours and that setup installs with npm. They take longest, and quick starts install Vitest. */
const ALONE = /\b(?:cypress|jest|start-server-and-test|vitest)$/;

/** Our packages and all others that they work with. */
const together = [...new Set(pages.flatMap(packagesOf))].filter((name) => !ALONE.test(name)).join(' ');

test('npm finds versions of our packages and others that fit together, and runs the command line', async () => {
  await using reader = await Reader.open('npm');
  expect(await reader.run(`npm install --dry-run ${together}`)).toContain('add msw ');
  expect(await reader.run('npx @trickle/cli --help')).toContain('--');
});

test.skipIf(!managers.includes('pnpm'))('pnpm installs the same, and each finds the others', async () => {
  await using reader = await Reader.open('pnpm');
  await reader.run(`npm install ${together}`);
  const tried = programsIn(quickStarts);
  const programs = programsIn(pages).filter((one) => !tried.includes(one) && !ALONE.test(one));
  for (const program of new Set(programs)) expect(await reader.run(`${program} --help`)).toContain('--');
  const entries = ['mock-server/playwright', 'mock-server/msw', 'sdk/redis', 'sdk/content'];
  const code = entries.map((entry) => `await import('@trickle/${entry}');`).join(' ');
  expect(await reader.run(`node --input-type=module -e "${code}"`)).toBe('');
});

test('every untested command occurs on a page, and has a reason', () => {
  const text = pages.map(read).join('\n');
  for (const [pattern, reason] of LEFT_OUT) {
    expect(text).toMatch(new RegExp(pattern, 'm'));
    console.log(`Left out: ${pattern.source}, because ${reason}.`);
  }
  for (const [program, reason] of REPLACED) {
    expect(text).toContain(program);
    console.log(`Replaced: ${program}, because ${reason}.`);
  }
});
