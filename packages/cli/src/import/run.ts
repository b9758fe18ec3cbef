import { visibleLine } from '@trickle/design/terminal';
import { BulkError } from '@trickle/sdk';
import { connectToAccount, type OwnOptions } from '../connection/connect.ts';
import { assertDistinct, assertStaysInside, type NamedFile } from '../files/check-paths.ts';
import { FileLock } from '../files/file-lock.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal } from '../terminal/exit-signal.ts';
import { ask, canAsk } from '../terminal/prompt.ts';
import { CheckpointFile, contentOf, importIdentity } from './checkpoint-file.ts';
import type { Ask } from './consent.ts';
import { dryClient, type Seen, ShownRejections } from './dry-run.ts';
import { ErrorReport, freeReportPath } from './error-report.ts';
import { ImportJob } from './import-job.ts';
import { printMapping } from './mapping-table.ts';
import type { ImportOptions } from './options.ts';
import { type Plan, planOf } from './plan.ts';
import { ProgressDisplay } from './progress.ts';
import { openSource, type Source } from './source.ts';
import { type End, printDryRun, printJson, printResult, printStop } from './summary.ts';

interface TypedImport extends Context {
  readonly file: string;
  readonly options: ImportOptions;
}

/** Sends the records of a file, or checks them and sends nothing. */
export async function run(
  { file, ...options }: ImportOptions & { readonly file: string },
  context: Context,
): Promise<void> {
  const typed = { ...context, file, options };
  const { terminal } = context;
  await assertDistinct(filesNamedIn(typed));
  if (options.errors !== undefined) await assertStaysInside(options.errors, '--errors');
  const source = await openSource(file, terminal.io.stdin);
  try {
    const plan = await planOf(source, options, asking(typed));
    if (plan.isReport) terminal.note(`${source.name} is an error report. Reading it as ${plan.encoding}.`);
    printMapping(plan, terminal);
    await (options.dryRun ? runDry : runAlone)({ ...typed, source, plan });
  } finally {
    source.close();
  }
}

/** Asks about a consent column on the terminal, unless the file itself comes from there. */
function asking({ terminal, file }: TypedImport): Ask | undefined {
  if (file === '-' || terminal.isJson || !canAsk(terminal.io)) return undefined;
  return async (column) => {
    const answer = await ask(
      terminal.io,
      `The column ${visibleLine(column)} seems to say who may get emails. Import those who do not agree as ` +
        '[u]nsubscribed, import [e]verybody as active, or [s]top? ',
    );
    return ANSWERS[answer.toLowerCase()[0] ?? ''];
  };
}

const ANSWERS: Readonly<Record<string, 'status' | 'nothing'>> = { u: 'status', e: 'nothing' };

interface Run extends TypedImport {
  readonly source: Source;
  readonly plan: Plan;
}

async function runDry(run: Run): Promise<void> {
  const { options, terminal, plan } = run;
  const report =
    options.errors === undefined ? undefined : new ErrorReport(options.errors, plan, { mayReplace: true });
  const rejections = report ?? new ShownRejections(terminal);
  const seen: Seen = { requests: 0, bytes: 0 };
  const job = new ImportJob({
    ...workOf(run),
    client: dryClient(seen),
    report: rejections,
    checkpoint: undefined,
  });
  const display = displayOf(run, job);
  const summary = await job.run(display);
  await report?.close();
  const end: End = { terminal, job, display, summary, report: rejections };
  if (terminal.isJson) await printJson(end, { dryRun: true, first: seen.first });
  else printDryRun(end, seen, options);
  if (rejections.count > 0) throw new ExitSignal(EXIT.incomplete);
}

async function runAlone(run: Run): Promise<void> {
  const path = checkpointPathOf(run);
  const lock = path === undefined ? undefined : await FileLock.of(path);
  try {
    await runForReal(run);
  } finally {
    await lock?.release();
  }
}

