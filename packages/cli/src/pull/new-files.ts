import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openNew } from '@trickle/design/replacement';
import { failing } from '../files/file-error.ts';
import { list, WORK } from './folder.ts';

/**
 * New files for a folder. They are written to a hidden subfolder, and take their places when all of them are on the disk:
 * until then, any failure leaves the folder unchanged. The last phase only renames files. The file that refers to the
 * others comes last, so a server can load the folder even after a crash.
 */
export class NewFiles {
  readonly #folder: string;
  readonly #work: string;
  readonly #names: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#work = join(folder, WORK);
  }

  /** The folder of the new files, until they take their places. */
  get folder(): string {
    return join(this.#work, 'new');
  }

  async add(name: string, text: string): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true }).catch(failing('write', path));
    const file = await openNew(path).catch(failing('write', path));
    try {
      await file.writeFile(text).catch(failing('write', path));
      await file.sync();
    } finally {
      await file.close();
    }
    this.#names.push(name);
  }

  /** Puts all files into their places, and removes those that the copy no longer has. */
  async commit(): Promise<void> {
    const bodies = join(this.#folder, 'bodies');
    await mkdir(bodies, { recursive: true }).catch(failing('write', this.#folder));
    for (const name of this.#names) {
      await rename(join(this.folder, name), join(this.#folder, name)).catch(failing('write', name));
    }
    const others = (await list(bodies)).map((name) => `bodies/${name}`);
    for (const name of [...others, 'subscribers.ndjson']) {
      if (!this.#names.includes(name)) await rm(join(this.#folder, name), { force: true });
    }
    await this.discard();
  }

  /** Removes the files that are not in their places yet. */
  async discard(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
  }
}

/** Removes a folder that a failed pull has made. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')) throw error;
  });
}
