import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../terminal/exit-signal.ts';
import { FileError } from './file-error.ts';

/**
 * Throws if a path below the current folder leads through a link, or if a folder has a link in it. Repositories can contain
 * such links, so a pull request could choose what a command overwrites.
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

/** The path, after the folders between the current one and it. Links above the current folder belong to the machine. */
function placesOf(path: string): string[] {
  const whole = resolve(path);
  const inner = relative('.', whole);
  if (inner === '' || isAbsolute(inner) || inner.split(sep)[0] === '..') return [whole];
  const parts = inner.split(sep);
  return parts.map((_, i) => resolve(...parts.slice(0, i + 1)));
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
