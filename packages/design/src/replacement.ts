import { randomBytes } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';

/** Creates a new file. Fails if the path exists, even as a link. */
export const openNew = (path: string, mode?: number): Promise<FileHandle> =>
  // Windows has no such links, and no such flag.
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), mode);

/** The file to replace. All members but its path are missing if it does not exist. */
interface Target {
  readonly path: string;
  readonly mode?: number;
  readonly owner?: readonly [uid: number, gid: number];
  /** Whether the file has other hard links. */
  readonly isShared?: boolean;
}

/**
 * New content for a file, written to a temporary file beside it that replaces it atomically. The file keeps its links, its
 * other names, its mode and its owner.
 */
export class Replacement {
  readonly #target: Target;
  readonly #part: string;
  readonly #file: FileHandle;

  private constructor(target: Target, part: string, file: FileHandle) {
    this.#target = target;
    this.#part = part;
    this.#file = file;
  }

  /** Starts a replacement. The name of the temporary file cannot be guessed. A file that is new has `mode` from the start. */
  static async of(path: string, mode?: number): Promise<Replacement> {
    const target = await targetOf(path);
    const part = `${target.path}.${randomBytes(9).toString('base64url')}.part`;
    return new Replacement(target, part, await openNew(part, mode ?? target.mode));
  }

  async write(text: string): Promise<void> {
    await this.#file.writeFile(text);
  }

  /** Replaces the file, which gets `mode` if it is given. It has the old or the new content, even after a power failure. */
  async commit(mode = this.#target.mode): Promise<void> {
    const { path, owner, isShared } = this.#target;
    if (owner && process.getuid?.() === 0) await this.#file.chown(...owner);
    if (mode !== undefined) await this.#file.chmod(mode);
    await this.#file.sync();
    await this.#file.close();
    if (!isShared) return await rename(this.#part, path);
    // The other names of the file keep seeing its content.
    await copyFile(this.#part, path);
    await rm(this.#part);
  }

  /** Removes the temporary file. */
  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#part, { force: true });
  }
}

async function targetOf(path: string): Promise<Target> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (real === undefined) return { path };
  const { mode, uid, gid, nlink } = await stat(real);
  return { path: real, mode: mode & 0o777, owner: [uid, gid], isShared: nlink > 1 };
}

/** Replaces the content of a file, or creates the file with `mode`. */
export async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  const replacement = await Replacement.of(path, mode);
  try {
    await replacement.write(text);
    await replacement.commit();
  } catch (error) {
    await replacement.discard();
    throw error;
  }
}
