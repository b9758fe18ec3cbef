import type { BulkSettings } from './options.ts';
import type { BulkChunk, BulkProgress, BulkSummary, FailedChunk, RefusedRecord } from './progress.ts';

/** Counts what becomes of the records of a job, and keeps the first that went wrong. */
export class Counters<Input> {
  read = 0;
  resumed = 0;
  sent = 0;
  readonly #counts = { refused: 0, accepted: 0, failed: 0, unknown: 0 };
  readonly #refusals: RefusedRecord<Input>[] = [];
  readonly #failures: FailedChunk[] = [];
  readonly #settings: BulkSettings<Input, never>;

  constructor(settings: BulkSettings<Input, never>) {
    this.#settings = settings;
  }

  /** Notes a record that is left out, and tells of it. */
  async refuse(refused: RefusedRecord<Input>): Promise<void> {
    const { keep, onRefused } = this.#settings;
    this.#counts.refused += 1;
    if (this.#refusals.length < keep) this.#refusals.push(refused);
    await onRefused(refused);
  }

  /** Notes how many records of a chunk that is over came to what. */
  end({ from, to, outcome, error }: BulkChunk<Input>, records: number): void {
    this.#counts[outcome] += records;
    if (outcome !== 'accepted' && this.#failures.length < this.#settings.keep) {
      this.#failures.push({ from, to, outcome, error });
    }
  }

  progress(position: number): BulkProgress {
    const { read, resumed, sent } = this;
    return { read, resumed, sent, ...this.#counts, position };
  }

  summary(position: number): BulkSummary<Input> {
    return { ...this.progress(position), refusals: this.#refusals, failures: this.#failures };
  }
}
