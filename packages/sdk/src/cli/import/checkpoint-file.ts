import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Checkpoint, CheckpointStore } from '@trickle/sdk';
import { UsageError } from '../terminal/endings.ts';

/** What tells one import from another: everything that decides what the records are and where they go. */
export interface ImportIdentity {
  /** The file's bytes, as SHA-256. */
  readonly content: string;
  /** What the options make of it, as JSON. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How far an import is, as its file beside the input holds it. */
interface SavedImport extends ImportIdentity {
  readonly version: 1;
  /** The error report of this import. */
  readonly report: string;
  readonly checkpoint: Checkpoint | undefined;
}

/** The checkpoint of an import in a file, which is replaced in one step, so that it is whole at any time. */
export class CheckpointFile implements CheckpointStore {
  readonly path: string;
  /** The error report of this import, chosen by the first run. */
  report = '';
  readonly #identity: ImportIdentity;
  readonly #beforeSaving: () => Promise<void>;
  #checkpoint: Checkpoint | undefined;

  /** `beforeSaving` makes durable what must not fall behind the checkpoint. */
  constructor(path: string, identity: ImportIdentity, beforeSaving: () => Promise<void>) {
    this.path = path;
    this.#identity = identity;
    this.#beforeSaving = beforeSaving;
  }

  /**
   * Takes up what an earlier run saved. Gives whether there was anything.
   *
   * @throws {@link UsageError} when that was about another file, or other records of it.
   */
  async resume(file: string): Promise<boolean> {
    const saved = await readSaved(this.path);
    if (!saved) return false;
    this.#refuseOther(saved, file);
    this.report = saved.report;
    this.#checkpoint = saved.checkpoint;
    return true;
  }

  /** Notes that this import has begun. */
  async begin(): Promise<void> {
    await this.#replace();
  }

  async load(): Promise<Checkpoint | undefined> {
    return this.#checkpoint;
  }

  async save(checkpoint: Checkpoint): Promise<void> {
    await this.#beforeSaving();
    this.#checkpoint = checkpoint;
    await this.#replace();
  }

  /** Forgets everything. */
  async delete(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async #replace(): Promise<void> {
    const [checkpoint, report] = [this.#checkpoint, this.report];
    const saved: SavedImport = { version: 1, ...this.#identity, report, checkpoint };
    await replaceFile(this.path, `${JSON.stringify(saved)}\n`);
  }

  #refuseOther(saved: SavedImport, file: string): void {
    const advice = `Begin anew with --restart, or delete ${this.path}.`;
    if (saved.content !== this.#identity.content) {
      throw new UsageError(`${file} has changed since its import was stopped, so it cannot go on. ${advice}`);
    }
    const { settings } = this.#identity;
    const names = new Set([...Object.keys(settings), ...Object.keys(saved.settings)]);
    const other = [...names].filter(
      (name) => JSON.stringify(settings[name]) !== JSON.stringify(saved.settings[name]),
    );
    if (other.length === 0) return;
    throw new UsageError(
      `The import of ${file} that was stopped had another ${other.join(' and ')}. ${advice}`,
    );
  }
}

/** Replaces a file in one step: it has the old content or the new, even when the power goes. */
async function replaceFile(path: string, content: string): Promise<void> {
  {
    await using file = await open(`${path}.new`, 'w');
    await file.writeFile(content);
    await file.sync();
  }
  await rename(`${path}.new`, path);
}

/** What stands for the content of a file. */
export async function contentOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

async function readSaved(path: string): Promise<SavedImport | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const broken = new UsageError(
    `${path} is no checkpoint of an import. Name another with --checkpoint, or delete it.`,
  );
  let saved: Partial<SavedImport>;
  try {
    saved = JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? broken : error;
  }
  if (saved?.version !== 1 || !saved.settings || typeof saved.report !== 'string') throw broken;
  return saved as SavedImport;
}
