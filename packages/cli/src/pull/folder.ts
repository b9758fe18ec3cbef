import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileError } from '../files/file-error.ts';
import { FileLock } from '../files/file-lock.ts';
import { Replacement } from '../files/replacement.ts';
import { isObject, tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Copy, Report } from './copy.ts';
import type { Json } from './parts.ts';

/**
 * Reads the copy in a folder; undefined if the folder is empty or does not exist.
 *
 * @throws {@link UsageError} if it contains something else.
 */
export async function readCopy(folder: string): Promise<Copy | undefined> {
  const names = await list(folder);
  if (names.length === 0) return undefined;
  const report = await readJson(join(folder, 'pull.json'));
  if (report === undefined && names.every((name) => name === 'additions.json')) return undefined;
  if (report?.version !== 1 || !Array.isArray(report.parts) || typeof report.account !== 'string') {
    throw new UsageError(`${folder} is not empty and has no copy of an account. Choose another folder.`);
  }
  const account = await readJson(join(folder, 'account.json'));
  if (account === undefined) {
    throw new UsageError(
      `${join(folder, 'account.json')} is missing or not valid. Delete ${folder}, and pull again.`,
    );
  }
  const bodies = new Map<string, string>();
  for (const name of await list(join(folder, 'bodies'))) {
    bodies.set(
      `bodies/${name}`,
      await readFile(join(folder, 'bodies', name), 'utf8').catch(cannot('read', folder)),
    );
  }
  return { account, bodies, report: report as unknown as Report }; // written by this command
}

/** Locks a folder against a second pull, and makes the folder that it is in. */
export async function lockFolder(folder: string): Promise<FileLock> {
  await mkdir(dirname(resolve(folder)), { recursive: true }).catch(cannot('write', folder));
  return await FileLock.of(folder);
}

/** Writes the files of a copy, and removes bodies that are gone. A failure leaves the folder as it was. */
export async function writeCopy(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(join(folder, 'bodies'), { recursive: true }).catch(cannot('write', folder));
  const replacements: Replacement[] = [];
  try {
    for (const [name, text] of files) {
      const replacement = await Replacement.of(join(folder, name));
      replacements.push(replacement);
      await replacement.write(text);
    }
  } catch (error) {
    for (const replacement of replacements) await replacement.discard();
    return cannot('write', folder)(error as NodeJS.ErrnoException); // of the file system
  }
  // Everything is on the disk; what follows only renames.
  for (const replacement of replacements) await replacement.commit().catch(cannot('write', folder));
  for (const name of await list(join(folder, 'bodies'))) {
    if (!files.has(`bodies/${name}`)) await rm(join(folder, 'bodies', name)).catch(cannot('remove', folder));
  }
}

/** Replaces one file. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true }).catch(cannot('write', path));
  const replacement = await Replacement.of(path).catch(cannot('write', path));
  try {
    await replacement.write(text);
    await replacement.commit();
  } catch (error) {
    await replacement.discard();
    cannot('write', path)(error as NodeJS.ErrnoException); // of the file system
  }
}

/** Reads an object from a file; undefined if there is none or it is not JSON. */
export async function readJson(path: string): Promise<Json | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : cannot('read', path)(error),
  );
  const value = text === undefined ? undefined : tryParseJson(text);
  return isObject(value) ? value : undefined;
}

const list = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : cannot('read', folder)(error),
  );

const cannot =
  (what: 'read' | 'write' | 'remove', path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new FileError(what, path, error);
  };
