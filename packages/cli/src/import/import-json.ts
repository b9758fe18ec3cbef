import type { BulkProgress } from '@trickle/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import type { Reason } from './reasons.ts';

/** The result of an import, complete or not, or of a dry run. */
export interface ImportResult {
  readonly dryRun: boolean;
  /** Whether the whole file was read. */
  readonly isFinished: boolean;
  readonly summary: BulkProgress;
  /** Rows that were rejected, by this command or by the client. */
  readonly rejected: number;
  readonly repeats: number;
  /** The commonest reasons of rejections. */
  readonly reasons: readonly Reason[];
  /** After a dry run, the first record as it would be sent. */
  readonly first?: unknown;
  /** The path of the error report, if it has records. */
  readonly errors: string | null;
}

/** Prints the result of an import as JSON, if JSON was asked for. */
export async function printImportJson(terminal: Terminal, result: ImportResult): Promise<void> {
  if (!terminal.isJson) return;
  const { dryRun, isFinished, rejected, reasons, first, repeats, errors } = result;
  const { accepted, resumed, failed, unknown } = result.summary;
  await terminal.json({
    ...{ dryRun, imported: accepted, resumed, rejected, reasons, failed, unknown, repeated: repeats, errors },
    first: first ?? null,
    isComplete: isFinished && rejected + failed + unknown === 0,
  });
}
