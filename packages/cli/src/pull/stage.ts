import { constants, type FileHandle, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeText } from '../files/write-text.ts';
import { cannot, list, readJson, WORK } from './folder.ts';

/** Windows has no such links, and no such flag. */
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

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
  readonly #mode: number;
  readonly #names: string[] = [];

  /** @param mode The mode of all files. */
  constructor(folder: string, mode: number) {
    this.#folder = folder;
    this.#work = join(folder, WORK);
    this.#mode = mode;
  }

  /** Completes what a crash has interrupted. */
  static async recover(folder: string): Promise<void> {
    const stage = new Stage(folder, 0o666);
    const complete = await readJson(join(stage.#work, 'complete'));
    if (Array.isArray(complete?.names) && complete.names.every(isName)) await stage.#place(complete.names);
    else await rm(join(stage.#work, 'new'), { recursive: true, force: true });
  }

  /** Adds a file, which is written in parts. */
  async add(name: string, write: (file: FileHandle) => Promise<unknown>): Promise<void> {
    const path = join(this.#work, 'new', name);
    await mkdir(dirname(path), { recursive: true }).catch(cannot('write', path));
    const file = await open(path, NEW, this.#mode).catch(cannot('write', path));
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    this.#names.push(name);
  }

  /** Adds a text. */
  async addText(name: string, text: string): Promise<void> {
    await this.add(name, (file) => file.writeFile(text));
  }

  /** Puts all files into their places, and removes those that the copy no longer has. */
  async commit(): Promise<void> {
    await writeText(join(this.#work, 'complete'), JSON.stringify({ names: this.#names }));
    await this.#place(this.#names);
  }

  async #place(names: readonly string[]): Promise<void> {
    await mkdir(join(this.#folder, 'bodies'), { recursive: true }).catch(cannot('write', this.#folder));
    const left = new Set(await list(join(this.#work, 'new')));
    const bodies = new Set(await list(join(this.#work, 'new', 'bodies')));
    for (const name of names) {
      const isLeft = name.startsWith('bodies/') ? bodies.has(name.slice('bodies/'.length)) : left.has(name);
      if (isLeft)
        await rename(join(this.#work, 'new', name), join(this.#folder, name)).catch(cannot('write', name));
    }
    const others = (await list(join(this.#folder, 'bodies'))).map((name) => `bodies/${name}`);
    for (const name of [...others, 'subscribers.ndjson']) {
      if (!names.includes(name)) await rm(join(this.#folder, name), { force: true });
    }
    await rm(this.#work, { recursive: true, force: true });
  }
}

/** Removes what an interrupted pull has left. */
export const startOver = (folder: string): Promise<void> =>
  rm(join(folder, WORK), { recursive: true, force: true });

/** Removes the empty folders of a pull that has kept nothing. */
export async function removeIfEmpty(folder: string, isNew: boolean): Promise<void> {
  for (const path of [join(folder, WORK, 'new'), join(folder, WORK), ...(isNew ? [folder] : [])]) {
    await rmdir(path).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')) throw error;
    });
  }
}
