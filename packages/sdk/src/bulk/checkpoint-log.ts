import { InputError } from '../core/errors.ts';
import type { Checkpoint, CheckpointStore, RecordRange } from './checkpoint.ts';

/** Which records are done with and which are under way, and the saving of it. */
export class CheckpointLog {
  readonly #operation: string;
  readonly #store: CheckpointStore | undefined;
  /** In order, apart from each other. Everything before the first gap is one range from 0. */
  #done: RecordRange[] = [[0, 0]];
  #pending: RecordRange[] = [];
  #saving: Promise<void> = Promise.resolve();
  /** A save that has not begun, which will hold all that is noted until then. */
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

  /** Takes up what an earlier run saved. */
  async load(): Promise<void> {
    const saved = await this.#store?.load();
    if (saved === undefined) return;
    if (!isCheckpoint(saved)) throw new InputError('The saved checkpoint is none.');
    if (saved.operation !== this.#operation) {
      throw new InputError(`The checkpoint belongs to ${saved.operation}, not to ${this.#operation}.`);
    }
    this.#pending = [...saved.pending];
    for (const range of [[0, saved.position] as const, ...saved.done]) this.#add(range);
  }

  /** Whether a record is done, and the index of the next one of which that is not true. */
  stateOf(index: number): { readonly isDone: boolean; readonly until: number } {
    const range = this.#done.find(([, to]) => index < to);
    if (!range) return { isDone: false, until: Infinity };
    const [from, to] = range;
    return from <= index ? { isDone: true, until: to } : { isDone: false, until: from };
  }

  /** Notes that a chunk is under way that must not be sent twice. Comes back when that is saved. */
  begin(range: RecordRange): Promise<void> {
    this.#pending.push(range);
    return this.save();
  }

  /** Notes that a chunk is no longer under way: done with, or left to another run. */
  end(range: RecordRange, isDone: boolean): void {
    this.#pending = this.#pending.filter(([from]) => from !== range[0]);
    if (isDone) this.#add(range);
  }

  /** Saves everything noted so far, after a save that is under way. */
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

  /** Adds a range, joined with those that it touches. */
  #add([from, to]: RecordRange): void {
    const apart = this.#done.filter((range) => range[1] < from || range[0] > to);
    const touched = this.#done.filter((range) => !apart.includes(range));
    const joined: RecordRange = [
      Math.min(from, ...touched.map(([start]) => start)),
      Math.max(to, ...touched.map(([, end]) => end)),
    ];
    this.#done = [...apart, joined].sort(([one], [other]) => one - other);
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  const { operation, position, done, pending } = (value ?? {}) as Partial<Record<keyof Checkpoint, unknown>>;
  return (
    typeof operation === 'string' &&
    Number.isInteger(position) &&
    [done, pending].every((ranges) => Array.isArray(ranges) && ranges.every(isRange))
  );
}

const isRange = (range: unknown) =>
  Array.isArray(range) && range.length === 2 && range.every((index) => Number.isInteger(index));
