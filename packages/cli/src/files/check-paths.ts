import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../terminal/exit-signal.ts';

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
