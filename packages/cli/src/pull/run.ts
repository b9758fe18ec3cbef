import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visibleLine } from '@trickle/design/terminal';
import { Answers } from '../connection/answers.ts';
import { connectToAccount } from '../connection/connect.ts';
import { assertNoLinks } from '../files/no-links.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fieldValuesIn } from './additions.ts';
import { type Copy, copyOf, filesOf, withSubscribers, withSubscribersOf } from './copy.ts';
import { differenceOf } from './difference.ts';
import { lockFolder, readCopy, readJson } from './folder.ts';
import { makeUp } from './make-up.ts';
import { type Json, PARTS, type Part, type Source } from './parts.ts';
import { readParts } from './read-account.ts';
import { refusalOf } from './refusal.ts';
import { withoutQuotes } from './safe-error.ts';
import { readSeedFolder, SeedError } from './seeds.ts';
import { readShares } from './shares.ts';
import { removeIfEmpty, Stage } from './stage.ts';

interface Input {
  readonly folder: string | undefined;
  readonly only: readonly Part[] | undefined;
  readonly skip: readonly Part[] | undefined;
  readonly subscribers: number | undefined;
  readonly share: number;
  readonly check: boolean;
  readonly dryRun: boolean;
}

/** Git leaves the ends of lines as they are, so that the same copy is the same bytes on Windows. */
const GIT_ATTRIBUTES = '* -text\n';

/** Copies the account to a folder, or compares it with the folder. */
export async function run(input: Input, context: Context): Promise<void> {
  let folder = input.folder ?? 'trickle';
  while (/.[\\/]$/.test(folder)) folder = folder.slice(0, -1);
  await assertNoLinks(folder);
  if (input.check || input.dryRun) return await pull(folder, input, context);
  const lock = await lockFolder(folder);
  try {
    await Stage.recover(folder);
    await pull(folder, input, context);
  } finally {
    await lock.release();
  }
}

async function pull(folder: string, input: Input, { globals, terminal }: Context): Promise<void> {
  const isWritten = !input.check && !input.dryRun;
  const before = await readCopy(folder);
  if (input.check && !before) {
    throw new UsageError(`${folder} has no copy to compare with. Run trickle pull first.`);
  }
  const show = (what: string) => void (terminal.canRedraw && terminal.live(what));
  const limits = { mode: 'wait', share: input.share } as const;
  const onWait = ({ until }: { readonly until: Date }) => {
    const message = `Waiting for the hourly limit until ${until.toLocaleTimeString()}.`;
    if (terminal.canRedraw) terminal.live(message);
    else terminal.note(message);
  };
  const answers = new Answers(terminal.io.fetch);
  const { fetch } = answers;
  const { client, accountId } = await connectToAccount(globals, terminal, { limits, onWait, fetch });
  requireSame(folder, before, accountId);
  const parts = partsOf(input, before);
  const stop = new AbortController();
  const release = terminal.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
  const source: Source = { client, answers, options: { signal: stop.signal } };
  try {
    const additions = (await readJson(join(folder, 'additions.json'))) ?? {};
    const read = copyOf(accountId, parts, await readParts(source, parts, before, show), additions);
    const number = input.subscribers ?? before?.report.subscribers?.number ?? 0;
    const copy =
      isWritten && number > 0 ? await withMadeUp(read, { additions, number, before }, source, show) : read;
    const differences = differenceOf(before ?? { account: {}, bodies: new Map() }, copy);
    if (isWritten) await write(folder, copy);
    terminal.live('');
    await print({ folder, copy, isWritten, differences }, terminal);
    if (input.check && differences.length > 0) throw new ExitSignal(EXIT.differs);
    const { skipped, invalid, goneRecords } = copy.report;
    if (Object.keys(skipped).length + invalid.length + goneRecords.length > 0) {
      throw new ExitSignal(EXIT.incomplete, 'The copy is not complete.');
    }
  } catch (error) {
    throw withoutQuotes(error);
  } finally {
    terminal.live('');
    release();
  }
}

/** Makes up subscribers for a copy. If they cannot be counted, they stay as they were. */
async function withMadeUp(
  copy: Copy,
  {
    additions,
    number,
    before,
  }: { readonly additions: Json; readonly number: number; readonly before: Copy | undefined },
  source: Source,
  show: (what: string) => void,
): Promise<Copy> {
  const { account, report } = copy;
  const tags = (account.tags ?? []) as readonly string[]; // as `READERS` write them
  const campaigns = ((account.campaigns ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
  const fields = fieldValuesIn(additions);
  try {
    const shares = await readShares(source, { tags, campaigns }, show);
    return withSubscribers(copy, makeUp(number, shares, fields), shares);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    const skipped = { ...report.skipped, subscribers: refusal };
    return withSubscribersOf(before, { ...copy, report: { ...report, skipped } });
  }
}

/** Writes all files, or leaves the folder as it was. What is written loads: the server reads it before. */
async function write(folder: string, copy: Copy): Promise<void> {
  const isNew = !existsSync(folder);
  const stage = new Stage(folder);
  try {
    if (!existsSync(join(folder, '.gitattributes'))) await stage.add('.gitattributes', GIT_ATTRIBUTES);
    for (const [name, text] of filesOf(copy)) await stage.add(name, text);
    readSeedFolder(stage.files, folder);
  } catch (error) {
    await stage.discard();
    if (isNew) await removeIfEmpty(folder);
    if (!(error instanceof SeedError)) throw error;
    throw new UsageError(`The server would not load the copy: ${error.message}. Nothing was written.`);
  }
  await stage.commit();
}

function requireSame(folder: string, before: Copy | undefined, accountId: string): void {
  if (!before || before.report.account === accountId) return;
  throw new UsageError(
    `${folder} is a copy of account ${before.report.account}, not of ${accountId}. Choose another folder.`,
  );
}

/** The parts of the options, else those of the folder, else all. */
function partsOf({ only, skip = [] }: Input, before: Copy | undefined): readonly Part[] {
  const chosen: readonly string[] = only ?? before?.report.parts ?? PARTS;
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
  const { account, subscribers, parts: _, version: __, ...report } = copy.report;
  const { notReadable, skipped, leftOut, invalid, goneRecords, unknownMembers } = report;
  const copied = subscribers?.number ?? 0;
  if (terminal.isJson) {
    return terminal.json({ folder, account, isWritten, subscribers: copied, differences, ...report });
  }
  await terminal.print(differences.map((line) => `${visibleLine(line)}\n`));
  for (const [part, refusal] of Object.entries(skipped)) {
    const reason = typeof refusal === 'number' ? `the service answered with ${refusal}` : refusal;
    terminal.complain(visibleLine(`${part} could not be read: ${reason}.`));
  }
  for (const line of leftOut) terminal.complain(`Left out: ${line}.`);
  for (const line of invalid) terminal.complain(visibleLine(`Left out, since it is invalid: ${line}.`));
  for (const record of goneRecords) {
    terminal.complain(
      visibleLine(`additions.json completes ${record}, which the copy does not have: left out.`),
    );
  }
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
    ? `account ${account} with ${counted(copied, 'made-up subscriber')}`
    : `account ${account}`;
  terminal.note(isWritten ? `Copied ${what} to ${folder}.` : `Compared ${what} with ${folder}.`);
}
