import { CsvError, type Parser, parse } from 'csv-parse';
import { UsageError } from '../terminal/exit-signal.ts';
import type { CsvRow } from './rows.ts';
import { separatorLine } from './sniff.ts';

/** What stands before a quote within a quoted cell. */
export type CsvEscape = '"' | '\\';

/** A longer record has a quote that is never closed. */
const MAX_RECORD = 1_048_576;

/**
 * Reads CSV: quoted cells with line breaks and doubled quotes, any kind of line end, quotes inside a cell. Cuts
 * the padding of cells that are not quoted. Yields an
 * array of rows for each piece of text: a promise for each row would take longer than parsing it.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  name: string,
  quoteEscape: CsvEscape = '"',
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const separator = { lines: 0 };
  let line = 1;
  let empty = 0;
  const rows: CsvRow[] = [];
  const parser = parse({
    delimiter,
    escape: quoteEscape,
    max_record_size: MAX_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true, // outside of quotes
    // The parser miscounts lines if a cell contains a Windows line break.
    on_record(cells: string[], { empty_lines }) {
      line += empty_lines - empty;
      empty = empty_lines;
      // A row of separators only is blank.
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ kind: 'csv', line: line + separator.lines, cells });
      line += 1 + breaksIn(cells);
      return null; // nothing passes through the stream itself
    },
  });
  try {
    for await (const piece of withoutSeparatorLine(text, separator)) {
      await write(parser, piece);
      yield rows.splice(0);
    }
    await write(parser, undefined);
    yield rows.splice(0);
  } catch (error) {
    throw error instanceof CsvError ? explained(error, name, line + separator.lines) : error;
  } finally {
    parser.destroy();
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

async function* withoutSeparatorLine(
  text: AsyncIterable<string>,
  skipped: { lines: number },
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const piece of text) {
    if (isFirst && piece === '') continue;
    const separator = isFirst ? separatorLine(piece) : undefined;
    if (separator) skipped.lines = 1;
    yield separator ? piece.slice(separator.length) : piece;
    isFirst = false;
  }
}

function explained(error: CsvError, name: string, line: number): UsageError {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new UsageError(`${name}, line ${line}: this quote is never closed.`, { cause: error });
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return new UsageError(
        `${name}, line ${line}: text follows a closing quote. Within a quoted cell, double the quotes: "a ""b"" c".`,
        { cause: error },
      );
    default:
      return new UsageError(`${name}, line ${line}: ${error.message}`, { cause: error });
  }
}
