import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pause, turns } from '../../shared/platform/timers.ts';
import { BUSY, resultCode } from './errors.ts';
import { NUMBERED_TABLES } from './schema.ts';
import type { Sql, Transaction, Value } from './store.ts';

/** The tables whose rows are numbered by one sequence. */
const NUMBERED: ReadonlySet<string | undefined> = new Set(NUMBERED_TABLES);

const HIGHEST: Sql = `select max(highest) as highest from (${[...NUMBERED]
  .map((table) => `select coalesce(max(seq), 0) as highest from ${table}`)
  .join(' union all ')})`;

/** Statements with the number, by those without; null for statements that need none. */
const statements = new Map<Sql, Sql | null>();

/** The statement with the number of the new row as its first value; null if it inserts none, or has a number. */
function withNumber(sql: Sql): Sql | null {
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = numbered(sql);
    statements.set(sql, statement);
  }
  return statement;
}

function numbered(sql: Sql): Sql | null {
  const [start, table, columns, list] = /^insert into (\w+) \(([^)]*)\)(\s+values \()/.exec(sql) ?? [];
  if (start === undefined || !NUMBERED.has(table) || /\bseq\b/.test(columns ?? '')) return null;
  return `insert into ${table} (seq, ${columns})${list}?, ${sql.slice(start.length)}`;
}

type GetRow = (sql: Sql, ...values: Value[]) => Readonly<Record<string, unknown>> | undefined;

const RESERVED = 1000;

/** The numbers of rows. They are reserved in the database first, so none is used twice, even after a crash or by another server. */
class RowNumbers {
  readonly #get: GetRow;
  readonly #onRollback: (work: () => void) => void;
  #last = 0;
  #end = 0;

  /** `get` runs a statement in the transaction that changes rows. */
  constructor(get: GetRow, onRollback: (work: () => void) => void) {
    this.#get = get;
    this.#onRollback = onRollback;
  }

  next(): number {
    if (this.#last >= this.#end) this.#reserve();
    this.#last++;
    return this.#last;
  }

  /** Forgets the reserved numbers, so that the next ones follow those that were reserved in the meantime. */
  release(): void {
    this.#end = 0;
  }

  /** Gives the reserved numbers back to a database that no other server has. */
  giveBack(): void {
    this.#get('update row_numbers set reserved = ? where reserved = ?', this.#last, this.#end);
    this.release();
  }

  /** Continues after the highest number in the tables. */
  continue(): void {
    this.#last = Math.max(this.#last, Number(this.#get(HIGHEST)?.highest));
    this.#reserve();
  }

  #reserve(): void {
    const sql = `update row_numbers set reserved = max(reserved, ?) + ${RESERVED} returning reserved`;
    this.#end = Number(this.#get(sql, this.#last)?.reserved);
    this.#last = this.#end - RESERVED;
    this.#onRollback(() => this.release());
  }
}

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

/** A row as SQLite returns it to a program that asks for exact integers. */
type ExactRow = Readonly<Record<string, Value | bigint>>;

/**
 * Reads rows. Node.js throws for integers that numbers cannot represent exactly. Here they become the nearest numbers,
 * as from PostgreSQL, so that whatever a database contains stays readable.
 */
export function readNearest<Result>(statement: StatementSync, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // A statement that writes must not run twice.
    if (!isTooLarge(error) || !/^\s*select\b/i.test(statement.sourceSQL)) throw error;
  }
  statement.setReadBigInts(true);
  try {
    const rows = read();
    // The statement determines whether the result is one row or a list, and its columns are not binary.
    return (Array.isArray(rows) ? rows.map(toNumbers) : toNumbers(rows as ExactRow)) as Result;
  } finally {
    statement.setReadBigInts(false);
  }
}

const toNumbers = (row: ExactRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** Whether an integer was read that a number cannot represent exactly. */
const isTooLarge = (error: unknown) =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

/** A transaction that reads long lists in several turns of the event loop. Nobody else may use its connection. */
export function inTurns(tx: Transaction, prepare: (sql: Sql) => StatementSync): Transaction {
  const pause = turns();
  // Node.js 22 finalizes a statement that nothing refers to, even while its rows are read.
  const open = new Set<StatementSync>();
  return {
    ...tx,
    async all<Row>(sql: Sql, ...values: Value[]) {
      const rows: unknown[] = [];
      const statement = prepare(sql);
      open.add(statement);
      try {
        for (const row of statement.iterate(...values)) {
          rows.push(row);
          await pause();
        }
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        return tx.all<Row>(sql, ...values); // which reads the nearest numbers
      } finally {
        open.delete(statement);
      }
      return rows as Row[]; // the caller's statement determines the rows
    },
  };
}
