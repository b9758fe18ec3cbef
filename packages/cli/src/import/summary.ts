import { styled } from '@trickle/design/terminal';
import type { BulkProgress } from '@trickle/sdk';
import { LIMITS } from '@trickle/sdk/contract';
import { counted, grouped } from '../terminal/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Seen } from './dry-run.ts';
import type { ImportJob } from './import-job.ts';
import type { ImportOptions } from './options.ts';
import { duration, type ProgressDisplay } from './progress.ts';
import type { Reasons } from './reasons.ts';

export interface End {
  readonly terminal: Terminal;
  readonly summary: BulkProgress;
  readonly job: ImportJob;
  readonly display: ProgressDisplay;
  /** The rows that were rejected, by this command or by the client. */
  readonly report: { readonly count: number; readonly path?: string };
}

/** Prints the result as JSON. `isFinished`: whether the whole file was read. */
export async function printJson(
  { terminal, summary, job, report }: End,
  { dryRun = false, isFinished = true, first = null as unknown } = {},
): Promise<void> {
  const { accepted, resumed, failed, unknown } = summary;
  await terminal.json({
    ...{ dryRun, imported: accepted, resumed, rejected: report.count, reasons: job.reasons.commonest() },
    ...{ failed, unknown, repeated: job.repeats, leftOut: job.records.leftOut },
    ...{ errors: (report.count > 0 && report.path) || null, first },
    isComplete: isFinished && report.count + failed + unknown === 0,
  });
}

export function printResult(end: End, options: ImportOptions): void {
  const { terminal, summary } = end;
  const { accepted, resumed, failed, unknown } = summary;
  const before = resumed > 0 ? ` An earlier run processed ${counted(resumed, 'record')}.` : '';
  const imported = styled('bold', `Imported ${counted(accepted, 'record')}.${before}`);
  terminal.note([imported, ' ', paceOf(accepted, end.display)]);
  for (const line of oddities(end)) terminal.note(line);
  if (failed + unknown > 0) {
    terminal.complain(
      `${counted(failed + unknown, 'record')} failed or may not have arrived. Run the same command again to retry.`,
    );
  }
  printReport(end, options);
}

/** Prints how many records a stopped import has processed, and how to resume it. */
export function printStop(end: End, options: ImportOptions, isResumable: boolean): void {
  const { accepted, resumed } = end.summary;
  end.terminal.complain(`Stopped after ${counted(accepted + resumed, 'record')}.`);
  end.terminal.note(paceOf(accepted, end.display));
  printReport(end, options);
  end.terminal.complain(
    isResumable
      ? 'Run the same command again to resume.'
      : 'Imports from standard input or a pipe cannot be resumed. Import from a file instead.',
  );
}

function printReport({ terminal, report, job }: End, { errors }: ImportOptions): void {
  if (report.count === 0) return;
  printReasons(terminal, job.reasons);
  const them = report.count === 1 ? 'it' : 'them';
  const again = errors === undefined ? 'the same options' : 'the same options and another --errors';
  terminal.complain(
    `${counted(report.count, 'record')} rejected. See ${report.path} for the reasons: ` +
      `fix ${them} there, then import that file with ${again}.`,
  );
}

function paceOf(accepted: number, { elapsed }: ProgressDisplay): string {
  if (elapsed < 1000) return 'That took less than a second.';
  return `That took ${duration(elapsed)}: ${counted((accepted / elapsed) * 1000, 'record')} a second.`;
}

function printReasons(terminal: Terminal, reasons: Reasons): void {
  const commonest = reasons.commonest();
  if (commonest.length === 0) return;
  const lines = commonest.map(({ reason, count }) => `${grouped(count)} × ${reason}`);
  terminal.note(['Reasons for rejections, most common first:', ...lines].join('\n'));
}

/** Lines about repeated subscribers, and about rows that `--where` leaves out. */
function oddities({ job: { repeats, records } }: End): string[] {
  const repeated = `${counted(repeats, 'record')} referred to the same subscriber as an earlier record.`;
  const leftOut = `--where left out ${counted(records.leftOut, 'record')}.`;
  return [...(repeats > 0 ? [repeated] : []), ...(records.leftOut > 0 ? [leftOut] : [])];
}

export function printDryRun(end: End, seen: Seen, options: ImportOptions): void {
  const { terminal, summary, job, report } = end;
  const { accepted } = summary;
  if (seen.first !== undefined)
    terminal.note(`The first record, as it would be sent:\n${JSON.stringify(seen.first, undefined, 2)}`);
  printReasons(terminal, job.reasons);
  const perHour = perHourOf(options);
  const hours = perHour === undefined ? 0 : Math.max(0, Math.ceil(accepted / perHour) - 1);
  const megabytes = (seen.bytes / 1e6).toFixed(1);
  terminal.complain(
    `Dry run, nothing was sent. Of ${counted(job.records.rows, 'record')}, ${counted(accepted, 'record')} would be imported ` +
      `with ${counted(seen.requests, 'request')} (${megabytes} MB), and ${counted(report.count, 'record')} would be rejected.`,
  );
  for (const line of oddities(end)) terminal.complain(line);
  if (hours > 0)
    terminal.complain(`The rate limits of the service make this take at least ${counted(hours, 'hour')}.`);
}

/** Records per hour that the service accepts in chunks of this size. */
function perHourOf({ limits, chunkSize }: ImportOptions): number | undefined {
  if (!limits) return undefined;
  return Math.min(LIMITS.batchUpdatesPerHour, LIMITS.batchRequestsPerHour * chunkSize);
}
