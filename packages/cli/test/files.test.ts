// @thorough: many processes
import { execFile } from 'node:child_process';
import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Replacement } from '@trickle/design/replacement';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { bin, subscribersCsv, temporaryFile, temporaryFolder, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

const run = promisify(execFile);

const content = `${subscribersCsv(3)}nobody,x\n`;

/** Other names of the same file. */
const spellings: readonly [string, (file: string) => Promise<string>][] = [
  ['its own name', async (file) => file],
  ['a relative path', async (file) => relative(process.cwd(), file)],
  ['a path with dots', async (file) => `${dirname(file)}/./${basename(file)}`],
  [
    'a symbolic link',
    async (file) => {
      await symlink(file, `${file}.link`);
      return `${file}.link`;
    },
  ],
  [
    'a link through another folder',
    async (file) => {
      await symlink(dirname(file), `${dirname(file)}/folder`);
      return `${dirname(file)}/folder/${basename(file)}`;
    },
  ],
  [
    'a hard link',
    async (file) => {
      await link(file, `${file}.hard`);
      return `${file}.hard`;
    },
  ],
];

test.each(spellings)('an import never writes to its input, named by %s', async (_, spell) => {
  const fetch = () => expect.unreachable('Nothing may be sent.');
  for (const option of ['--errors', '--checkpoint']) {
    for (const more of [[], ['--dry-run'], ['--restart']]) {
      const file = await temporaryFile('subscribers.csv', content);
      const other = await spell(file);
      const { code, stderr } = await trickle(['import', file, option, other, ...more], { fetch });
      expect(stderr).toContain(`${option} (${other}) and the input (${file}) are the same file.`);
      expect(code).toBe(2);
      expect(await readFile(file, 'utf8')).toBe(content);
    }
  }
});

test.each(spellings)('the errors and the checkpoint are different files, also by %s', async (_, spell) => {
  const file = await temporaryFile('subscribers.csv', content);
  const errors = await temporaryFile('errors.csv', '');
  const checkpoint = await spell(errors);
  const { code, stderr } = await trickle(['import', file, '--errors', errors, '--checkpoint', checkpoint]);
  expect(stderr).toContain('are the same file');
  expect(code).toBe(2);
});

test('the same is true of files that do not exist yet, and of standard input', async () => {
  const file = await temporaryFile('subscribers.csv', content);
  const [errors, link] = [`${file}.new`, `${file}.new-link`];
  await symlink(basename(errors), link);
  const { stderr } = await trickle(['import', file, '--errors', errors, '--checkpoint', link]);
  expect(stderr).toContain('are the same file');
  const script = '"$0" "$1" import - --dry-run --errors "$2" < "$2"; echo "$?"';
  const ended = await run('/bin/sh', ['-c', script, process.execPath, bin, file]);
  expect(ended.stderr).toContain('are the same file');
  expect(ended.stdout).toBe('2\n');
  expect(await readFile(file, 'utf8')).toBe(content);
});

test.each([true, false])(
  'a file that is not a checkpoint is not replaced, through a link: %s',
  async (isLink) => {
    const { fetch } = await sandbox();
    const file = await temporaryFile('subscribers.csv', content);
    const notes = await temporaryFile('notes.txt', 'precious');
    if (isLink) await symlink(notes, `${file}.checkpoint`);
    const args = isLink ? [] : ['--checkpoint', notes];
    for (const more of [[], ['--restart']]) {
      const { code, stderr } = await trickle(['import', file, ...args, ...more], { fetch });
      expect(stderr).toContain('is not the checkpoint of an import');
      expect(code).toBe(2);
    }
    expect(await readFile(notes, 'utf8')).toBe('precious');
  },
);

test('a default error report that is a broken link is not followed', async () => {
  const folder = await temporaryFolder();
  const file = await temporaryFile('subscribers.csv', content);
  await symlink(join(folder, 'foreign'), file.replace('.csv', '.errors.csv'));
  await trickle(['import', file], { ...(await sandbox()) });
  expect(await readdir(folder)).toEqual([]);
  expect(await readFile(file.replace('.csv', '.errors-2.csv'), 'utf8')).toContain('nobody');
});

test('the temporary file of a replacement has a new name each time, and links are not followed', async () => {
  const folder = await temporaryFolder();
  const target = join(folder, 'out');
  const names = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const replacement = await Replacement.of(target);
    for (const name of await readdir(folder)) if (name.endsWith('.part')) names.add(name);
    await replacement.discard();
  }
  expect(names.size).toBe(3);
  // Predictable names, as in earlier versions.
  const victim = await temporaryFile('victim', 'precious');
  for (const name of [`${target}.new`, `${target}.part-${process.pid}`]) await symlink(victim, name);
  const replacement = await Replacement.of(target);
  await replacement.write('content');
  await replacement.commit();
  expect(await readFile(victim, 'utf8')).toBe('precious');
  expect(await readFile(target, 'utf8')).toBe('content');
});

