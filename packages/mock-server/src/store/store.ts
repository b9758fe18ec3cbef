/** A value of a column. */
export type Value = string | number | null;

/** SQL that both databases speak, with `?` for each value. */
export type Sql = string;

/** What may be asked of the database within one transaction. */
export interface Transaction {
  /** The first row, if there is one. */
  get<Row>(sql: Sql, ...values: Value[]): Promise<Row | undefined>;
  /** All rows. */
  all<Row>(sql: Sql, ...values: Value[]): Promise<Row[]>;
  /** Runs a statement and tells how many rows it changed. */
  run(sql: Sql, ...values: Value[]): Promise<number>;
  /** Runs `work` whole or not at all within this transaction, which goes on when it throws. */
  nested<T>(work: () => Promise<T>): Promise<T>;
}

/** A database as bytes. */
export interface DatabaseImage {
  take(): Promise<Uint8Array>;
  /** Puts what was taken in the place of everything that there is; numbers that count up go on from the highest. */
  put(bytes: Uint8Array): Promise<void>;
  /** Takes everything away at once where that is quicker than row by row; tells whether it did. */
  clear(): Promise<boolean>;
}

/** The database of one server. */
export interface Store {
  /** Runs `work` on a state that does not change meanwhile. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` whole or not at all: when it throws, nothing was done. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Copies the whole database at once; not there where that has to be done row by row. */
  readonly image?: DatabaseImage;
  /** Closes the database once the work under way is done. */
  close(): Promise<void>;
}
