import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../terminal/exit-signal.ts';
import { FileError } from './file-error.ts';

/**
 * Throws if a path leads through a link, from the current folder or the one to which it climbs, or if a folder has a link in
 * it. Repositories can contain such links, so a pull request could choose what a command overwrites.
 *
 * @throws {@link UsageError} naming the link.
 */
export async function assertNoLinks(path: string): Promise<void> {
  for (const place of placesOf(path)) {
    const stats = await lstat(place).catch(unlessAbsent(place));
    if (!stats) return;
    if (stats.isSymbolicLink()) throw isLink(place);
    if (place !== resolve(path) || !stats.isDirectory()) continue;
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(unlessAbsent(place));
    const link = entries?.find((entry) => entry.isSymbolicLink());
    if (link) throw isLink(join(link.parentPath, link.name));
  }
}

/** The path, after the folders that lead down to it. */
function placesOf(path: string): string[] {
  const start = startOf(path);
  const inner = relative(start, path);
  if (inner === '' || !isInner(start, path)) return [resolve(path)];
  const parts = inner.split(sep);
  return parts.map((_, i) => resolve(start, ...parts.slice(0, i + 1)));
}

/**
 * The folder from which a path leads down: the current one, or the one to which its `..` climb, which belongs to the same
 * repository. Links above it, and those of a path from the root, belong to the machine.
 */
export function startOf(path: string): string {
  if (isAbsolute(path)) return resolve('.');
  const parts = relative('.', path).split(sep);
  return resolve(...parts.slice(0, parts.lastIndexOf('..') + 1));
}

/** Whether a path is in a folder. */
export function isInner(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

const isLink = (place: string) =>
  new UsageError(
    `${relative('.', place) || place} is a link. Nothing is written through links, since a repository could lead elsewhere by them: remove it, or choose another path.`,
  );

const unlessAbsent =
  (path: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== 'ENOENT') throw new FileError('read', path, error);
  };
