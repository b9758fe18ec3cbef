import { existsSync } from 'node:fs';
import { visibleLine } from '@trickle/design/terminal';
import { connectToAccount } from '../connection/connect.ts';
import { assertNoLinks } from '../files/no-links.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Copy, copyOf, filesOf } from './copy.ts';
import { differenceOf } from './difference.ts';
import { assertAgreed, estimate } from './estimate.ts';
import { lockFolder, readCopy } from './folder.ts';
import { PARTS, type Part, type Source } from './parts.ts';
import { type Progress, resumeProgress } from './progress.ts';
import { type Pull, readParts } from './read-account.ts';
import { withoutQuotes } from './safe-error.ts';
import { removeIfEmpty, Stage, startOver } from './stage.ts';
import { pullKey } from './subscribers/key.ts';
import { KeyedHash } from './subscribers/keyed-hash.ts';
import { subscriberOptions, type TypedOptions } from './subscribers/options.ts';
import { Pseudonyms } from './subscribers/pseudonyms.ts';
import { assertWithoutSubscribers } from './without-subscribers.ts';

interface Input extends TypedOptions {
  readonly folder: string | undefined;
  readonly only: readonly Part[] | undefined;
  readonly skip: readonly Part[] | undefined;
  readonly share: number;
  readonly yes: boolean;
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly restart: boolean;
}

/** Copies the account to a folder, or compares it with the folder. */
export async function run(input: Input, context: Context): Promise<void> {
  const folder = (input.folder ?? 'trickle').replace(/(?<=.)[\\/]+$/, '');
  await assertNoLinks(folder);
  if (input.check || input.dryRun) return await pull(folder, input, context);
  const lock = await lockFolder(folder);
  try {
    if (input.restart) await startOver(folder);
    else await Stage.recover(folder);
    await pull(folder, input, context);
  } finally {
    await lock.release();
  }
}

async function pull(folder: string, input: Input, { globals, terminal }: Context): Promise<void> {
  const isWritten = !input.check && !input.dryRun;
  const isNew = !existsSync(folder);
  const before = await readCopy(folder);
  if (input.check && !before) {
    throw new UsageError(`${folder} has no copy to compare with. Run trickle pull first.`);
  }
  const options = subscriberOptions(input, before?.report.subscribers?.options);
  const show = (what: string) => void (terminal.canRedraw && terminal.live(what));
  const limits = { mode: 'wait', share: input.share } as const;
  const onWait = ({ until }: { readonly until: Date }) =>
    show(`Waiting for the hourly limit until ${until.toLocaleTimeString()}. Ctrl-C: a later pull continues`);
  const { client, accountId } = await connectToAccount(globals, terminal, { limits, onWait });
  requireSame(folder, before, accountId);
  const parts = partsOf(input, before);
  const stop = new AbortController();
  const release = terminal.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
  const source: Source = { client, options: { signal: stop.signal } };
  let progress: Progress | undefined;
  try {
    const subscribers = isWritten ? options : undefined;
    const about = { folder: isWritten ? folder : undefined, accountId, subscribers };
    progress = await resumeProgress(about, source, terminal.io.env);
    if (progress.isResumed) terminal.note('Resuming an earlier pull.');
    else if (options) await agree(source, options, input, terminal);
    if (subscribers?.plain)
      terminal.complain(`${folder} gets the data of real subscribers. Only you can read it: keep it so.`);
    const copy = await copyAccount({ folder, accountId, parts, source, progress, show }, isWritten);
    const differences = before
      ? differenceOf(before, isWritten ? copy : await withTagsOf(before, copy, terminal.io.env))
      : differenceOf({ account: {}, bodies: new Map() }, copy);
    terminal.live('');
    await print({ folder, copy, isWritten, differences }, terminal);
    if (input.check && differences.length > 0) throw new ExitSignal(EXIT.differs);
  } catch (error) {
    throw withoutQuotes(error);
  } finally {
    await progress?.journal?.close();
    if (isWritten) await removeIfEmpty(folder, isNew);
    terminal.live('');
    release();
  }
}

