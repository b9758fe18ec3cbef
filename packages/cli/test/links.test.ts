import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trickle } from './command.ts';

/*
 * Folders that others can commit contain links. A command that writes into such a folder must not change anything
 * elsewhere.
 */

/** The commands that write into a folder of a repository, with a path in it. */
const commands: Readonly<Record<string, readonly string[]>> = {
  pull: ['pull', 'repository/trickle'],
  'pull, a folder below': ['pull', 'repository/trickle/copy'],
  types: ['types', 'repository/trickle/account.ts'],
  'compare --record': ['compare', '--record', 'repository/trickle', '--only', 'tags.list'],
  'import --errors': ['import', 'repository/in.csv', '--errors', 'repository/trickle/people.csv'],
  export: ['export', 'subscribers', '--output', 'repository/trickle/people.csv'],
};

/** Places for links in a repository, with their targets outside, which may not exist yet. */
const links = [
  ['trickle', 'src'],
  ['trickle', 'src/new'],
  ['trickle/bodies', 'src'],
  ['trickle/.pull', 'src'],
  ['trickle/.pull/new', 'src'],
  ['trickle/account.json', 'src/victim.txt'],
  ['trickle/account.ts', 'src/victim.txt'],
  ['trickle/tags.json', 'src/victim.txt'],
  ['trickle/tags.json', 'src/new.json'],
  ['trickle/people.csv', 'src/victim.txt'],
  ['trickle/people.csv', 'src/new.csv'],
] as const;

/** The folders from which a command is run, with the path from there to the root, and the kind of links. */
const starts = [
  { start: '.', up: '', isAbsolute: true },
  { start: 'packages/app', up: '../../', isAbsolute: false },
];

let server: Server;
let folder: string;
let before: string;

beforeAll(async () => {
  server = await createServer({ limits: false });
});

afterAll(() => server.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trickle-links-'));
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'repository/packages/app'), { recursive: true });
  await writeFile(join(folder, 'src/victim.txt'), 'precious');
  await writeFile(join(folder, 'repository/in.csv'), 'email\nnobody\n');
  before = process.cwd();
  process.chdir(folder);
});

afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true });
});

describe.each(Object.entries(commands))('%s', (_, args) => {
  test.each(links.flatMap(([place, target]) => starts.map((one) => ({ place, target, ...one }))))(
    'touches nothing behind $place -> $target, absolute: $isAbsolute, run in $start',
    async ({ place, target, start, up, isAbsolute }) => {
      const link = join(folder, 'repository', place);
      await mkdir(join(link, '..'), { recursive: true });
      const away = join(folder, target);
      await symlink(isAbsolute ? away : join(...place.split('/').map(() => '..'), target), link);
      const fetch: Fetch = (request) => server.fetch(request);
      process.chdir(join(folder, 'repository', start));
      const inner = args.map((arg) => arg.replace('repository/', up));
      const { code, stderr } = await trickle(inner, { fetch });
      expect(await readdir(join(folder, 'src'))).toEqual(['victim.txt']);
      expect(await readFile(join(folder, 'src/victim.txt'), 'utf8')).toBe('precious');
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      if (args[1] === 'repository/trickle')
        expect([code, stderr]).toEqual([2, expect.stringContaining(' is a link. ')]);
    },
  );
});
