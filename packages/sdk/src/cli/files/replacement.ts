import { randomBytes } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Creates a file that must be new: neither an existing file nor a link that somebody has put there is written to. */
export const openNew = (path: string): Promise<FileHandle> =>
  // Windows has no such links, and no such flag.
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0));

/** New content for a file, written beside it, which takes its place in one step. */
export class Replacement {
  readonly #path: string;
  readonly #part: string;
  readonly #file: FileHandle;

  private constructor(path: string, part: string, file: FileHandle) {
    this.#path = path;
    this.#part = part;
    this.#file = file;
  }

  /** Begins a replacement. Nobody can guess the name of its temporary file. */
  static async of(path: string): Promise<Replacement> {
    const part = `${path}.${randomBytes(9).toString('base64url')}.part`;
    return new Replacement(path, part, await openNew(part));
  }

  async write(text: string): Promise<void> {
    await this.#file.writeFile(text);
  }

  /** Puts the new content in place: the file has the old content or the new, even after a power failure. */
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
