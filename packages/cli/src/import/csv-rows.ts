import { UsageError } from '../terminal/exit-signal.ts';
import type { CsvRow } from './rows.ts';
import { separatorLine } from './sniff.ts';

/**
 * Reads CSV: quoted cells with line breaks and doubled quotes, any kind of line end, quotes inside a cell. Trims unquoted
 * cells, and leaves out blank rows. Yields an array of rows per piece of text: a promise per row would take longer than
 * parsing.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  quoteEscape: CsvEscape = '"',
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const reader = new CsvReader(delimiter, name, quoteEscape);
  let isFirst = true;
  for await (const piece of text) {
    if (isFirst && piece === '') continue;
    yield reader.rowsIn(isFirst ? reader.withoutSeparatorLine(piece) : piece);
    isFirst = false;
  }
  yield reader.rowsIn('', true);
}

/** The character before a quote within a quoted cell. */
export type CsvEscape = '"' | '\\';

/** A longer record has an unclosed quote. */
const MAX_RECORD = 1_048_576;

const STRAY_QUOTE = 'text follows a closing quote (within a quoted cell, double the quotes)';

/** A quoted cell, by the character before a quote in it. */
const QUOTED = {
  '"': '"([^"]*(?:""[^"]*)*)"(?!")',
  '\\': String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`,
};

/** A row without its line, and where the next one begins. */
interface Found extends Pick<CsvRow, 'cells' | 'problem'> {
  readonly end: number;
}

class CsvReader {
  readonly #delimiter: string;
  readonly #name: string;
  readonly #escape: CsvEscape;
  readonly #cell: RegExp;
  /** The line of the next row, from 1. */
  #line = 1;
  /** The text from the next row on. */
  #rest = '';
  /** The length at which this text is read again. */
  #enough = 0;

  constructor(delimiter: string, name: string, quoteEscape: CsvEscape) {
    this.#delimiter = delimiter;
    this.#name = name;
    this.#escape = quoteEscape;
    const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const space = String.raw`(?:(?!${mark})[^\S\r\n])*`;
    const quoted = space + QUOTED[quoteEscape] + space;
    this.#cell = new RegExp(String.raw`${quoted}|(?!${space}")[^${mark}\r\n]*`, 'sy');
  }

  withoutSeparatorLine(head: string): string {
    const separator = separatorLine(head);
    if (separator) this.#line += 1;
    return head.slice(separator?.length);
  }

  /** The rows that are complete with another piece of text. */
  rowsIn(piece: string, isEnd = false): readonly CsvRow[] {
    this.#rest += piece;
    const rows: CsvRow[] = [];
    if (!isEnd && this.#rest.length < this.#enough) return rows;
    let at = 0;
    for (let row = this.#rowAt(at, isEnd); row; row = this.#rowAt(at, isEnd)) {
      const { end, ...content } = row;
      const isBlank = row.cells.every((cell) => cell.trim() === '');
      if (!isBlank) rows.push({ kind: 'csv', line: this.#line, ...content });
      this.#line += 1 + breaksIn(row.cells);
      at = end;
    }
    this.#rest = this.#rest.slice(at);
    this.#enough = 2 * this.#rest.length;
    if (this.#rest.length > MAX_RECORD) throw this.#unclosed();
    return rows;
  }

  /** The row at a place; undefined if its end is in a later piece. */
  #rowAt(start: number, isEnd: boolean): Found | undefined {
    const text = this.#rest;
    if (start === text.length) return undefined;
    const cells: string[] = [];
    for (let at = start; ; at += 1) {
      this.#cell.lastIndex = at;
      const [whole, quoted] = this.#cell.exec(text) ?? [];
      if (whole === undefined && isEnd) throw this.#unclosed();
      if (whole === undefined) return undefined;
      cells.push(quoted === undefined ? whole.trim() : this.#unescaped(quoted));
      at += whole.length;
      const next = text[at] ?? '';
      if (next === this.#delimiter) continue;
      if ('\r\n'.includes(next)) return this.#endedAt(at, isEnd, { cells });
      const line = text.slice(start).split(/[\r\n]/, 1);
      return this.#endedAt(start + (line[0] ?? '').length, isEnd, { cells: line, problem: STRAY_QUOTE });
    }
  }

  /** A row whose line ends at a place; undefined if more of it may follow. */
  #endedAt(at: number, isEnd: boolean, row: Omit<Found, 'end'>): Found | undefined {
    const next = this.#rest.slice(at, at + 2);
    if (!isEnd && (next === '' || next === '\r')) return undefined;
    return { ...row, end: at + (next === '\r\n' ? 2 : Math.min(1, next.length)) };
  }

  #unescaped(text: string): string {
    if (this.#escape === '"') return text.replaceAll('""', '"');
    return text.replaceAll(/\\(.)/gs, '$1');
  }

  #unclosed(): UsageError {
    return new UsageError(`${this.#name}, line ${this.#line}: this quote is never closed.`);
  }
}

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0), 0);
