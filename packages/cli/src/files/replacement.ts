import { randomBytes } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Creates a new file. Fails if the path exists, even as a link. */
export const openNew = (path: string, mode?: number): Promise<FileHandle> =>
  // Windows has no such links, and no such flag.
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), mode);

/** New content for a file, written to a temporary file that replaces it atomically. */
export class Replacement {
  readonly #path: string;
  readonly #part: string;
  readonly #file: FileHandle;

  private constructor(path: string, part: string, file: FileHandle) {
    this.#path = path;
    this.#part = part;
    this.#file = file;
  }

  /** Starts a replacement. The name of the temporary file cannot be guessed. It has `mode` from the start. */
  static async of(path: string, mode?: number): Promise<Replacement> {
    const part = `${path}.${randomBytes(9).toString('base64url')}.part`;
    return new Replacement(path, part, await openNew(part, mode));
  }

  async write(text: string): Promise<void> {
    await this.#file.writeFile(text);
  }

  /** Replaces the file. It has the old or the new content, even after a power failure. */
  async commit({
    mode,
    isShared,
  }: {
    readonly mode?: number;
    readonly isShared?: boolean;
  } = {}): Promise<void> {
    if (mode !== undefined) await this.#file.chmod(mode);
    await this.#file.sync();
    await this.#file.close();
    if (!isShared) return await rename(this.#part, this.#path);
    // The other names of the file keep seeing its content.
    await copyFile(this.#part, this.#path);
    await rm(this.#part);
  }

  /** Removes the temporary file. */
  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#part, { force: true });
  }
}
