import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rm, truncate } from 'node:fs/promises';
import { openNew, replaceFile } from '@trickle/design/replacement';
import { csvText } from '../csv/csv-text.ts';
import { FileError } from '../files/file-error.ts';
import { isSpecial } from '../files/special-file.ts';
import type { Plan } from './plan.ts';
import { REPORT_COLUMNS } from './report-header.ts';
import { writtenRows } from './report-rows.ts';
import type { Row } from './rows.ts';

/** Size of the write buffer, in characters. */
const BUFFER = 65_536;

/**
 * The file of rejected rows: each original row with its line and the reasons, ready to be fixed and imported. Rows are
 * in the order of their lines, so a resumed import can tell from the last one which rows are reported.
 */
export class ErrorReport {
  readonly path: string;
  /** Number of rows. */
  count = 0;
  readonly #plan: Plan;
  readonly #mayReplace: boolean;
  #lastLine = 0;
  #waiting = '';
  #file: FileHandle | undefined;

  /** `mayReplace`: whether to replace an existing file, since the user has named it. */
  constructor(path: string, plan: Plan, { mayReplace = false } = {}) {
    this.path = path;
    this.#plan = plan;
    this.#mayReplace = mayReplace;
  }

  /** Starts a new report. Empties an existing file, so that a resumed import cannot mistake its rows for its own. */
  async begin(): Promise<void> {
    await this.#guarded(async () => {
      if (!this.#mayReplace || (await isSpecial(this.path))) return;
      if (existsSync(this.path)) await replaceFile(this.path, '');
    });
  }

  /** Continues the report of an earlier run. Removes an incomplete last row. */
  async resume(): Promise<void> {
    await this.#guarded(async () => {
      if (await isSpecial(this.path)) return;
      let complete = 0;
      for await (const { line, end } of writtenRows(createReadStream(this.path), this.path, this.#plan)) {
        complete = end;
        if (line === undefined) continue; // the header
        this.count += 1;
        this.#lastLine = line;
      }
      // The report is empty, or its header is incomplete.
      if (complete === 0) return this.#mayReplace ? undefined : await rm(this.path, { force: true });
      await truncate(this.path, complete);
      this.#file = await open(this.path, 'a');
    });
  }

  /** Adds a row, unless an earlier run has added it. Returns whether it is new. */
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
    await this.#guarded(async () => {
      if (!(await isSpecial(this.path))) await this.#file?.sync();
    });
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  async #write(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#guarded(async () => {
      if (!this.#file) {
        this.#file = await this.#open();
        await this.#file.writeFile(this.#header());
      }
      await this.#file.writeFile(text);
    });
  }

  async #open(): Promise<FileHandle> {
    if (!this.#mayReplace && !(await isSpecial(this.path))) return await openNew(this.path);
    await this.begin();
    return await open(this.path, 'a');
  }

  async #guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Error && 'errno' in error)) throw error;
      throw new FileError('write', this.path, error as NodeJS.ErrnoException); // has `errno`
    }
  }

  /** Excel reads a file as UTF-8 only with a byte order mark. */
  #header(): string {
    const { format, columns, delimiter } = this.#plan;
    if (format === 'ndjson') return '';
    const names = columns.map(({ column }) => column).filter((column) => !isReportColumn(column));
    return `\uFEFF${csvText([[...REPORT_COLUMNS, ...names]], { delimiter })}`;
  }

  #written(row: Row, reason: string): string {
    if (row.kind === 'csv') {
      const { columns, delimiter } = this.#plan;
      // Cells beyond the header come last, so none is lost.
      const cells = row.cells.filter((_, i) => !isReportColumn(columns[i]?.column));
      return csvText([[String(row.line), reason, ...cells]], { delimiter });
    }
    const added = { error_line: row.line, error_reason: reason };
    const { value, text } = row;
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return `${JSON.stringify(isRecord ? { ...value, ...added } : { ...added, error_text: text })}\n`;
  }
}

const isReportColumn = (column: string | undefined) =>
  column !== undefined && REPORT_COLUMNS.includes(column.trim());
