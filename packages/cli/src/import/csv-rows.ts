import { UsageError } from '../terminal/exit-signal.ts';
import { type CsvEscape, CsvReader } from './csv-reader.ts';
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
