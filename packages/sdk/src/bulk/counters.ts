import type { BulkSettings } from './options.ts';
import type { BulkChunk, BulkProgress, BulkSummary, FailedChunk, RejectedRecord } from './progress.ts';

/** Counts the outcomes of a job's records, and keeps the first failures for its summary. */
export class Counters<Input> {
  read = 0;
  resumed = 0;
  sent = 0;
  readonly #counts = { rejected: 0, accepted: 0, failed: 0, unknown: 0 };
  readonly #rejections: RejectedRecord<Input>[] = [];
  readonly #failures: FailedChunk[] = [];
  readonly #settings: BulkSettings<Input, never>;

  constructor(settings: BulkSettings<Input, never>) {
    this.#settings = settings;
  }

  async reject(rejected: RejectedRecord<Input>): Promise<void> {
    const { keep, onRejected } = this.#settings;
    this.#counts.rejected += 1;
    if (this.#rejections.length < keep) this.#rejections.push(rejected);
    await onRejected(rejected);
  }

  /** Counts the records of a finished chunk by its outcome. */
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
    return { ...this.progress(position), rejections: this.#rejections, failures: this.#failures };
  }
}
