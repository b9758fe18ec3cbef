import type { Plan } from './plan.ts';
import type { Row } from './rows.ts';
import type { ImportRecord } from './targets.ts';

export interface RejectedRecords {
  /** Resolves to whether the row is new: an earlier run may have added it. */
  add(row: Row, reason: string): Promise<unknown>;
}

/**
 * The key of the member that holds a record's row. JSON and validation ignore symbols. A `WeakMap` would slow down garbage
 * collection.
 */
const ORIGIN = Symbol('origin');

/** The records of a file on their way to the service, and the rows they were made from. */
export class Records {
  rows = 0;
  /** Rows that do not meet `--where`. */
  leftOut = 0;
  /** Rows that could not be made into records, so the client never saw them. */
  invalidRows = 0;
  readonly #plan: Plan;
  readonly #report: RejectedRecords;
  #isStopped = false;

  constructor(plan: Plan, report: RejectedRecords) {
    this.#plan = plan;
    this.#report = report;
  }

  /** After {@link stop}, the promise for the next record stays pending. */
  [Symbol.asyncIterator]() {
    const records = this.#made();
    return {
      next: () => records.next(),
      return: async () => {
        await this.#plan.rows.return(undefined);
        return { done: true, value: undefined } as const;
      },
    };
  }

  async *#made(): AsyncGenerator<ImportRecord, undefined> {
    for await (const rows of this.#plan.rows) {
      for (const row of rows) {
        if (this.#isStopped) await new Promise(() => {});
        this.rows += 1;
        const made = this.#plan.make(row);
        if ('record' in made) yield Object.assign(made.record, { [ORIGIN]: row });
        else if ('isLeftOut' in made) this.leftOut += 1;
        else {
          this.invalidRows += 1;
          await this.#report.add(row, made.reasons.join('; '));
        }
      }
    }
  }

  originOf(record: unknown): Row {
    const { [ORIGIN]: row } = record as { readonly [ORIGIN]?: Row }; // every record is an object
    if (!row) throw new Error('The record is not from this file.');
    return row;
  }

  stop(): void {
    this.#isStopped = true;
  }
}