/** Reads everything, and writes it to the folder. */
async function copyAccount(pull: Pull, isWritten: boolean): Promise<Copy> {
  const { folder, accountId, parts, progress } = pull;
  const read = await readParts(pull);
  if (!isWritten) return copyOf(accountId, parts, read);
  const stage = new Stage(folder, progress.subscribers?.options.plain ? 0o600 : 0o666);
  const subscribers = await progress.subscribers?.write(stage);
  const copy = copyOf(accountId, parts, read, subscribers);
  if (progress.traces) assertWithoutSubscribers(copy.account, copy.bodies, progress.traces);
  for (const [name, text] of filesOf(copy)) await stage.addText(name, text);
  await stage.commit();
  return copy;
}

/** Tells how long it takes, and wants to be told to go on if that is long. */
async function agree(
  source: Source,
  options: NonNullable<ReturnType<typeof subscriberOptions>>,
  { share, yes, dryRun, check }: Input,
  terminal: Terminal,
): Promise<void> {
  if (check) return;
  const expected = await estimate(source, options, share);
  const { subscribers, requests } = expected;
  if (dryRun)
    terminal.note(
      `${counted(subscribers, 'subscriber')}: reading them needs about ${counted(requests, 'request')}.`,
    );
  else assertAgreed(expected, yes);
}

/** A copy without subscribers, with the pseudonyms that tags have in another copy with subscribers. */
async function withTagsOf({ account, report }: Copy, copy: Copy, env: ProcessIo['env']): Promise<Copy> {
  const { subscribers } = report;
  const { tags } = copy.account;
  if (!subscribers || subscribers.options.plain || !Array.isArray(account.tags) || !Array.isArray(tags))
    return copy;
  const hash = new KeyedHash(await pullKey(env));
  if (hash.fingerprint !== subscribers.key) {
    throw new UsageError(
      'The copy has subscribers, and its pseudonyms were made with another key. Set TRICKLE_PULL_KEY to that key to compare them.',
    );
  }
  const names = new Set(account.tags);
  const pseudonyms = new Pseudonyms(hash);
  const inCopy = (tag: string) => (names.has(pseudonyms.tag(tag)) ? pseudonyms.tag(tag) : tag);
  return { ...copy, account: { ...copy.account, tags: tags.map(inCopy) } };
}

function requireSame(folder: string, before: Copy | undefined, accountId: string): void {
  if (!before || before.report.account === accountId) return;
  throw new UsageError(
    `${folder} is a copy of account ${before.report.account}, not of ${accountId}. Choose another folder.`,
  );
}

/** The parts of the options, else those of the folder, else all. */
function partsOf({ only, skip = [] }: Input, before: Copy | undefined): readonly Part[] {
  const chosen: readonly Part[] = only ?? before?.report.parts ?? PARTS;
  const parts = PARTS.filter((part) => chosen.includes(part) && !skip.includes(part));
  if (parts.length === 0) throw new UsageError('--only and --skip leave nothing to copy.');
  return parts;
}

interface Result {
  readonly folder: string;
  readonly copy: Copy;
  readonly isWritten: boolean;
  readonly differences: readonly string[];
}

async function print({ folder, copy, isWritten, differences }: Result, terminal: Terminal): Promise<void> {
  const { account, subscribers, notReadable, skipped, leftOut, unknownMembers } = copy.report;
  const copied = subscribers?.counts.copied ?? 0;
  if (terminal.isJson) {
    const report = { subscribers: copied, notReadable, skipped, leftOut, unknownMembers };
    return terminal.json({ folder, account, isWritten, differences, ...report });
  }
  await terminal.print(differences.map((line) => `${visibleLine(line)}\n`));
  for (const [part, status] of Object.entries(skipped)) {
    terminal.complain(`The service refused ${part} with ${status}.`);
  }
  for (const line of leftOut) terminal.complain(`Left out: ${line}.`);
  if (unknownMembers.length > 0) {
    terminal.note(
      `Left out, since the interface does not describe them: ${visibleLine(unknownMembers.join(', '))}.`,
    );
  }
  const missing = Object.entries(notReadable).flatMap(([what, count]) =>
    count !== null && count > 0 ? [`${count} ${what}`] : [],
  );
  if (missing.length > 0) {
    terminal.note(
      `The service does not deliver: ${missing.join('; ')}. Add what you need to ${folder}/additions.json.`,
    );
  }
  const what = subscribers
    ? `account ${account} with ${counted(copied, 'subscriber')}`
    : `account ${account}`;
  terminal.note(isWritten ? `Copied ${what} to ${folder}.` : `Compared ${what} with ${folder}.`);
}
