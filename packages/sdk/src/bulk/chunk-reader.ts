import type { InputFault } from '../errors.ts';
import { timesAsText } from '../input/times-as-text.ts';
import type { Operation } from '../operations/operation.ts';
import type { RecordRange } from './checkpoint.ts';
import type { Ledger } from './ledger.ts';
import type { RecordReader } from './record-reader.ts';
import type { Tally } from './tally.ts';

/** Records to be sent together, with the index of each. */
export interface Chunk<Input> {
  /** What the chunk stands for: its records and those in between that were left out. */
  readonly range: RecordRange;
  readonly records: readonly Input[];
  readonly indexes: readonly number[];
}

interface ChunkReaderOptions<Input> {
  readonly records: RecordReader<Input>;
  readonly ledger: Ledger;
  readonly tally: Tally<Input>;
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
    const { records: reader, tally, chunkSize, operation, isChecking } = this.#options;
    const from = this.#index;
    const records: Input[] = [];
    const indexes: number[] = [];
    while (records.length < chunkSize) {
      const step = reader.next();
      const { done, value } = 'then' in step ? await step : step;
      if (done) break;
      const index = this.#index++;
      const record = timesAsText(value as Input); // not done
      tally.read += 1;
      if (this.#isDone(index)) {
        tally.resumed += 1;
        continue;
      }
      const faults = isChecking && !operation.acceptsRecord(record) ? await this.#faultsOf(record) : [];
      if (faults.length > 0) {
        await tally.refuse({ index, record: value as Input, faults });
      } else {
        records.push(record);
        indexes.push(index);
      }
    }
    return this.#index > from ? { range: [from, this.#index], records, indexes } : undefined;
  }

  #isDone(index: number): boolean {
    if (index >= this.#knownUntil) {
      const { isDone, until } = this.#options.ledger.stateOf(index);
      this.#isKnownDone = isDone;
      this.#knownUntil = until;
    }
    return this.#isKnownDone;
  }

  async #faultsOf(record: Input): Promise<readonly InputFault[]> {
    // Loaded when it is needed: most records are right.
    const { batchedFaults } = await import('../input/check-input.ts');
    return batchedFaults(this.#options.operation.name, record);
  }
}
