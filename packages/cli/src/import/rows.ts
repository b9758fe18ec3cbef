export type Row = CsvRow | JsonRow;

export interface CsvRow {
  readonly kind: 'csv';
  /** The line where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it is no record. Its only cell is the whole line. */
  readonly problem?: string;
}

export interface JsonRow {
  readonly kind: 'json';
  readonly line: number;
  readonly text: string;
  /** The parsed text; undefined if it is invalid. */
  readonly value: unknown;
  readonly problem?: string;
}

/** Returns rows one by one from arrays of rows. Only the next array needs a promise. */
export class Rows<One extends Row = Row> {
  readonly #source: AsyncGenerator<readonly One[], void, undefined>;
  #read: readonly One[] = [];
  #at = 0;

  constructor(source: AsyncGenerator<readonly One[], void, undefined>) {
    this.#source = source;
  }

  next(): One | undefined | Promise<One | undefined> {
    return this.#read[this.#at++] ?? this.#readMore();
  }

  async close(): Promise<void> {
    await this.#source.return();
  }

  async #readMore(): Promise<One | undefined> {
    do {
      const { done, value } = await this.#source.next();
      if (done) return undefined;
      this.#read = value;
    } while (this.#read.length === 0);
    this.#at = 1;
    return this.#read[0];
  }
}
