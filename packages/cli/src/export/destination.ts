import { open, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { visible } from '@trickle/design/terminal';
import { FileError } from '../files/file-error.ts';
import { isInner, startOf } from '../files/no-links.ts';
import { Replacement } from '../files/replacement.ts';
import { isSpecial } from '../files/special-file.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The destination of an export. */
export interface Destination {
  write(text: string): Promise<void>;
  /** Completes the output. */
  finish(): Promise<void>;
  /** Discards the output after an error, if possible. */
  discard(): Promise<void>;
}

/**
 * Standard output, or a file. A regular file is replaced once the export is complete, and keeps its mode, its links
 * and its other names. Anything else, such as a pipe or a device, is written to as it is.
 */
export async function openDestination(path: string | undefined, terminal: Terminal): Promise<Destination> {
  if (path === undefined || path === '-') {
    return { write: (text) => terminal.writeData(text), finish: async () => {}, discard: async () => {} };
  }
  const fail = (error: NodeJS.ErrnoException): never => {
    throw new FileError('write', path, error);
  };
  const destination = await openTarget(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--output: ${new FileError('write', path, error).message}`, { cause: error });
  });
  return {
    write: (text) => destination.write(text).catch(fail),
    finish: () => destination.finish().catch(fail),
    discard: () => destination.discard(),
  };
}

async function openTarget(path: string): Promise<Destination> {
  const target = await targetOf(path);
  return await (target ? replacing(target) : writingThrough(path));
}

/** A regular file, or one that does not exist yet. */
interface Target {
  readonly path: string;
  readonly mode?: number;
  /** Whether the file has other hard links. */
  readonly isShared?: boolean;
}

/** The regular file at a path; undefined for anything else, or a broken link. */
async function targetOf(path: string): Promise<Target | undefined> {
  if (await isSpecial(path)) return undefined;
  await assertStaysInside(path);
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (real === undefined) return (await isLink(path)) ? undefined : { path };
  const { mode, nlink } = await stat(real);
  return { path: real, mode: mode & 0o777, isShared: nlink > 1 };
}

/** A path must not leave the folder from which it leads down by a link, which a repository can contain. */
async function assertStaysInside(path: string): Promise<void> {
  const start = startOf(path);
  const real = await realpath(path).catch(() => realpath(dirname(path)).catch(() => resolve(dirname(path))));
  if (!isInner(start, path) || isInner(await realpath(start), real)) return;
  throw new UsageError(`--output: ${path} leads to ${real} by a link. Name that path to write there.`);
}

const isLink = (path: string): Promise<boolean> =>
  readlink(path).then(
    () => true,
    () => false,
  );

async function replacing({ path, ...how }: Target): Promise<Destination> {
  const replacement = await Replacement.of(path);
  return {
    write: (text) => replacement.write(text),
    finish: () => replacement.commit(how),
    discard: () => replacement.discard(),
  };
}

async function writingThrough(path: string): Promise<Destination> {
  const file = await open(path, 'a');
  const isScreen = isatty(file.fd);
  return {
    write: (text) => file.writeFile(isScreen ? visible(text) : text),
    finish: () => file.close(),
    discard: () => file.close(),
  };
}
