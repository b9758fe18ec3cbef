import type { ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Plan } from './plan.ts';
import { REPORT_COLUMNS } from './report-header.ts';

/** A row of an error report: the line of the import that it is about, undefined for the header, and where it ends. */
interface WrittenRow {
  readonly line: number | undefined;
  readonly end: number;
}

/**
 * The complete rows of an error report; none when the file does not exist.
 *
 * @throws {@link UsageError} when the file is something else, which must not be cut.
 */
export async function* writtenRows(
  stream: ReadStream,
  path: string,
  { format, delimiter }: Plan,
): AsyncGenerator<WrittenRow, void, undefined> {
  const other = new UsageError(`${path} is not the error report of this import. Start over with --restart.`);
  try {
    yield* format === 'ndjson' ? writtenLines(stream, other) : writtenCells(stream, delimiter, other);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    stream.destroy();
  }
}

async function* writtenLines(stream: AsyncIterable<Buffer>, other: Error): AsyncGenerator<WrittenRow> {
  let end = 0;
  let rest = Buffer.alloc(0);
  for await (const bytes of stream) {
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      end += at + 1;
      yield { line: lineIn(rest.subarray(0, at).toString(), other), end };
      rest = rest.subarray(at + 1);
    }
  }
}

function lineIn(text: string, other: Error): number {
  try {
    const { error_line: line } = JSON.parse(text);
    if (typeof line === 'number') return line;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw other;
}

async function* writtenCells(
  stream: ReadStream,
  delimiter: string,
  other: Error,
): AsyncGenerator<WrittenRow> {
  const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true });
  stream.on('error', (error) => parser.destroy(error)).pipe(parser);
  let isHeader = true;
  let previous: WrittenRow | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { bytes: number };
    }>) {
      if (previous) yield previous;
      if (isHeader && REPORT_COLUMNS.some((name, i) => record[i] !== name)) throw other;
      previous = { line: isHeader ? undefined : Number(record[0]), end: info.bytes };
      isHeader = false;
    }
  } catch (error) {
    // A row that was cut off within quotes.
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
  }
  // Only the line break behind the last row shows that it is complete.
  if (previous && (await endsWithBreak(stream.path.toString(), previous.end))) yield previous;
}

async function endsWithBreak(path: string, end: number): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, end - 1);
    return bytesRead === 1 && buffer[0] === 10;
  } finally {
    await file.close();
  }
}
