import type { InputIssue } from '../core/errors.ts';
import type { Operation } from '../transport/operation.ts';
import { formatTimes } from '../transport/transport.ts';
import type { CheckpointLog } from './checkpoint-log.ts';
import type { Counters } from './counters.ts';
import type { RecordRange } from './options.ts';
import type { RecordReader } from './record-reader.ts';

/** Records to send together, with the index of each. */
export interface Chunk<Input> {
  /** The range of its records, including rejected and finished ones in between. */
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

/** Collects valid records into chunks. Skips records that an earlier run finished. */
export class ChunkReader<Input> {
  readonly #options: ChunkReaderOptions<Input>;
  #index = 0;
  /** Whether the records up to `#knownUntil` are finished. This run finishes only records before the current one. */
  #isKnownDone = false;
  #knownUntil = 0;

  constructor(options: ChunkReaderOptions<Input>) {
    this.#options = options;
  }

  /** Reads the next chunk. It is empty if all its records were rejected; undefined at the end of the source. */
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
      counters.read += 1;
      if (this.#isDone(index)) {
        counters.resumed += 1;
        continue;
      }
      const input = value as Input; // not done
      const isValid = isChecking && operation.fastAcceptsRecord(input);
      // JSON formats dates in the same way, so a record that is valid as it is needs no conversion.
      const record = isValid ? input : formatTimes(input);
      const isAccepted = isValid || !isChecking || (record !== input && operation.fastAcceptsRecord(record));
      const issues = isAccepted ? [] : await this.#issuesOf(record);
      if (issues.length > 0) {
        await counters.reject({ index, record: input, issues });
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
    // Loaded on use: most records are valid.
    const { batchIssues } = await import('../transport/input/check-input.ts');
    return batchIssues(this.#options.operation.name, record);
  }
}
