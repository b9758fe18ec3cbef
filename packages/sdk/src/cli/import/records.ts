import type { Plan } from './plan.ts';
import type { Row } from './rows.ts';
import type { ImportRecord } from './targets.ts';

/** Takes the rows that are refused. */
export interface Refusals {
  /** How many there are. */
  readonly count: number;
  add(row: Row, reason: string): Promise<unknown>;
}

/** The records of a file on their way to the service, and what they were in the file. */
export class Records {
  /** Rows that were taken from the file. */
  rows = 0;
  /** Rows that this program could make no record of, so that the client does not know of them. */
  unmade = 0;
  readonly #plan: Plan;
  readonly #report: Refusals;
  // Forgets a row with its record, so that only those on their way are held.
  readonly #origins = new WeakMap<ImportRecord, Row>();
  #isStopped = false;

  constructor(plan: Plan, report: Refusals) {
    this.#plan = plan;
    this.#report = report;
  }

  /** The records, one by one. After {@link stop} no more comes, and the end does not come either. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ImportRecord, void, undefined> {
    for await (const row of this.#plan.rows) {
      if (this.#isStopped) await new Promise(() => {});
      this.rows += 1;
      const made = this.#plan.make(row);
      if ('record' in made) {
        this.#origins.set(made.record, row);
        yield made.record;
      } else {
        this.unmade += 1;
        await this.#report.add(row, made.reasons.join('; '));
      }
    }
  }

  /** What a record was in the file. */
  originOf(record: unknown): Row {
    const row = this.#origins.get(record as ImportRecord);
    if (!row) throw new Error('The record is none of this file.');
    return row;
  }

  /** Gives out no more records. */
  stop(): void {
    this.#isStopped = true;
  }
}
