import { CsvError, type Parser, parse } from 'csv-parse';
import { UsageError } from '../terminal/exit-signal.ts';
import type { CsvRow } from './rows.ts';
import { separatorLine } from './sniff.ts';

/**
 * Reads CSV: quoted cells with line breaks and doubled quotes, any kind of line end, quotes inside a cell. Trims unquoted
 * cells. Yields an array of rows per piece of text: a promise per row would take longer than parsing.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  quoteEscape: CsvEscape = '"',
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const reader = new CsvReader(delimiter, quoteEscape);
  try {
    for await (const piece of withoutSeparatorLine(text, reader)) {
      await reader.read(piece);
      yield reader.take();
    }
    await reader.end();
    yield reader.take();
  } catch (error) {
    const problem = reader.problemOf(error);
    throw problem === undefined
      ? error
      : new UsageError(`${name}, line ${reader.line}: ${problem}`, { cause: error });
  } finally {
    reader.close();
  }
}

async function* withoutSeparatorLine(
  text: AsyncIterable<string>,
  reader: CsvReader,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const piece of text) {
    if (isFirst && piece === '') continue;
    const separator = isFirst ? separatorLine(piece) : undefined;
    if (separator) reader.line += 1;
    yield separator ? piece.slice(separator.length) : piece;
    isFirst = false;
  }
}

/** The character before a quote within a quoted cell. */
export type CsvEscape = '"' | '\\';

/** A longer record has an unclosed quote. */
const MAX_RECORD = 1_048_576;

const REST_OF_LINE = /^[^\r\n]*(?:\r\n|\r|\n)?/;

const STRAY_QUOTE = 'text follows a closing quote (within a quoted cell, double the quotes)';

class CsvReader {
  /** The line of the next row, from 1. */
  line = 1;
  readonly #delimiter: string;
  readonly #escape: CsvEscape;
  #parser: Parser;
  #rows: CsvRow[] = [];
  #emptyLines = 0;
  /** The text since the start of the piece that contains the end of the last row. */
  #recent = '';
  /** The start of that text, the end of the last row, and the end of all text, in parser bytes. */
  #bytes = { start: 0, row: 0, end: 0 };
  /** The part of the next piece to skip: the rest of a reported line, or the second half of its line break. */
  #skipped: RegExp | undefined;

  constructor(delimiter: string, quoteEscape: CsvEscape) {
    this.#delimiter = delimiter;
    this.#escape = quoteEscape;
    this.#parser = this.#newParser();
  }

  take(): readonly CsvRow[] {
    return this.#rows.splice(0);
  }

  /** Reads a piece. A row with a stray quote becomes a row with a problem. */
  async read(piece: string): Promise<void> {
    for (let text: string | undefined = this.#withoutSkipped(piece); text !== undefined; )
      text = await this.#parse(text);
  }

  async end(): Promise<void> {
    for (let text = await this.#parse(undefined); text !== undefined; text = await this.#parse(undefined))
      await this.read(text);
  }

  close(): void {
    this.#parser.destroy();
  }

  /** The problem with the text; undefined for other errors. */
  problemOf(error: unknown): string | undefined {
    if (!(error instanceof CsvError)) return undefined;
    this.#countEmptyLines(this.#parser.info.empty_lines);
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    return isOpen ? 'this quote is never closed.' : error.message;
  }

  #newParser(): Parser {
    return parse({
      delimiter: this.#delimiter,
      escape: this.#escape,
      max_record_size: MAX_RECORD,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true, // outside of quotes
      on_record: (cells: string[], { empty_lines, bytes }) => {
        this.#countEmptyLines(empty_lines);
        this.#bytes.row = bytes;
        // A row that contains only separators is blank.
        if (cells.some((cell) => cell.trim() !== ''))
          this.#rows.push({ kind: 'csv', line: this.line, cells });
        // The parser miscounts lines if a cell contains a Windows line break.
        this.line += 1 + breaksIn(cells);
        return null; // rows do not pass through the stream itself
      },
    });
  }

  /** Parses a piece of text, or ends the text. Returns the text after a line with a stray quote. */
  async #parse(text: string | undefined): Promise<string | undefined> {
    const begin = this.#bytes.end;
    this.#recent += text ?? '';
    this.#bytes.end += Buffer.byteLength(text ?? '');
    try {
      await write(this.#parser, text);
    } catch (error) {
      if (!(error instanceof CsvError) || error.code !== 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
        throw error;
      return this.#afterStrayQuote();
    }
    if (text !== undefined && this.#bytes.row > begin) {
      this.#recent = text;
      this.#bytes.start = begin;
    }
    return undefined;
  }

  /** Reports the line with the stray quote. Returns the text after it, for a new parser. */
  #afterStrayQuote(): string {
    const { start, row } = this.#bytes;
    const text = Buffer.from(this.#recent)
      .subarray(row - start)
      .toString()
      .replace(/^[\r\n]+/, '');
    const [line = ''] = /^[^\r\n]*/.exec(text) ?? [];
    this.#countEmptyLines(this.#parser.info.empty_lines);
    this.#rows.push({ kind: 'csv', line: this.line, cells: [line], problem: STRAY_QUOTE });
    this.line += 1;
    this.close();
    this.#parser = this.#newParser();
    this.#emptyLines = 0;
    this.#recent = '';
    this.#bytes = { start: 0, row: 0, end: 0 };
    const rest = text.slice(line.length);
    this.#skipped = rest === '' ? REST_OF_LINE : rest === '\r' ? /^\n?/ : undefined;
    return rest.replace(/^(?:\r\n|\r|\n)/, '');
  }

  #withoutSkipped(piece: string): string {
    const skipped = piece === '' ? undefined : this.#skipped;
    if (!skipped) return piece;
    const rest = piece.replace(skipped, '');
    // The line may end in a later piece.
    if (skipped === REST_OF_LINE && /^[^\r\n]*\r?$/.test(piece))
      this.#skipped = piece.endsWith('\r') ? /^\n?/ : skipped;
    else this.#skipped = undefined;
    return rest;
  }

  #countEmptyLines(all: number): void {
    this.line += all - this.#emptyLines;
    this.#emptyLines = all;
  }
}

/** Parses a piece of text, or ends the text if it is undefined. */
async function write(parser: Parser, piece: string | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (error?: Error | null) => (error ? reject(error) : resolve());
  parser.once('error', reject);
  if (piece === undefined) parser.end(settle);
  else parser.write(piece, settle);
  await promise;
  parser.off('error', reject);
}

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0), 0);
