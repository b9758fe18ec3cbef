import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { visibleLine } from '@trickle/design/terminal';
import { Answers } from '../connection/answers.ts';
import { connectToAccount } from '../connection/connect.ts';
import { assertNoLinks } from '../files/check-paths.ts';
import type { Context } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Copy, copyOf, filesOf, withSubscribers } from './copy.ts';
import { differenceOf } from './difference.ts';
import { lockFolder, readCopy, readJson } from './folder.ts';
import { fieldValuesIn, makeUp } from './make-up.ts';
import { NewFiles, removeIfEmpty } from './new-files.ts';
import { type Json, PARTS, type Part, type Source } from './parts.ts';
import { lossOf, readParts } from './read-account.ts';
import { refusalOf, refusalText } from './refusal.ts';
import { readSeedFolder, SeedError } from './seeds.ts';
import { readShares } from './shares.ts';

interface Input {
  readonly folder: string | undefined;
  readonly only: readonly Part[] | undefined;
  readonly skip: readonly Part[] | undefined;
  readonly subscribers: number | undefined;
  readonly share: number;
  readonly check: boolean;
  readonly dryRun: boolean;
}

/** Keeps Git from changing line endings, so that copies have the same bytes on Windows. */
const GIT_ATTRIBUTES = '* -text\n';

export async function run(input: Input, context: Context): Promise<void> {
  let folder = input.folder ?? 'trickle';
  while (/.[\\/]$/.test(folder)) folder = folder.slice(0, -1);
  await assertNoLinks(folder);
  if (input.check || input.dryRun) return await pull(folder, input, context);
  const lock = await lockFolder(folder);
  try {
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
  const show = (what: string) => terminal.live(what);
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
  await terminal.interruptible(async (signal) => {
    const source: Source = { client, answers, options: { signal } };
    const additions = (await readJson(join(folder, 'additions.json'))) ?? {};
    const read = copyOf(accountId, parts, await readParts(source, parts, show), additions);
    const number = input.subscribers ?? before?.report.subscribers?.number ?? 0;
    const copy = isWritten && number > 0 ? await withMadeUp(read, { additions, number }, source, show) : read;
    refuseLoss(before, copy, terminal);
    const differences = differenceOf(before ?? { account: {}, bodies: new Map() }, copy);
    if (isWritten) await write(folder, copy);
    terminal.live('');
    await print({ folder, copy, isWritten, differences }, terminal);
    if (input.check && differences.length > 0) throw new ExitSignal(EXIT.differs);
    const { skipped, invalid, goneRecords } = copy.report;
    if (Object.keys(skipped).length + invalid.length + goneRecords.length > 0) {
      throw new ExitSignal(EXIT.incomplete, 'The copy is not complete.');
    }
  });
}

/** Ends a pull that would lose a part of the previous copy. */
function refuseLoss(before: Copy | undefined, copy: Copy, terminal: Terminal): void {
  const loss = before && lossOf(before, copy);
  if (loss === undefined) return;
  terminal.complain(visibleLine(loss));
  throw new ExitSignal(EXIT.incomplete, loss);
}

/** Makes up subscribers for a copy, if they can be counted. */
async function withMadeUp(
  copy: Copy,
  { additions, number }: { readonly additions: Json; readonly number: number },
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
    return { ...copy, report: { ...report, skipped: { ...report.skipped, subscribers: refusal } } };
  }
}

/** Writes all files, or leaves the folder unchanged. The server's reader loads the files first, so every written copy loads. */
async function write(folder: string, copy: Copy): Promise<void> {
  const isNew = !existsSync(folder);
  const files = new NewFiles(folder);
  await files.discard(); // left by a killed pull
  try {
    if (!existsSync(join(folder, '.gitattributes'))) await files.add('.gitattributes', GIT_ATTRIBUTES);
    for (const [name, text] of filesOf(copy)) await files.add(name, text);
    readSeedFolder(files.folder, folder);
  } catch (error) {
    await files.discard();
    if (isNew) await removeIfEmpty(folder);
    if (!(error instanceof SeedError)) throw error;
    throw new UsageError(`The server would not load the copy: ${error.message}. Nothing was written.`);
  }
  await files.commit();
}

function requireSame(folder: string, before: Copy | undefined, accountId: string): void {
  if (!before || before.report.account === accountId) return;
  throw new UsageError(
    `${folder} is a copy of account ${before.report.account}, not of ${accountId}. Choose another folder.`,
  );
}

/** The parts from the options, otherwise those of the folder, otherwise all. */
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
    terminal.complain(visibleLine(`${part} could not be read: ${refusalText(refusal)}.`));
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
