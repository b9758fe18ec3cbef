import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pause } from '../../shared/platform/timers.ts';
import { BUSY, resultCode } from './errors.ts';
import { RowNumbers, withNumber } from './row-numbers.ts';
import type { Sql, Value } from './store.ts';

/** Milliseconds between two attempts to begin while another connection writes to the file. */
const BUSY_WAIT = 5;
const MAX_TRIES = 1000;

const isBusy = (error: unknown) => resultCode(error) === BUSY;

/** The statements of a connection, each of which is prepared once. */
export class SqliteStatements {
  readonly #database: () => DatabaseSync;
  readonly #prepared = new Map<Sql, StatementSync>();
  readonly numbers: RowNumbers;

  constructor(database: () => DatabaseSync, onRollback: (work: () => void) => void) {
    this.#database = database;
    this.numbers = new RowNumbers((sql, ...values) => this.prepare(sql).get(...values), onRollback);
  }

  prepare(sql: Sql): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.#database().prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /** Forgets the statements of a database that is replaced. */
  clear(): void {
    this.#prepared.clear();
  }

  run(sql: Sql, values: readonly Value[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** Adds the number of the new row to a statement that inserts one without. */
  number(sql: Sql, values: readonly Value[]): [sql: Sql, values: readonly Value[]] {
    const numbered = withNumber(sql);
    return numbered === null ? [sql, values] : [numbered, [this.numbers.next(), ...values]];
  }

  /** Begins a transaction: at once, unless another connection is writing to the file. */
  begin(begin: Sql): Promise<void> | undefined {
    return this.#tryBegin(begin, true) ? undefined : this.#beginLater(begin);
  }

  async #beginLater(begin: Sql): Promise<void> {
    let tries = 1;
    do await pause(BUSY_WAIT);
    while (!this.#tryBegin(begin, ++tries < MAX_TRIES));
  }

  /** Ignores SQLite errors, so as not to hide the cause: on a full disk, SQLite has already rolled back by itself. */
  rollBack(rollback: readonly Sql[]): void {
    try {
      for (const sql of rollback) this.prepare(sql).run();
    } catch (error) {
      if (resultCode(error) === undefined) throw error; // not an error of SQLite
    }
  }

  /**
   * Begins a transaction; false when another connection is writing and `isPatient` is set. SQLite's own busy
   * timeout would block the process, which may be the one that holds the other connection.
   */
  #tryBegin(begin: Sql, isPatient: boolean): boolean {
    try {
      this.run(begin, []);
      return true;
    } catch (error) {
      if (isPatient && isBusy(error)) return false;
      throw error;
    }
  }
}
