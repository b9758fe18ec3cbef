/** The primary result code of an SQLite error: the lowest byte of the extended code. */
export const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;

/** SQLite's result code while another connection writes. */
export const BUSY = 5;

/** SQLite's result code when a disk is full, or a database in memory has its largest size. */
export const FULL = 13;

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN and PROTOCOL. */
const SQLITE_OUTAGES: ReadonlySet<number | undefined> = new Set([BUSY, 6, 7, 8, 10, FULL, 14, 15]);

const SQLITE_CONSTRAINT = 19;

/**
 * The classes of PostgreSQL errors: lost connections, rollbacks for another transaction, missing resources, an operator's
 * intervention, system errors. And of others: read-only transactions, those that were idle too long, missing privileges,
 * locks that were not free in time.
 */
const POSTGRES_OUTAGES = /^(?:08|25006|25P03|40|42501|53|55P03|57|58)/;

const POSTGRES_CONSTRAINT = /^23/;

/** PostgreSQL could not be reached, or the connection was lost. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Another transaction has held the lock of an account, or of the database, for too long. Nothing was done. */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
}

/** A role or a setting of PostgreSQL keeps the server from working with the database. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

/** The tables have a version that this server cannot work with. Nothing was done. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

/** A database in memory has no room for a change, which was undone. */
export class MemoryFullError extends Error {
  override readonly name = 'MemoryFullError';
  readonly errcode = FULL;

  constructor(cause: unknown) {
    super('the database in memory is full: SQLite limits it to 1 GiB. Use a file or PostgreSQL (--db)', {
      cause,
    });
  }
}

const PROBLEMS = [ConnectionError, LockTimeoutError, DatabaseSetupError, DatabaseVersionError];

/** Whether an error says in words what keeps the server from working with its database. */
export const isDatabaseProblem = (error: unknown): error is Error =>
  PROBLEMS.some((problem) => error instanceof problem);

export const stateOf = (error: unknown): string =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : '';

/** Whether the machine or the network caused an error, as with a full disk: the same work can succeed later. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseProblem(error) || SQLITE_OUTAGES.has(resultCode(error)) || POSTGRES_OUTAGES.test(stateOf(error));

/** Whether a statement violated a constraint of the database, such as a duplicate id. */
export const isConstraint = (error: unknown): boolean =>
  resultCode(error) === SQLITE_CONSTRAINT || POSTGRES_CONSTRAINT.test(stateOf(error));
