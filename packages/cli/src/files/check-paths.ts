import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../terminal/exit-signal.ts';
import { unlessAbsent } from './file-error.ts';

/** A file that a command uses, with its name in messages: `--errors`, `the input`. */
export interface NamedFile {
  readonly role: string;
  readonly path: string;
}

/**
 * Throws if a command would overwrite another file that it uses, even through links, another path or standard input.
 *
 * @throws {@link UsageError} naming both.
 */
export async function assertDistinct(files: readonly NamedFile[]): Promise<void> {
  const seen = new Map<string, NamedFile>();
  for (const file of files) {
    const identity = await identityOf(file.path);
    if (identity === undefined) continue;
    const other = seen.get(identity);
    if (other) {
      throw new UsageError(
        `${file.role} (${file.path}) and ${other.role} (${other.path}) are the same file. Choose another file for ${file.role}.`,
      );
    }
    seen.set(identity, file);
  }
}

/** Device and inode; for a file that does not exist yet, where it would be. Undefined for a device. */
async function identityOf(path: string): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats) return stats.isCharacterDevice() ? undefined : `${stats.dev}:${stats.ino}`;
  const link = await readlink(path).catch(() => undefined);
  const target = link === undefined ? path : resolve(dirname(path), link);
  const folder = await realpath(dirname(target)).catch(() => resolve(dirname(target)));
  return join(folder, basename(target));
}

/**
 * Throws if a path passes through a link below its starting folder, or if a folder contains a link. Repositories can
 * contain such links, so a pull request could choose what a command overwrites.
 *
 * @throws {@link UsageError} naming the link.
 */
export async function assertNoLinks(path: string): Promise<void> {
  for (const place of placesOf(path)) {
    const stats = await lstat(place).catch(unlessAbsent('read', place));
    if (!stats) return;
    if (stats.isSymbolicLink()) throw isLink(place);
    if (place !== resolve(path) || !stats.isDirectory()) continue;
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(
      unlessAbsent('read', place),
    );
    const link = entries?.find((entry) => entry.isSymbolicLink());
    if (link) throw isLink(join(link.parentPath, link.name));
  }
}

function placesOf(path: string): string[] {
  const start = startOf(path);
  const inner = relative(start, path);
  if (inner === '' || !isInner(start, path)) return [resolve(path)];
  const parts = inner.split(sep);
  return parts.map((_, i) => resolve(start, ...parts.slice(0, i + 1)));
}

/**
 * The starting folder of a path: the current one, or the one that its leading `..` reach, which belongs to the same
 * repository. Links above it, and links in absolute paths, belong to the machine.
 */
function startOf(path: string): string {
  if (isAbsolute(path)) return resolve('.');
  const parts = relative('.', path).split(sep);
  return resolve(...parts.slice(0, parts.lastIndexOf('..') + 1));
}

function isInner(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

/**
 * Throws if a path leaves the folder from which it leads down by a link, also by one to a file that does not exist yet.
 *
 * @throws {@link UsageError} naming the option and the place.
 */
export async function assertStaysInside(path: string, option: string): Promise<void> {
  const start = startOf(path);
  if (!isInner(start, path)) return;
  const real = await targetOf(path);
  if (isInner(await realpath(start), real)) return;
  throw new UsageError(`${option}: ${path} leads to ${real} by a link. Name that path to write there.`);
}

/** The most links that lead to another link, as on Linux. */
const MAX_LINKS = 40;

/** The place where a path would be written, with or without a file there. */
async function targetOf(path: string, links = 0): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  const link = links < MAX_LINKS ? await readlink(path).catch(() => undefined) : undefined;
  return link === undefined ? join(folder, basename(path)) : await targetOf(resolve(folder, link), links + 1);
}

const isLink = (place: string) =>
  new UsageError(
    `${relative('.', place) || place} is a link. Nothing is written through links, since a repository could contain links to other places: remove it, or choose another path.`,
  );

/**
 * Whether a path is a file that must not be replaced or truncated: a device, a pipe, or a stream of this process such
 * as `/dev/stdout`, which may be a regular file that other processes write to.
 */
export async function isSpecial(path: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(resolve(path))) return true;
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return stats !== undefined && !stats.isFile();
}
