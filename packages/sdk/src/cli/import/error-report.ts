import { createReadStream } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { csvText } from '../csv/csv-text.ts';
import { REPORT_COLUMNS } from './mapping.ts';
import type { Plan } from './plan.ts';
import type { Row } from './rows.ts';

/** How much is kept until it is written. */
const BUFFER = 65_536;

/**
 * The file of the rows that were refused: what they were, the line, and why; ready to be mended and imported. Rows come
 * in the order of their lines, so a second run knows by the last one which it has told of already.
 */
export class ErrorReport {
  readonly path: string;
  /** How many rows it has. */
  count = 0;
  readonly #plan: Plan;
  #lastLine = 0;
  #waiting = '';
  #file: FileHandle | undefined;

  constructor(path: string, plan: Plan) {
    this.path = path;
    this.#plan = plan;
  }

  /** Takes up what an earlier run has written, less a row that was cut off. */
  async resume(): Promise<void> {
    let whole = 0;
    for await (const { line, end } of writtenRows(this.path, this.#plan)) {
      whole = end;
      if (line === undefined) continue; // the header
      this.count += 1;
      this.#lastLine = line;
    }
    await truncate(this.path, whole).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error; // nothing was refused until then
    });
    if (whole > 0) this.#file = await open(this.path, 'a');
  }

  /** Notes a row, unless an earlier run has. Gives whether it is new. */
  async add(row: Row, reason: string): Promise<boolean> {
    if (row.line <= this.#lastLine) return false;
    this.count += 1;
    this.#lastLine = row.line;
    this.#waiting += this.#written(row, reason);
    if (this.#waiting.length > BUFFER) await this.#write();
    return true;
  }

  /** Makes everything durable. */
  async flush(): Promise<void> {
    if (this.#waiting === '') return;
    await this.#write();
    await this.#file?.sync();
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#file?.close();
    this.#file = undefined;
  }

  async #write(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    if (!this.#file) {
      this.#file = await open(this.path, 'w');
      await this.#file.writeFile(this.#header());
    }
    await this.#file.writeFile(text);
  }

  /** Spreadsheets take a file for UTF-8 only with the mark, so it has one when the input had. */
  #header(): string {
    const { format, columns, delimiter, encoding } = this.#plan;
    const mark = encoding.hasMark ? '\uFEFF' : '';
    if (format === 'ndjson') return mark;
    const names = columns.map(({ column }) => column).filter((column) => !isOfReport(column));
    return mark + csvText([[...REPORT_COLUMNS, ...names]], { delimiter });
  }

  #written(row: Row, reason: string): string {
    if (row.kind === 'csv') {
      const { columns, delimiter } = this.#plan;
      // More cells than the header has come last, so none is lost.
      const cells = row.cells.filter((_, i) => !isOfReport(columns[i]?.column));
      return csvText([[String(row.line), reason, ...cells]], { delimiter });
    }
    const told = { error_line: row.line, error_reason: reason };
    const { value, text } = row;
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return `${JSON.stringify(isRecord ? { ...value, ...told } : { ...told, error_text: text })}\n`;
  }
}

const isOfReport = (column: string | undefined) =>
  column !== undefined && REPORT_COLUMNS.includes(column.trim());

/** The line that each row of a report is about, and where the row ends in it. */
async function* writtenRows(
  path: string,
  { format, delimiter }: Plan,
): AsyncGenerator<{ line: number | undefined; end: number }, void, undefined> {
  const stream = createReadStream(path);
  try {
    if (format === 'ndjson') yield* writtenLines(stream);
    else yield* writtenCells(stream, delimiter);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

async function* writtenLines(stream: AsyncIterable<Buffer>) {
  let end = 0;
  let rest = Buffer.alloc(0);
  for await (const bytes of stream) {
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      end += at + 1;
      const { error_line: line } = JSON.parse(
        rest
          .subarray(0, at)
          .toString()
          .replace(/^\uFEFF/, ''),
      ) as { error_line: number };
      yield { line, end };
      rest = rest.subarray(at + 1);
    }
  }
}

async function* writtenCells(stream: ReturnType<typeof createReadStream>, delimiter: string) {
  const parser = parse({ bom: true, delimiter, info: true, relax_column_count: true });
  stream.on('error', (error) => parser.destroy(error)).pipe(parser);
  let isHeader = true;
  let previous: { line: number | undefined; end: number } | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { bytes: number };
    }>) {
      if (previous) yield previous;
      previous = { line: isHeader ? undefined : Number(record[0]), end: info.bytes };
      isHeader = false;
    }
  } catch (error) {
    // A row that was cut off within quotes.
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
  }
  // Whether the last row is whole, only the line break behind it tells.
  if (previous && (await endsWithBreak(stream.path.toString(), previous.end))) yield previous;
}

async function endsWithBreak(path: string, end: number): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, end - 1);
  return bytesRead === 1 && buffer[0] === 10;
}
