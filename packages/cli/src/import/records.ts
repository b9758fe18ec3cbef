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

type Step = IteratorResult<ImportRecord, undefined>;

const OVER: Step = { done: true, value: undefined };

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

  /**
   * Iterates over the records. `next` only returns a promise if it has to wait; `for await` and the client accept both.
   * After {@link stop}, the promise for the next record stays pending.
   */
  [Symbol.asyncIterator]() {
    return {
      next: (): Step | Promise<Step> => this.#next(),
      return: async (): Promise<Step> => {
        await this.#plan.rows.close();
        return OVER;
      },
    };
  }

  #next(): Step | Promise<Step> {
    for (;;) {
      const row = this.#plan.rows.next();
      if (row instanceof Promise) return row.then((ready) => this.#stepOf(ready) ?? this.#next());
      const step = this.#stepOf(row);
      if (step !== undefined) return step;
    }
  }

  /** Undefined for a row that is left out. */
  #stepOf(row: Row | undefined): Step | Promise<Step> | undefined {
    if (!row) return OVER;
    if (this.#isStopped) return new Promise(() => {});
    this.rows += 1;
    const made = this.#plan.make(row);
    if ('record' in made) return { done: false, value: Object.assign(made.record, { [ORIGIN]: row }) };
    if ('isLeftOut' in made) {
      this.leftOut += 1;
      return undefined;
    }
    this.invalidRows += 1;
    return this.#report.add(row, made.reasons.join('; ')).then(() => this.#next());
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
