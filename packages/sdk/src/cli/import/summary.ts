import type { BulkProgress, BulkSummary } from '@trickle/sdk';
import type { Terminal } from '../terminal/terminal.ts';
import type { Seen } from './dry-run.ts';
import type { ErrorReport } from './error-report.ts';
import type { Plan } from './plan.ts';
import { grouped } from './progress-meter.ts';

interface End {
  readonly file: string;
  readonly terminal: Terminal;
  readonly plan: Plan;
  readonly report: ErrorReport;
}

/** Tells what came of an import. */
export function tellEnd({
  file,
  terminal,
  summary,
  report,
  plan,
}: End & { readonly summary: BulkSummary }): void {
  const { accepted, resumed, failed, unknown } = summary;
  const before = resumed > 0 ? `; an earlier run was done with ${grouped(resumed)} before` : '';
  terminal.note(terminal.style('bold', `${grouped(accepted)} records accepted${before}.`));
  if (failed + unknown > 0) {
    terminal.complain(
      `${grouped(failed + unknown)} records were not, or may not have been, taken. The same command sends them again.`,
    );
  }
  tellReport({ file, terminal, report, plan });
}

/** Tells how far an import came that was stopped, and how to go on. */
export function tellStop(end: End & { readonly summary: BulkProgress; readonly isResumable: boolean }): void {
  const { accepted, resumed } = end.summary;
  end.terminal.complain(`Stopped: ${grouped(accepted + resumed)} records are done with.`);
  tellReport(end);
  end.terminal.complain(
    end.isResumable
      ? 'The same command goes on from there.'
      : 'What came by standard input cannot be gone on with; a file could.',
  );
}

function tellReport({ terminal, report, plan }: End): void {
  if (report.count === 0) return;
  const again = plan.format === 'csv' && plan.delimiter !== ',' ? ', with the same options' : '';
  terminal.complain(
    `${grouped(report.count)} records were refused. They are in ${report.path} with the reasons: ` +
      `mend them there, and import that file${again}.`,
  );
}

/** Tells what an import would do. */
export function tellDryRun({
  terminal,
  rows,
  summary,
  refused,
  seen,
  perHour,
}: {
  readonly terminal: Terminal;
  readonly rows: number;
  readonly summary: BulkSummary;
  readonly refused: number;
  readonly seen: Seen;
  readonly perHour: number | undefined;
}): void {
  const hours = perHour === undefined ? 0 : Math.max(0, Math.ceil(summary.accepted / perHour) - 1);
  const time = hours > 0 ? ` With the limits of the service that takes ${hours} hours or more.` : '';
  const megabytes = (seen.bytes / 1e6).toFixed(1);
  terminal.complain(
    `Dry run, nothing was sent: of ${grouped(rows)} records, ${grouped(summary.accepted)} would go in ` +
      `${grouped(seen.requests)} requests (${megabytes} MB), ${grouped(refused)} refused.${time}`,
  );
}
