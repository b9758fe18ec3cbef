import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visibleLine } from '@trickle/design/terminal';
import { ApiError } from '@trickle/sdk';
import { connectToAccount } from '../connection/connect.ts';
import { assertNoLinks } from '../files/no-links.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readFieldValues } from './additions.ts';
import { type Copy, copyOf, filesOf, withSubscribers, withSubscribersOf } from './copy.ts';
import { differenceOf } from './difference.ts';
import { lockFolder, readCopy } from './folder.ts';
import { makeUp } from './make-up.ts';
import { PARTS, type Part, type Source } from './parts.ts';
import { readParts } from './read-account.ts';
import { withoutQuotes } from './safe-error.ts';
import { readShares } from './shares.ts';
import { SKIPPED } from './skipped.ts';
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
  const { client, accountId } = await connectToAccount(globals, terminal, { limits, onWait });
  requireSame(folder, before, accountId);
  const parts = partsOf(input, before);
  const stop = new AbortController();
  const release = terminal.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
  const source: Source = { client, options: { signal: stop.signal } };
  try {
    const read = copyOf(accountId, parts, await readParts(source, parts, before, show));
    const number = input.subscribers ?? before?.report.subscribers?.number ?? 0;
    const copy =
      isWritten && number > 0 ? await withMadeUp(read, { folder, number, before }, source, show) : read;
    const differences = differenceOf(before ?? { account: {}, bodies: new Map() }, copy);
    if (isWritten) await write(folder, copy);
    terminal.live('');
    await print({ folder, copy, isWritten, differences }, terminal);
    if (input.check && differences.length > 0) throw new ExitSignal(EXIT.differs);
    if (Object.keys(copy.report.skipped).length > 0) {
      throw new ExitSignal(EXIT.incomplete, 'Some parts could not be read.');
    }
  } catch (error) {
    throw withoutQuotes(error);
  } finally {
    terminal.live('');
    release();
  }
}

/** Makes up subscribers for a copy. If the service refuses to count them, they stay as they were. */
async function withMadeUp(
  copy: Copy,
  {
    folder,
    number,
    before,
  }: { readonly folder: string; readonly number: number; readonly before: Copy | undefined },
  source: Source,
  show: (what: string) => void,
): Promise<Copy> {
  const { account, report } = copy;
  const tags = (account.tags ?? []) as readonly string[]; // as `READERS` write them
  const campaigns = ((account.campaigns ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
  const fields = await readFieldValues(folder);
  try {
    const shares = await readShares(source, { tags, campaigns }, show);
    return withSubscribers(copy, makeUp(number, shares, fields), shares);
  } catch (error) {
    if (!(error instanceof ApiError) || !SKIPPED.includes(error.status)) throw error;
    const skipped = { ...report.skipped, subscribers: error.status };
    return withSubscribersOf(before, { ...copy, report: { ...report, skipped } });
  }
}

/** Writes all files, or leaves the folder as it was. */
async function write(folder: string, copy: Copy): Promise<void> {
  const isNew = !existsSync(folder);
  const stage = new Stage(folder);
  try {
    if (!existsSync(join(folder, '.gitattributes'))) await stage.add('.gitattributes', GIT_ATTRIBUTES);
    for (const [name, text] of filesOf(copy)) await stage.add(name, text);
  } catch (error) {
    await stage.discard();
    if (isNew) await removeIfEmpty(folder);
    throw error;
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
  const copied = subscribers?.number ?? 0;
  if (terminal.isJson) {
    const report = { subscribers: copied, notReadable, skipped, leftOut, unknownMembers };
    return terminal.json({ folder, account, isWritten, differences, ...report });
  }
  await terminal.print(differences.map((line) => `${visibleLine(line)}\n`));
  for (const [part, status] of Object.entries(skipped)) {
    terminal.complain(`${part} could not be read: the service answered with ${status}.`);
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
    ? `account ${account} with ${counted(copied, 'made-up subscriber')}`
    : `account ${account}`;
  terminal.note(isWritten ? `Copied ${what} to ${folder}.` : `Compared ${what} with ${folder}.`);
}