const tags: Fetch = async () =>
  Response.json({ tags: ['vip'], meta: { page: 1, count: 1, total_pages: 1, total_count: 1 } });
const exported = 'tag\nvip\n';

test('an export keeps links, other names and modes of the file that it replaces', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'tags.csv');
  await writeFile(file, 'before');
  await chmod(file, 0o640);
  await symlink('tags.csv', join(folder, 'link'));
  await link(file, join(folder, 'other-name'));
  const before = await stat(file);
  expect(await trickle(['export', 'tags', '-o', join(folder, 'link')], { fetch: tags })).toMatchObject({
    code: 0,
  });
  for (const name of ['tags.csv', 'link', 'other-name']) {
    expect(await readFile(join(folder, name), 'utf8')).toBe(exported);
  }
  const after = await stat(file);
  expect([after.mode, after.nlink, after.ino]).toEqual([before.mode, 2, before.ino]);
  expect((await readdir(folder)).toSorted()).toEqual(['link', 'other-name', 'tags.csv']);
});

test('an export through a link to a new file creates that file', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await symlink('data/tags.csv', join(folder, 'link'));
  await trickle(['export', 'tags', '-o', join(folder, 'link')], { fetch: tags });
  expect(await readFile(join(folder, 'data/tags.csv'), 'utf8')).toBe(exported);
  expect(await readdir(folder)).toEqual(['data', 'link']);
});

test('an export to a pipe is written into the pipe', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  await run('mkfifo', [pipe]);
  const reading = run('cat', [pipe]);
  await trickle(['export', 'tags', '-o', pipe], { fetch: tags });
  expect((await reading).stdout).toBe(exported);
  expect((await stat(pipe)).isFIFO()).toBe(true);
});

test('an export to a device leaves the device there', async () => {
  expect(await trickle(['export', 'tags', '-o', '/dev/null'], { fetch: tags })).toMatchObject({ code: 0 });
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
});

test('an export to a directory is refused', async () => {
  const { code, stderr } = await trickle(['export', 'tags', '-o', await temporaryFolder()], { fetch: tags });
  expect(stderr).toMatch(/--output: cannot write .*: illegal operation on a directory/);
  expect(code).toBe(2);
});

test('an import from a pipe reads it once, and says that it cannot be resumed', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  await run('mkfifo', [pipe]);
  const writing = run('/bin/sh', ['-c', 'printf "email\\na@x.io\\n" > "$0"', pipe]);
  const { code, stderr } = await trickle(['import', pipe, '--format', 'csv'], { ...(await sandbox()) });
  await writing;
  expect(stderr).toContain('Imported 1 record.');
  expect(code).toBe(0);
});

test('a full disk ends an import with one line that names the file', async () => {
  const file = await temporaryFile('subscribers.csv', content);
  const { code, stderr } = await trickle(['import', file, '--errors', '/dev/full'], {
    ...(await sandbox()),
  });
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/cannot write \/dev\/full: no space left on device$/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});

test('only an error report is continued', async () => {
  const file = await temporaryFile('subscribers.csv', content);
  const errors = await temporaryFile('notes.csv', 'my,notes\n1,2\n');
  const { fetch } = await sandbox();
  // The first run stops at its first request.
  const stopping: Fetch = (request) =>
    request.url.endsWith('/batches') ? Response.json({}, { status: 401 }) : fetch(request);
  await trickle(['import', file, '--errors', errors], { fetch: stopping });
  await writeFile(errors, 'my,notes\n1,2\n');
  const { code, stderr } = await trickle(['import', file, '--errors', errors], { fetch });
  expect(stderr).toContain(`${errors} is not the error report of this import. Start over with --restart.`);
  expect(code).toBe(2);
  expect(await readFile(errors, 'utf8')).toBe('my,notes\n1,2\n');
});
