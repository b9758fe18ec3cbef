import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, lstat, open, rm, truncate } from 'node:fs/promises';
import { parse } from 'node:path';
import { openNew, replaceFile } from '@trickle/design/replacement';
import { csvText } from '../csv/csv-text.ts';
import { isSpecial } from '../files/check-paths.ts';
import { failing, succeeds } from '../files/file-error.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Plan } from './plan.ts';
import type { Row } from './rows.ts';
import { REPORT_COLUMNS } from './sniff.ts';

/** Size of the write buffer, in characters. */
const BUFFER = 65_536;

/** The length and last row of a report, stored in a checkpoint. */
export interface Written {
  /** The size in bytes, and the SHA-256. */
  readonly size: number;
  readonly digest: string;
  readonly rows: number;
  readonly line: number;
}

/**
 * The file of rejected rows: each original row with its line and the reasons, to be fixed and imported. Rows are in line
 * order, so a resumed import can tell from the last row which rows were reported.
 */
export class ErrorReport {
  readonly path: string;
  count = 0;
  readonly #plan: Plan;
  readonly #mayReplace: boolean;
  #lastLine = 0;
  #size = 0;
  #written: Written | undefined;
  readonly #hash = createHash('sha256');
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

  /**
   * Continues the report of an earlier run. Truncates it to its checkpoint.
   *
   * @throws {@link UsageError} if the file is something else, which must not be truncated.
   */
  async resume(written: Written | undefined): Promise<void> {
    await this.#guarded(async () => {
      if (await isSpecial(this.path)) return;
      if (written === undefined) return this.#mayReplace ? undefined : await rm(this.path, { force: true });
      if (!existsSync(this.path)) return; // the rows that are read again are reported again
      const { size, digest, rows, line } = written;
      for await (const bytes of createReadStream(this.path, { end: size - 1 })) this.#hash.update(bytes);
      if (this.#hash.copy().digest('hex') !== digest) {
        throw new UsageError(
          `${this.path} is not the error report of this import. Start over with --restart.`,
        );
      }
      this.count = rows;
      this.#lastLine = line;
      this.#size = size;
      this.#written = written;
      await truncate(this.path, size);
      this.#file = await open(this.path, 'a');
    });
  }

  /** Adds a row, unless an earlier run has added it. Returns whether it is new. */
  async add(row: Row, reason: string): Promise<boolean> {
    if (row.line <= this.#lastLine) return false;
    this.count += 1;
    this.#lastLine = row.line;
    this.#waiting += this.#rowText(row, reason);
    if (this.#waiting.length > BUFFER) await this.#write();
    return true;
  }

  /** Makes everything durable. Returns the state of the report; undefined if it is empty. */
  async flush(): Promise<Written | undefined> {
    if (this.#waiting !== '') {
      await this.#write();
      await this.#guarded(async () => {
        if (!(await isSpecial(this.path))) await this.#file?.sync();
      });
    }
    return this.#written;
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
    const [waiting, rows, line] = [this.#waiting, this.count, this.#lastLine];
    this.#waiting = '';
    await this.#guarded(async () => {
      this.#file ??= await this.#open();
      const text = this.#size === 0 ? this.#header() + waiting : waiting;
      this.#hash.update(text);
      const size = this.#size + Buffer.byteLength(text);
      this.#size = size;
      const digest = this.#hash.copy().digest('hex');
      await this.#file.writeFile(text);
      this.#written = { size, digest, rows, line };
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
      failing('write', this.path)(error as NodeJS.ErrnoException); // has `errno`
    }
  }

  /** Excel reads a file as UTF-8 only with a byte order mark. */
  #header(): string {
    const { format, columns, delimiter } = this.#plan;
    if (format === 'ndjson') return '';
    const names = columns.map(({ column }) => column).filter((column) => !isReportColumn(column));
    return `\uFEFF${csvText([[...REPORT_COLUMNS, ...names]], { delimiter })}`;
  }

  #rowText(row: Row, reason: string): string {
    if (row.kind === 'csv') {
      const { columns, delimiter } = this.#plan;
      // Surplus cells come last, so none is lost.
      const cells = row.cells.filter((_, i) => !isReportColumn(columns[i]?.column));
      return csvText([[String(row.line), reason, ...cells]], { delimiter });
    }
    const added = { error_line: row.line, error_reason: reason };
    const { value, text } = row;
    return `${JSON.stringify(isObject(value) ? { ...value, ...added } : { ...added, error_text: text })}\n`;
  }
}

const isReportColumn = (column: string | undefined) =>
  column !== undefined && REPORT_COLUMNS.includes(column.trim());

/** `customers.errors.csv` for `customers.csv`; if it exists, `customers.errors-2.csv` and so on. */
export async function freeReportPath(file: string | undefined, format: 'csv' | 'ndjson'): Promise<string> {
  const { dir, name } = file === undefined ? { dir: '', name: 'stdin' } : parse(file);
  const folder = dir === '' || dir.endsWith('/') ? dir : `${dir}/`;
  for (let number = 1; ; number += 1) {
    const path = `${folder}${name}.errors${number === 1 ? '' : `-${number}`}.${format}`;
    // A link counts as a file, even if it is broken.
    if (!(await succeeds(lstat(path)))) return path;
  }
}
