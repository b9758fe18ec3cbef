import { styled } from '@trickle/design/terminal';
import type { BulkProgress, BulkSummary } from '@trickle/sdk';
import { counted, grouped } from '../terminal/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Seen } from './dry-run.ts';
import type { ErrorReport } from './error-report.ts';
import type { ImportOptions } from './options.ts';
import { duration } from './progress-meter.ts';
import type { Reasons } from './reasons.ts';

interface End {
  readonly terminal: Terminal;
  readonly options: ImportOptions;
  readonly report: ErrorReport;
  /** Why records were rejected in this run. */
  readonly reasons: Reasons;
  /** In milliseconds. */
  readonly elapsed: number;
}

/** Prints the result of an import. */
export function printResult(end: End & { readonly summary: BulkSummary; readonly repeats: number }): void {
  const { terminal, summary, repeats } = end;
  const { accepted, resumed, failed, unknown } = summary;
  const before = resumed > 0 ? ` An earlier run processed ${counted(resumed, 'record')}.` : '';
  const imported = styled('bold', `Imported ${counted(accepted, 'record')}.${before}`);
  terminal.note([imported, ' ', paceOf(accepted, end.elapsed)]);
  if (repeats > 0) terminal.note(repeatsOf(repeats));
  if (failed + unknown > 0) {
    terminal.complain(
      `${counted(failed + unknown, 'record')} failed or may not have arrived. Run the same command again to retry.`,
    );
  }
  printReport(end);
}

/** Prints how far a stopped import came, and how to resume it. */
export function printStop(
  end: End & { readonly summary: BulkProgress; readonly isResumable: boolean },
): void {
  const { accepted, resumed } = end.summary;
  end.terminal.complain(`Stopped after ${counted(accepted + resumed, 'record')}.`);
  end.terminal.note(paceOf(accepted, end.elapsed));
  printReport(end);
  end.terminal.complain(
    end.isResumable
      ? 'Run the same command again to resume.'
      : 'Imports from standard input or a pipe cannot be resumed. Import from a file instead.',
  );
}

function printReport({ terminal, options, report, reasons }: End): void {
  if (report.count === 0) return;
  printReasons(terminal, reasons);
  const them = report.count === 1 ? 'it' : 'them';
  const again = options.errors === undefined ? 'the same options' : 'the same options and another --errors';
  terminal.complain(
    `${counted(report.count, 'record')} rejected. See ${report.path} for the reasons: ` +
      `fix ${them} there, then import that file with ${again}.`,
  );
}

/** The time that an import took, and its rate. */
function paceOf(accepted: number, elapsed: number): string {
  if (elapsed < 1000) return 'That took less than a second.';
  return `That took ${duration(elapsed)}: ${counted((accepted / elapsed) * 1000, 'record')} a second.`;
}

function printReasons(terminal: Terminal, reasons: Reasons): void {
  const commonest = reasons.commonest();
  if (commonest.length === 0) return;
  const lines = commonest.map(({ reason, count }) => `${grouped(count)} × ${reason}`);
  terminal.note(['Reasons of rejections, the commonest first:', ...lines].join('\n'));
}

const repeatsOf = (repeats: number) =>
  `${counted(repeats, 'record')} referred to the same subscriber as an earlier record.`;

/** Prints the result of a dry run. */
export function printDryRun({
  terminal,
  rows,
  summary,
  rejected,
  reasons,
  repeats,
  seen,
  perHour,
}: {
  readonly terminal: Terminal;
  readonly rows: number;
  readonly summary: BulkSummary;
  readonly rejected: number;
  readonly reasons: Reasons;
  readonly repeats: number;
  readonly seen: Seen;
  readonly perHour: number | undefined;
}): void {
  const { accepted } = summary;
  if (seen.first !== undefined)
    terminal.note(`The first record, as it would be sent:\n${JSON.stringify(seen.first, undefined, 2)}`);
  printReasons(terminal, reasons);
  const hours = perHour === undefined ? 0 : Math.max(0, Math.ceil(accepted / perHour) - 1);
  const megabytes = (seen.bytes / 1e6).toFixed(1);
  terminal.complain(
    `Dry run, nothing was sent. Of ${counted(rows, 'record')}, ${counted(accepted, 'record')} would be imported ` +
      `with ${counted(seen.requests, 'request')} (${megabytes} MB), and ${counted(rejected, 'record')} would be rejected.`,
  );
  if (repeats > 0) terminal.complain(repeatsOf(repeats));
  if (hours > 0)
    terminal.complain(`The rate limits of the service make this take at least ${counted(hours, 'hour')}.`);
}
