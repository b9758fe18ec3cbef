import type { InputIssue } from '../core/errors.ts';
import { timesAsText } from '../transport/input/times-as-text.ts';
import type { Operation } from '../transport/operation.ts';
import type { RecordRange } from './checkpoint.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import type { Counters } from './counters.ts';
import type { RecordReader } from './record-reader.ts';

/** Records to be sent together, with the index of each. */
export interface Chunk<Input> {
  /** What the chunk stands for: its records and those in between that were left out. */
  readonly range: RecordRange;
  readonly records: readonly Input[];
  readonly indexes: readonly number[];
}

interface ChunkReaderOptions<Input> {
  readonly records: RecordReader<Input>;
  readonly log: CheckpointLog;
  readonly counters: Counters<Input>;
  readonly chunkSize: number;
  readonly operation: Operation;
  readonly isChecking: boolean;
}

/** Fills chunks with records that can be right, passing over those that an earlier run is done with. */
export class ChunkReader<Input> {
  readonly #options: ChunkReaderOptions<Input>;
  #index = 0;
  /** Whether the records up to this one are done. What this run adds to the ledger lies behind it. */
  #isKnownDone = false;
  #knownUntil = 0;

  constructor(options: ChunkReaderOptions<Input>) {
    this.#options = options;
  }

  /** The next chunk, empty when all that is left is refused; undefined at the end of the source. */
  async next(): Promise<Chunk<Input> | undefined> {
    const { records: reader, counters, chunkSize, operation, isChecking } = this.#options;
    const from = this.#index;
    const records: Input[] = [];
    const indexes: number[] = [];
    while (records.length < chunkSize) {
      const step = reader.next();
      const { done, value } = 'then' in step ? await step : step;
      if (done) break;
      const index = this.#index++;
      const record = timesAsText(value as Input); // not done
      counters.read += 1;
      if (this.#isDone(index)) {
        counters.resumed += 1;
        continue;
      }
      const issues = isChecking && !operation.acceptsRecord(record) ? await this.#issuesOf(record) : [];
      if (issues.length > 0) {
        await counters.refuse({ index, record: value as Input, issues });
      } else {
        records.push(record);
        indexes.push(index);
      }
    }
    return this.#index > from ? { range: [from, this.#index], records, indexes } : undefined;
  }

  #isDone(index: number): boolean {
    if (index >= this.#knownUntil) {
      const { isDone, until } = this.#options.log.stateOf(index);
      this.#isKnownDone = isDone;
      this.#knownUntil = until;
    }
    return this.#isKnownDone;
  }

  async #issuesOf(record: Input): Promise<readonly InputIssue[]> {
    // Loaded when it is needed: most records are right.
    const { batchIssues: batchedFaults } = await import('../transport/input/check-input.ts');
    return batchedFaults(this.#options.operation.name, record);
  }
}
