import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trickle } from './command.ts';

/*
 * Folders that others can commit contain links. A command that writes into such a folder must not write, empty or remove
 * anything elsewhere.
 */

/** The commands that write into a folder of a repository, with a path of it. */
const commands: Readonly<Record<string, readonly string[]>> = {
  pull: ['pull', 'repository/trickle'],
  'pull, a folder below': ['pull', 'repository/trickle/copy'],
  types: ['types', 'repository/trickle/account.ts'],
  'compare --record': ['compare', '--record', 'repository/trickle', '--only', 'tags.list'],
  export: ['export', 'subscribers', '--output', 'repository/trickle/people.csv'],
};

/** Where a repository can have a link, with what it leads to outside. */
const links: Readonly<Record<string, string>> = {
  trickle: 'src',
  'trickle/bodies': 'src',
  'trickle/.pull': 'src',
  'trickle/.pull/complete': 'src/victim.txt',
  'trickle/.pull/new': 'src',
  'trickle/account.json': 'src/victim.txt',
  'trickle/account.ts': 'src/victim.txt',
  'trickle/tags.json': 'src/victim.txt',
  'trickle/people.csv': 'src/victim.txt',
};

/** The folders of the repository in which a command is run, with the way from there to its root. */
const starts: Readonly<Record<string, string>> = { '.': '', 'packages/app': '../../' };

let folder: string;
let before: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trickle-links-'));
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'repository/packages/app'), { recursive: true });
  await writeFile(join(folder, 'src/victim.txt'), 'precious');
  before = process.cwd();
  process.chdir(folder);
});

afterEach(async () => {
  process.chdir(before);
  await rm(folder, { recursive: true });
});

describe.each(Object.entries(commands))('%s', (_, args) => {
  test.each(
    Object.entries(links).flatMap(([place, target]) =>
      Object.entries(starts).flatMap(([start, up]) =>
        [false, true].map((isAbsolute) => ({ place, target, start, up, isAbsolute })),
      ),
    ),
  )(
    'touches nothing behind $place -> $target, absolute: $isAbsolute, run in $start',
    async ({ place, target, start, up, isAbsolute }) => {
      const link = join(folder, 'repository', place);
      await mkdir(join(link, '..'), { recursive: true });
      const away = join(folder, target);
      await symlink(isAbsolute ? away : join(...place.split('/').map(() => '..'), target), link);
      await using server = await createServer({ limits: false });
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

test.each([[[1, 2]], [['../../src/victim.txt']], [['bodies/../../src']], [[null]], [['a/b/c']]])(
  'a list of files to complete with %j is not followed',
  async (names) => {
    await mkdir(join(folder, 'repository/trickle/.pull/new'), { recursive: true });
    await writeFile(join(folder, 'repository/trickle/.pull/complete'), JSON.stringify({ names }));
    await using server = await createServer({ limits: false });
    process.chdir(join(folder, 'repository'));
    const { code } = await trickle(['pull', 'trickle'], {
      fetch: (request) => server.fetch(request),
    });
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'src/victim.txt'), 'utf8')).toBe('precious');
  },
);
