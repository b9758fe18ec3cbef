/** One record as it is in the file, before any checks. */
export type Row = CsvRow | JsonRow;

export interface CsvRow {
  readonly kind: 'csv';
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it is no record. Its only cell is the line. */
  readonly problem?: string;
}

export interface JsonRow {
  readonly kind: 'json';
  readonly line: number;
  readonly text: string;
  /** The parsed text; undefined if it is invalid. */
  readonly value: unknown;
  /** Why the text is no record. */
  readonly problem?: string;
}

/** Returns rows one at a time from arrays of rows. A promise is needed only for the next array. */
export class Rows<One extends Row = Row> {
  readonly #source: AsyncGenerator<readonly One[], void, undefined>;
  #read: readonly One[] = [];
  #at = 0;

  constructor(source: AsyncGenerator<readonly One[], void, undefined>) {
    this.#source = source;
  }

  /** The next row; undefined at the end. */
  next(): One | undefined | Promise<One | undefined> {
    return this.#read[this.#at++] ?? this.#readMore();
  }

  /** The share of the latest array that has not been returned, from 0 to 1. */
  get pending(): number {
    return this.#read.length === 0 ? 0 : Math.max(0, 1 - this.#at / this.#read.length);
  }

  /** Ends the reading. */
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
