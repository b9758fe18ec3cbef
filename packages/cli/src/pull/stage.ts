import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openNew } from '@trickle/design/replacement';
import { writeText } from '../files/write-text.ts';
import { cannot, list, readJson, WORK } from './folder.ts';

/** Whether a value names a file of a copy. A committed folder can list others. */
const isName = (name: unknown): name is string =>
  typeof name === 'string' && /^(?:bodies\/)?[^/\\]+$/.test(name) && !name.includes('..');

/**
 * New files for a folder. They are written beside it, in a hidden folder of it, and take their places when all of them are
 * on the disk: until then, any failure leaves the folder as it was. What follows only renames files, and a list says which,
 * so that the next pull completes it even after a crash.
 */
export class Stage {
  readonly #folder: string;
  readonly #work: string;
  readonly #names: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#work = join(folder, WORK);
  }

  /** The folder of the new files, until they take their places. */
  get files(): string {
    return join(this.#work, 'new');
  }

  /** Completes what a crash has interrupted. */
  static async recover(folder: string): Promise<void> {
    const stage = new Stage(folder);
    const complete = await readJson(join(stage.#work, 'complete'));
    if (Array.isArray(complete?.names) && complete.names.every(isName)) await stage.#place(complete.names);
    else await stage.discard();
  }

  /** Adds a file. */
  async add(name: string, text: string): Promise<void> {
    const path = join(this.files, name);
    await mkdir(dirname(path), { recursive: true }).catch(cannot('write', path));
    const file = await openNew(path).catch(cannot('write', path));
    try {
      await file.writeFile(text).catch(cannot('write', path));
      await file.sync();
    } finally {
      await file.close();
    }
    this.#names.push(name);
  }

  /** Puts all files into their places, and removes those that the copy no longer has. */
  async commit(): Promise<void> {
    await writeText(join(this.#work, 'complete'), JSON.stringify({ names: this.#names }));
    await this.#place(this.#names);
  }

  /** Removes the files that have not taken their places. */
  async discard(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
  }

  async #place(names: readonly string[]): Promise<void> {
    await mkdir(join(this.#folder, 'bodies'), { recursive: true }).catch(cannot('write', this.#folder));
    const left = new Set(await list(this.files));
    const bodies = new Set(await list(join(this.files, 'bodies')));
    for (const name of names) {
      const isLeft = name.startsWith('bodies/') ? bodies.has(name.slice('bodies/'.length)) : left.has(name);
      if (isLeft) await rename(join(this.files, name), join(this.#folder, name)).catch(cannot('write', name));
    }
    const others = (await list(join(this.#folder, 'bodies'))).map((name) => `bodies/${name}`);
    for (const name of [...others, 'subscribers.ndjson']) {
      if (!names.includes(name)) await rm(join(this.#folder, name), { force: true });
    }
    await this.discard();
  }
}

/** Removes a folder that a failed pull has made. */
export async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')) throw error;
  });
}
