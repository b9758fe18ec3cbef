import {
  chmod,
  chown,
  link,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Replacement, replaceFile } from './replacement.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trickle-replacement-'));
  file = join(folder, 'file');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a file that is replaced', () => {
  test('is complete for those who read it meanwhile', async () => {
    await writeFile(file, 'before');
    const reader = await open(file);
    const replacement = await Replacement.of(file);
    await replacement.write('after');
    expect(await readFile(file, 'utf8')).toBe('before');
    await replacement.commit();
    expect([await reader.readFile('utf8'), await readFile(file, 'utf8')]).toEqual(['before', 'after']);
    await reader.close();
    expect(await readdir(folder)).toEqual(['file']);
  });

  test.each([0o600, 0o640, 0o755])(
    'keeps its mode %o and its owner, whatever mode a new one would have',
    async (mode) => {
      await writeFile(file, 'before');
      await chmod(file, mode);
      if (process.getuid?.() === 0) await chown(file, 1234, 1235);
      const { uid, gid } = await stat(file);
      await replaceFile(file, 'after', 0o600);
      expect(await stat(file)).toMatchObject({ uid, gid });
      expect((await stat(file)).mode & 0o777).toBe(mode);
    },
  );

  test('keeps the links that lead to it, and its other names', async () => {
    await writeFile(file, 'before');
    await symlink('file', join(folder, 'link'));
    await replaceFile(join(folder, 'link'), 'after');
    await link(file, join(folder, 'name'));
    expect(await readFile(file, 'utf8')).toBe('after');
    await replaceFile(file, 'again');
    for (const name of ['file', 'link', 'name'])
      expect(await readFile(join(folder, name), 'utf8')).toBe('again');
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'link', 'name']);
  });

  test('stays as it was if the replacement is discarded', async () => {
    await writeFile(file, 'before');
    const replacement = await Replacement.of(file);
    await replacement.write('after');
    await replacement.discard();
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['before', ['file']]);
  });
});

test('a new file has the mode that it is made with', async () => {
  await replaceFile(file, 'new', 0o600);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