async function runForReal(run: Run): Promise<void> {
  const { options, terminal, globals } = run;
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
    `Importing to account ${accountId} (from ${connection.account?.origin}) at ${connection.baseUrl.value}.`,
  );
  const where = { baseUrl: connection.baseUrl.value, account: accountId };
  const { report, checkpoint } = await filesOf(run, where);
  const job = new ImportJob({ ...workOf(run), client, report, checkpoint });
  display = displayOf(run, job);
  const ended = { terminal, job, display, report };
  try {
    const summary = await job.run(display);
    await report.close();
    await conclude({ ...ended, summary }, options, checkpoint);
  } catch (error) {
    await report.close();
    if (!(error instanceof ExitSignal && error.exitCode === EXIT.incomplete)) {
      const summary = error instanceof BulkError ? error.summary : job.progress.progress;
      const end = { ...ended, summary };
      if (terminal.isJson) await printJson(end, { isFinished: false });
      printStop(end, options, checkpoint !== undefined);
    }
    throw error;
  }
}

async function conclude(
  end: End,
  options: ImportOptions,
  checkpoint: CheckpointFile | undefined,
): Promise<void> {
  const isComplete = end.summary.failed + end.summary.unknown === 0;
  if (isComplete) await checkpoint?.delete();
  if (end.terminal.isJson) await printJson(end);
  printResult(end, options);
  if (!isComplete || end.report.count > 0) throw new ExitSignal(EXIT.incomplete);
}

/** The files that the command names, the default checkpoint included. A default report is always a new file. */
function filesNamedIn({ file, options, terminal }: TypedImport): NamedFile[] {
  const { stdin } = terminal.io;
  const input = file === '-' ? ('fd' in stdin ? `/dev/fd/${stdin.fd}` : undefined) : file;
  const checkpoint = options.checkpoint ?? (file === '-' ? undefined : checkpointOf(file));
  return [
    ...(input === undefined ? [] : [{ role: 'the input', path: input }]),
    ...(options.errors === undefined ? [] : [{ role: '--errors', path: options.errors }]),
    ...(checkpoint === undefined ? [] : [{ role: '--checkpoint', path: checkpoint }]),
  ];
}

const checkpointOf = (file: string) => `${file}.checkpoint`;

/** The checkpoint of an import; undefined for a pipe, which can be read only once. */
const checkpointPathOf = ({ file, options, source }: Run): string | undefined =>
  source.size === undefined ? undefined : (options.checkpoint ?? checkpointOf(file));

async function filesOf(
  run: Run,
  where: { readonly baseUrl: string; readonly account: string },
): Promise<{ report: ErrorReport; checkpoint: CheckpointFile | undefined }> {
  const { file, options, plan, terminal } = run;
  const path = checkpointPathOf(run);
  const newReport = async () =>
    options.errors === undefined
      ? new ErrorReport(await freeReportPath(path === undefined ? undefined : file, plan.format), plan)
      : new ErrorReport(options.errors, plan, { mayReplace: true });
  if (path === undefined) return { report: await newReport(), checkpoint: undefined };
  const identity = { content: await contentOf(file), settings: importIdentity(plan, options, where) };
  let report: ErrorReport | undefined;
  const checkpoint = new CheckpointFile(path, identity, async () => report?.flush());
  if (!options.restart && (await checkpoint.resume(file))) {
    const named = [
      { role: 'the input', path: file },
      { role: '--checkpoint', path },
      { role: 'the error report', path: checkpoint.report },
    ];
    await assertDistinct(named);
    // If nothing has been rejected yet, a named report may still be an old file.
    report = new ErrorReport(checkpoint.report, plan, { mayReplace: options.errors !== undefined });
    await report.resume(checkpoint.written);
    const done = (await checkpoint.load())?.position ?? 0;
    terminal.note(`Resuming after ${counted(done, 'record')}.`);
  } else {
    report = await newReport();
    await report.begin();
    checkpoint.report = report.path;
    await checkpoint.begin();
  }
  return { report, checkpoint };
}

const workOf = ({ plan, terminal, options }: Run) => ({ plan, terminal, options });

const displayOf = ({ terminal, source }: Run, job: ImportJob) =>
  new ProgressDisplay({ terminal, source, show: () => job.progress });
