import { BulkError, type BulkSummary } from '@trickle/sdk';
import { connectToAccount, type OwnOptions } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { Ending, EXIT } from '../terminal/endings.ts';
import { CheckpointFile, contentOf } from './checkpoint-file.ts';
import { dryClient, ShownRefusals } from './dry-run.ts';
import { ErrorReport } from './error-report.ts';
import { ImportJob, type ImportWork } from './import-job.ts';
import { tellMapping } from './mapping-table.ts';
import type { ImportOptions } from './options.ts';
import { type Plan, planOf } from './plan.ts';
import { ProgressDisplay } from './progress-display.ts';
import { freeReportPath, numbersOf, perHourOf, settingsOf } from './settings.ts';
import { openSource, type Source } from './source.ts';
import { tellDryRun, tellEnd, tellStop } from './summary.ts';

/** An import as it was typed. */
export interface TypedImport extends Context {
  readonly file: string;
  readonly options: ImportOptions;
}

/** Sends the records of a file, or checks them and sends nothing. */
export async function runImport(typed: TypedImport): Promise<void> {
  const { file, options, terminal } = typed;
  const numbers = numbersOf(options);
  const source = await openSource(file, terminal.surroundings.stdin);
  try {
    const plan = await planOf(source, options);
    tellMapping(plan, terminal);
    const run = { ...typed, ...numbers, source, plan };
    await (options.dryRun ? runDry(run) : runForReal(run));
  } finally {
    source.close();
  }
}

interface Run extends TypedImport {
  readonly source: Source;
  readonly plan: Plan;
  readonly chunkSize: number;
  readonly concurrency: number;
}

async function runDry(run: Run): Promise<void> {
  const { options, terminal, plan, chunkSize } = run;
  const report = options.errors === undefined ? undefined : new ErrorReport(options.errors, plan);
  const refusals = report ?? new ShownRefusals(terminal);
  const seen = { requests: 0, bytes: 0 };
  const job = new ImportJob({
    ...workOf(run),
    client: dryClient(seen),
    report: refusals,
    checkpoint: undefined,
  });
  const summary = await job.run(displayOf(run, job, undefined));
  await report?.close();
  tellDryRun({
    ...run,
    rows: job.records.rows,
    summary,
    refused: refusals.count,
    seen,
    perHour: perHourOf(options, { ...run, chunkSize }),
  });
  if (refusals.count > 0) throw new Ending(EXIT.incomplete);
}

async function runForReal(run: Run): Promise<void> {
  const { file, options, terminal, plan, globals } = run;
  const perHour = perHourOf(options, run);
  let display: ProgressDisplay | undefined;
  const hooks: OwnOptions = {
    ...(!options.limits && { limits: false as const }),
    onWait: ({ until }) => display?.wait(until),
    onRequest: () => {
      display?.go();
      return undefined;
    },
  };
  const { client, connection, accountId } = await connectToAccount(globals, terminal, hooks);
  terminal.note(
    `To account ${accountId} (from ${connection.account?.origin}) at ${connection.baseUrl.value}.`,
  );
  const where = { baseUrl: connection.baseUrl.value, account: accountId };
  const { report, checkpoint } = await filesOf(run, where);
  const job = new ImportJob({ ...workOf(run), client, report, checkpoint });
  display = displayOf(run, job, perHour);
  try {
    const summary = await job.run(display);
    await report.close();
    await conclude(run, summary, report, checkpoint);
  } catch (error) {
    await report.close();
    const summary = error instanceof BulkError ? error.summary : job.shown.progress;
    if (!(error instanceof Ending && error.exitCode === EXIT.incomplete))
      tellStop({ file, terminal, summary, report, plan, isResumable: checkpoint !== undefined });
    throw error;
  }
}

async function conclude(
  run: Run,
  summary: BulkSummary,
  report: ErrorReport,
  checkpoint: CheckpointFile | undefined,
): Promise<void> {
  const isWhole = summary.failed + summary.unknown === 0;
  if (isWhole) await checkpoint?.delete();
  tellEnd({ ...run, summary, report });
  if (!isWhole || report.count > 0) throw new Ending(EXIT.incomplete);
}

/** The error report and the checkpoint: those of an earlier run that is gone on with, or new ones. */
async function filesOf(
  { file, options, plan, terminal }: Run,
  where: { readonly baseUrl: string; readonly account: string },
): Promise<{ report: ErrorReport; checkpoint: CheckpointFile | undefined }> {
  const newReport = async () =>
    new ErrorReport(options.errors ?? (await freeReportPath(file, plan.format)), plan);
  if (file === '-') return { report: await newReport(), checkpoint: undefined };
  const identity = { content: await contentOf(file), settings: settingsOf(plan, options, where) };
  const path = options.checkpoint ?? `${file}.checkpoint`;
  let report: ErrorReport | undefined;
  const checkpoint = new CheckpointFile(path, identity, async () => report?.flush());
  if (!options.restart && (await checkpoint.resume(file))) {
    report = new ErrorReport(checkpoint.report, plan);
    await report.resume();
    const done = (await checkpoint.load())?.position ?? 0;
    terminal.note(`Going on after ${done} records that an earlier run was done with.`);
  } else {
    report = await newReport();
    checkpoint.report = report.path;
    await checkpoint.begin();
  }
  return { report, checkpoint };
}

const workOf = ({
  plan,
  terminal,
  options,
  chunkSize,
  concurrency,
}: Run): Omit<ImportWork, 'client' | 'report' | 'checkpoint'> => ({
  ...{ plan, terminal, onUnknown: options.onUnknown, chunkSize, concurrency },
});

const displayOf = ({ terminal, source }: Run, job: ImportJob, perHour: number | undefined) =>
  new ProgressDisplay({ terminal, source, perHour, show: () => job.shown });
