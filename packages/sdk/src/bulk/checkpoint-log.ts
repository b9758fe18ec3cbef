import { InputError } from '../core/errors.ts';
import type { Checkpoint, CheckpointStore, RecordRange } from './options.ts';

/** Tracks which records are finished and which are pending, and saves them as a checkpoint. */
export class CheckpointLog {
  readonly #operation: string;
  readonly #store: CheckpointStore | undefined;
  /** Finished ranges, sorted and disjoint. The first starts at 0. */
  #done: RecordRange[] = [[0, 0]];
  #pending: RecordRange[] = [];
  #saving: Promise<void> = Promise.resolve();
  /** The next save, not started yet, which will include everything recorded until then. */
  #next: Promise<void> | undefined;

  constructor(operation: string, store: CheckpointStore | undefined) {
    this.#operation = operation;
    this.#store = store;
  }

  get position(): number {
    return this.#done[0]?.[1] ?? 0;
  }

  get pending(): readonly RecordRange[] {
    return this.#pending;
  }

  async load(): Promise<void> {
    const saved = await this.#store?.load();
    if (saved === undefined) return;
    if (!isCheckpoint(saved)) throw new InputError('The saved checkpoint is invalid.');
    if (saved.operation !== this.#operation) {
      throw new InputError(`The checkpoint belongs to ${saved.operation}, not to ${this.#operation}.`);
    }
    this.#pending = [...saved.pending];
    for (const range of [[0, saved.position] as const, ...saved.done]) this.#add(range);
  }

  /** Whether a record is finished, and the index of the next record with the other state. */
  stateOf(index: number): { readonly isDone: boolean; readonly until: number } {
    const range = this.#done.find(([, to]) => index < to);
    if (!range) return { isDone: false, until: Infinity };
    const [from, to] = range;
    return from <= index ? { isDone: true, until: to } : { isDone: false, until: from };
  }

  /** Records that a chunk is pending, which must not be sent twice. Resolves when that is saved. */
  start(range: RecordRange): Promise<void> {
    this.#pending.push(range);
    return this.save();
  }

  /** Records that a chunk is no longer pending: finished, or left to another run. */
  end(range: RecordRange, isDone: boolean): void {
    this.#pending = this.#pending.filter(([from]) => from !== range[0]);
    if (isDone) this.#add(range);
  }

  /** Saves everything recorded so far, after any save in progress. */
  save(): Promise<void> {
    const store = this.#store;
    if (!store) return this.#saving;
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined;
      this.#saving = Promise.resolve(store.save(this.#checkpoint()));
      return this.#saving;
    });
    return this.#next;
  }

  #checkpoint(): Checkpoint {
    const [, ...done] = this.#done;
    return { operation: this.#operation, position: this.position, done, pending: [...this.#pending] };
  }

  /** Adds a finished range and merges it with adjacent ones. */
  #add([from, to]: RecordRange): void {
    const apart = this.#done.filter((range) => range[1] < from || range[0] > to);
    const touched = this.#done.filter((range) => !apart.includes(range));
    const start = Math.min(from, ...touched.map(([first]) => first));
    const end = Math.max(to, ...touched.map(([, last]) => last));
    const joined: RecordRange = [start, end];
    this.#done = [...apart, joined].sort(([a], [b]) => a - b);
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { operation, position, done, pending } = (value ?? {}) as Partial<Record<keyof Checkpoint, unknown>>;
  const areRanges = [done, pending].every((ranges) => Array.isArray(ranges) && ranges.every(isRange));
  return typeof operation === 'string' && Number.isInteger(position) && areRanges;
}

const isRange = (range: unknown) =>
  Array.isArray(range) && range.length === 2 && range.every((index) => Number.isInteger(index));
