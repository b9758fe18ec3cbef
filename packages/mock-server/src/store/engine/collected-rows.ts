import type { Fragment } from './sql.ts';
import type { Sql, Value } from './store.ts';

/** The largest number of values that rows are inserted with together, so that there are few different statements. */
const MAX_VALUES = 200;

/** Rows of one table that wait to be inserted by one statement, before the next statement of another kind. */
export class CollectedRows {
  #sql: Sql = '';
  #values: Value[] = [];
  /** The number of values of a row. */
  #width = 0;

  /** Adds the row of a statement of the kind `row`. Returns the statement for the rows before it if it cannot join them. */
  add(sql: Sql, values: readonly Value[]): Fragment | undefined {
    const canJoin = sql === this.#sql && this.#values.length + values.length <= MAX_VALUES;
    const before = canJoin ? undefined : this.take();
    this.#sql = sql;
    this.#width = values.length;
    this.#values.push(...values);
    return before;
  }

  /** Returns the statement that inserts the rows; undefined without any. They wait no longer. */
  take(): Fragment | undefined {
    if (this.#values.length === 0) return undefined;
    const values = this.#values;
    const list = this.#sql.slice(this.#sql.lastIndexOf('('));
    const sql = this.#sql + `, ${list}`.repeat(values.length / this.#width - 1);
    this.drop();
    return { sql, values };
  }

  /** Forgets the rows. */
  drop(): void {
    this.#values = [];
  }
}
