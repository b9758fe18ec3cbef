import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '@trickle/design/replacement';
import type { Checkpoint, CheckpointStore } from '@trickle/sdk';
import { failing } from '../files/file-error.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Written } from './error-report.ts';
import type { ImportOptions } from './options.ts';
import type { Plan } from './plan.ts';

/** Everything that determines the records of an import and their destination. */
export interface ImportIdentity {
  /** The SHA-256 of the file. */
  readonly content: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface SavedImport extends ImportIdentity {
  readonly version: 1;
  readonly report: string;
  readonly written: Written | undefined;
  readonly checkpoint: Checkpoint | undefined;
}

/** Keeps the checkpoint of an import in a file that is replaced atomically. */
export class CheckpointFile implements CheckpointStore {
  readonly path: string;
  /** The error report of this import, chosen by the first run. */
  report = '';
  /** The state of the report at the checkpoint. */
  written: Written | undefined;
  readonly #identity: ImportIdentity;
  readonly #flush: () => Promise<Written | undefined>;
  #checkpoint: Checkpoint | undefined;

  /** `flush` makes the report durable; the checkpoint depends on it. */
  constructor(path: string, identity: ImportIdentity, flush: () => Promise<Written | undefined>) {
    this.path = path;
    this.#identity = identity;
    this.#flush = flush;
  }

  /**
   * Loads the checkpoint of an earlier run. Returns whether there was one.
   *
   * @throws {@link UsageError} if the file is not a checkpoint, or belongs to another import.
   */
  async resume(file: string): Promise<boolean> {
    const saved = await readSaved(this.path);
    if (!saved) return false;
    this.#requireSame(saved, file);
    this.report = saved.report;
    this.written = saved.written;
    this.#checkpoint = saved.checkpoint;
    return true;
  }

  /** Starts over. Replaces only a checkpoint. */
  async begin(): Promise<void> {
    await readSaved(this.path);
    await this.#replace();
  }

  async load(): Promise<Checkpoint | undefined> {
    return this.#checkpoint;
  }

  async save(checkpoint: Checkpoint): Promise<void> {
    this.written = await this.#flush();
    this.#checkpoint = checkpoint;
    await this.#replace();
  }

  async delete(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async #replace(): Promise<void> {
    const { report, written } = this;
    const checkpoint = this.#checkpoint;
    const saved: SavedImport = { version: 1, ...this.#identity, report, written, checkpoint };
    await replaceFile(this.path, `${JSON.stringify(saved)}\n`).catch(failing('write', this.path));
  }

  #requireSame(saved: SavedImport, file: string): void {
    if (saved.content !== this.#identity.content) {
      throw new UsageError(
        `${file} has changed since its import stopped, so it cannot be resumed. Start over with --restart.`,
      );
    }
    const { settings } = this.#identity;
    const names = new Set([...Object.keys(settings), ...Object.keys(saved.settings)]);
    const changed = [...names].filter(
      (name) => JSON.stringify(settings[name]) !== JSON.stringify(saved.settings[name]),
    );
    if (changed.length === 0) return;
    throw new UsageError(
      `The import of ${file} was started with a different ${changed.join(', ')}. Use the same options to resume it, ` +
        `or start over with --restart.`,
    );
  }
}

export async function contentOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** The settings that must not change when an import is resumed, by option. */
export function importIdentity(
  { encoding, format, delimiter, columns, constants, preset, statusFrom }: Plan,
  { as, map, unmapped, columns: names, where: conditions, ignoreConsent }: ImportOptions,
  where: { readonly baseUrl: string; readonly account: string },
): Readonly<Record<string, unknown>> {
  return {
    ...{ '--as': as, '--base-url': where.baseUrl, '--account': where.account },
    ...{ '--format': format, '--delimiter': delimiter },
    ...{ '--where': conditions, '--ignore-consent': ignoreConsent, '--from': preset?.title },
    '--status-from': statusFrom.length > 0 ? statusFrom : undefined,
    ...{ '--encoding': encoding, '--unmapped': unmapped, '--columns': names },
    '--map':
      format === 'csv' ? columns.map(({ column, to }) => [column, to?.path.join('.'), to?.field.kind]) : map,
    '--set or --tag': constants.map(({ to, value }) => [to.path.join('.'), value]),
  };
}

/** Reads a checkpoint; undefined when there is none. */
async function readSaved(path: string): Promise<SavedImport | undefined> {
  const other = new UsageError(
    `${path} is not the checkpoint of an import. Choose another file with --checkpoint, or delete it.`,
  );
  let saved: Partial<SavedImport>;
  try {
    // A link would redirect the replacement; devices and pipes cannot be replaced.
    if (!(await lstat(path)).isFile()) throw other;
    saved = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw other;
    if (error instanceof UsageError) throw error;
    const failure = error as NodeJS.ErrnoException; // of the file system
    if (failure.code === 'ENOENT') return undefined;
    return failing('read', path)(failure);
  }
  if (saved?.version !== 1 || !saved.settings || typeof saved.report !== 'string') throw other;
  return saved as SavedImport; // written by this class
}
