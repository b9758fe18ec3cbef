import { dirname, join } from 'node:path';
import { didYouMean } from '@trickle/sdk/contract';
import { configPath } from '../connection/config-file.ts';
import { writeText } from '../files/write-text.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UnreachableError, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { anonymousRun } from './anonymous.ts';
import { Collector, type Comparison, type Runs, undecidedIn } from './comparison.ts';
import { type Accepted, readAccepted } from './difference.ts';
import type { Run } from './exchange.ts';
import { Journal } from './journal.ts';
import type { CompareOptions } from './options.ts';
import { digestOf, type RecordedRun, readRecording, recordedRunOf, writeRecording } from './recording.ts';
import { type About, headlineOf, reportWriterOf, textReport } from './report.ts';
import { PERMISSIONS, type Permission, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { connectSandbox, connectService, type Side } from './side.ts';
import { addressesIn, Visitor } from './visitor.ts';
import { Vocabulary } from './vocabulary.ts';

interface Job {
  readonly input: CompareOptions;
  readonly accepted: readonly Accepted[];
  readonly context: Context;
  readonly signal: AbortSignal;
}

type Source = (scenario: Scenario) => Promise<Runs>;

/** It knows all scenarios, so partial and full recordings use the same placeholders. */
const VOCABULARY = new Vocabulary(SCENARIOS);

/** The mailbox for a sandbox if none is given: no email leaves a sandbox. */
const NOWHERE = 'trickle+{n}@compare.example';

export async function run(input: CompareOptions, context: Context): Promise<void> {
  requireConsistent(input);
  const { terminal } = context;
  const mayCreate = input.against === undefined && (input.clean || input.allow !== 'read');
  const path = join(dirname(configPath(terminal.io.env)), 'compared-subscribers.ndjson');
  const journal = mayCreate ? await Journal.open(path) : undefined;
  try {
    const accepted = input.accept === undefined ? [] : await readAccepted(input.accept);
    await terminal.interruptible((signal) => work({ input, accepted, context, signal }, journal));
  } finally {
    await journal?.close();
  }
}

function requireConsistent({ record, against, allow, mailbox, report }: CompareOptions): void {
  if (record !== undefined && against !== undefined) {
    throw new UsageError('--record stores responses, --against uses them. Use one.');
  }
  if (against === undefined && allow !== 'read' && mailbox === undefined) {
    throw new UsageError(
      `--allow ${allow} creates subscribers. Say where their emails go: --mailbox 'qa+{n}@example.com'`,
    );
  }
  if (report !== undefined) reportWriterOf(report);
}

async function work(job: Job, journal: Journal | undefined): Promise<void> {
  const { input, context } = job;
  const { globals, terminal } = context;
  const nextAddress = addressesIn(input.mailbox ?? NOWHERE);
  if (input.against !== undefined) {
    const recorded = await readRecording(input.against);
    const sandbox = await connectSandbox(input.sandbox, globals.account, terminal);
    const chosen = chosenScenarios(
      SCENARIOS.filter(({ id }) => recorded.has(id)),
      input.only,
      () => `is in ${input.against}`,
    );
    const sides = { service: input.against, sandbox: sandbox.baseUrl };
    const sources = [fromRecording(recorded), live(new Visitor(sandbox, nextAddress), job)] as const;
    return await compareAll(chosen, sources, sides, job);
  }
  const service = await connectService(globals, terminal, input.share);
  const visitor = new Visitor(service, nextAddress, journal);
  if (journal && input.clean) return await clean(journal.subscribersIn(service), visitor, job);
  requireDisposable(input, service);
  const permitted = SCENARIOS.filter(
    ({ class: kind }) => PERMISSIONS.indexOf(kind) <= PERMISSIONS.indexOf(input.allow),
  );
  const chosen = chosenScenarios(permitted, input.only, (classes) => {
    const least = PERMISSIONS.find((permission) => classes.includes(permission));
    return `may run with --allow ${input.allow}. Add --allow ${least}`;
  });
  try {
    if (input.record !== undefined) return await recordAll(chosen, live(visitor, job), input.record, job);
    const sandbox = await connectSandbox(input.sandbox, service.accountId, terminal);
    const sides = { service: service.baseUrl, sandbox: sandbox.baseUrl };
    const sources = [live(visitor, job), live(new Visitor(sandbox, nextAddress), job)] as const;
    await compareAll(chosen, sources, sides, job);
  } finally {
    if ((journal?.subscribersIn(service).length ?? 0) > 0)
      terminal.complain('Some subscribers may still be in the account. Run trickle compare --clean.');
  }
}

function requireDisposable({ allow, disposable }: CompareOptions, { accountId }: Side): void {
  if (allow !== 'account' || disposable === accountId) return;
  throw new UsageError(
    `--allow account changes everything in account ${accountId}. If nothing there is needed, add --disposable ${accountId}.`,
  );
}

/** @param refusal Explains why the scenarios with that name may not run, by their classes. */
function chosenScenarios(
  scenarios: readonly Scenario[],
  only = '',
  refusal: (classes: readonly Permission[]) => string,
): readonly Scenario[] {
  const isNamed = ({ id }: Scenario) => id.startsWith(only);
  const chosen = scenarios.filter(isNamed);
  if (chosen.length > 0) return chosen;
  const classes = SCENARIOS.filter(isNamed).map(({ class: kind }) => kind);
  if (classes.length > 0) throw new UsageError(`No scenario that begins with '${only}' ${refusal(classes)}.`);
  const hint = didYouMean(
    only,
    SCENARIOS.map(({ id }) => id),
  );
  throw new UsageError(`No scenario begins with '${only}'${hint}.`);
}

const live =
  (visitor: Visitor, { input, signal }: Job): Source =>
  async (scenario) => {
    const runs: Run[] = [];
    for (let i = 0; i < input.repeat && !runs.at(-1)?.undecided; i += 1) {
      runs.push(await visitor.run(scenario, signal));
    }
    return { runs };
  };

const fromRecording =
  (recorded: ReadonlyMap<string, RecordedRun>): Source =>
  async (scenario) => {
    const run = recordedRunOf(recorded, scenario);
    const unstable = run?.unstable.map((place) => ({ ...place, scenario: scenario.id }));
    return { runs: run ? [run] : [], ...(unstable && { unstable }) };
  };

async function compareAll(
  scenarios: readonly Scenario[],
  [service, sandbox]: readonly [Source, Source],
  sides: Pick<About, 'service' | 'sandbox'>,
  job: Job,
): Promise<void> {
  const { terminal } = job.context;
  const collector = new Collector(VOCABULARY);
  for (const [i, scenario] of scenarios.entries()) {
    terminal.live(`${i + 1} of ${scenarios.length}: ${scenario.id}`);
    collector.add(scenario, await service(scenario), await sandbox(scenario));
    if (!collector.isAnswered) {
      terminal.complain(
        `${scenarios.length - i - 1} more scenarios did not run, since a server does not answer.`,
      );
      break;
    }
  }
  await conclude(collector.result(job.accepted), sides, job);
}

async function recordAll(
  scenarios: readonly Scenario[],
  service: Source,
  folder: string,
  { context: { terminal } }: Job,
): Promise<void> {
  const collector = new Collector(VOCABULARY);
  const recorded: RecordedRun[] = [];
  for (const [i, scenario] of scenarios.entries()) {
    terminal.live(`${i + 1} of ${scenarios.length}: ${scenario.id}`);
    const runs = await service(scenario);
    const [first] = runs.runs;
    if (!first) continue;
    requireDecided(runs, terminal);
    const unstable = collector.unstablePlacesOf(runs).map(({ step, place }) => ({ step, place }));
    recorded.push({ ...anonymousRun(first, VOCABULARY), steps: digestOf(scenario), unstable });
  }
  terminal.live('');
  await writeRecording(folder, recorded);
  if (terminal.isJson)
    await terminal.json({ recorded: folder, scenarios: recorded.map(({ scenario }) => scenario) });
  terminal.note(`Recorded ${counted(recorded.length, 'scenario')} in ${folder}.`);
}

/** Ends a recording with an undecided step, which would not reflect the service. */
function requireDecided({ runs }: Runs, terminal: Terminal): void {
  const [undecided] = undecidedIn(runs, 'service');
  if (!undecided) return;
  const { scenario, step, reason } = undecided;
  terminal.live('');
  terminal.complain(
    `Nothing was recorded: step ${step + 1} of ${scenario} is undecided, since ${reason}. Run the command again.`,
  );
  throw new ExitSignal(EXIT.failed, 'Nothing was recorded.');
}

async function clean(
  subscribers: readonly string[],
  visitor: Visitor,
  { signal, context: { terminal } }: Job,
): Promise<void> {
  const left = await visitor.delete(subscribers, signal);
  if (left.length > 0) throw new UnreachableError(`The service did not delete ${left.join(', ')}.`);
  if (terminal.isJson) await terminal.json({ deleted: subscribers.length });
  terminal.note(subscribers.length === 0 ? 'Nobody was left.' : 'Nobody is left any more.');
}

async function conclude(
  comparison: Comparison,
  sides: Pick<About, 'service' | 'sandbox'>,
  { input, context: { terminal } }: Job,
): Promise<void> {
  terminal.live('');
  if (input.report !== undefined) {
    const about = { ...sides, date: new Date().toISOString().slice(0, 10) };
    await writeText(input.report, reportWriterOf(input.report)(comparison, about));
  }
  if (terminal.isJson) await terminal.json(comparison);
  else {
    await terminal.print(textReport(comparison));
    terminal.note(headlineOf(comparison));
  }
  if (input.check && comparison.differences.length + comparison.stale.length > 0)
    throw new ExitSignal(EXIT.differs);
  if (comparison.undecided.length > 0) throw new ExitSignal(EXIT.incomplete, 'Some steps are undecided.');
}
