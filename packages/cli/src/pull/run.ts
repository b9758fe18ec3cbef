import { ApiError } from '@trickle/sdk';
import { connectToAccount } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/text.ts';
import { type Copy, copyOf, filesOf } from './copy.ts';
import { differenceOf } from './difference.ts';
import { lockFolder, readCopy, writeCopy } from './folder.ts';
import { PARTS, type Part } from './parts.ts';
import { ProgressFile } from './progress-file.ts';
import { READERS, type Source } from './read-parts.ts';
import { withoutAddresses } from './safe-values.ts';

interface Input {
  readonly folder: string | undefined;
  readonly only: readonly Part[] | undefined;
  readonly skip: readonly Part[] | undefined;
  readonly share: number;
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly restart: boolean;
}

/** What a token or a plan may not be allowed to read, and what an older service may not have. */
const SKIPPED = [403, 404, 405, 410];

/** Copies the account to a folder, or compares it with the folder. */
export async function run(input: Input, context: Context): Promise<void> {
  const folder = (input.folder ?? 'trickle').replace(/(?<=.)[\\/]+$/, '');
  if (input.check || input.dryRun) return await pull(folder, input, context);
  const lock = await lockFolder(folder);
  try {
    await pull(folder, input, context);
  } finally {
    await lock.release();
  }
}

async function pull(folder: string, input: Input, { globals, terminal }: Context): Promise<void> {
  const before = await readCopy(folder);
  if (input.check && !before) {
    throw new UsageError(`${folder} has no copy to compare with. Run trickle pull first.`);
  }
  const limits = { mode: 'wait', share: input.share } as const;
  const { client, accountId } = await connectToAccount(globals, terminal, { limits });
  requireSame(folder, before, accountId);
  const isWritten = !input.check && !input.dryRun;
  const progress = new ProgressFile(isWritten ? `${folder}.checkpoint` : undefined, accountId);
  const parts = partsOf(input, before);
  if (!input.restart && (await progress.resume(parts))) terminal.note('Resuming an earlier pull.');
  const stop = new AbortController();
  const release = terminal.io.onInterrupt(() => stop.abort(new ExitSignal(EXIT.interrupted)));
  try {
    const source = { client, options: { signal: stop.signal } };
    const show = (part: Part) => terminal.canRedraw && terminal.live(`Reading ${part}`);
    const skipped = await readParts(parts, source, progress, show);
    const copy = copyOf(accountId, parts, { forms: progress.forms, skipped });
    if (isWritten) await writeCopy(folder, filesOf(copy));
    await progress.delete();
    const differences = differenceOf(before ?? { account: {}, bodies: new Map() }, copy);
    terminal.live('');
    await print({ folder, copy, isWritten, differences }, terminal);
    if (input.check && differences.length > 0) throw new ExitSignal(EXIT.differs);
  } catch (error) {
    // Messages of the service can quote its data.
    if (error instanceof ApiError) error.message = withoutAddresses(error.message);
    throw error;
  } finally {
    terminal.live('');
    release();
  }
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

/** Reads the parts that are missing. Returns those that the service refused, with the status. */
async function readParts(
  parts: readonly Part[],
  source: Source,
  progress: ProgressFile,
  onPart: (part: Part) => unknown,
): Promise<ReadonlyMap<Part, number>> {
  const skipped = new Map<Part, number>();
  for (const part of parts) {
    if (progress.forms.has(part)) continue;
    onPart(part);
    try {
      await progress.save(part, await READERS[part](source));
    } catch (error) {
      if (!(error instanceof ApiError) || !SKIPPED.includes(error.status) || part === 'account') throw error;
      skipped.set(part, error.status);
    }
  }
  return skipped;
}

interface Result {
  readonly folder: string;
  readonly copy: Copy;
  readonly isWritten: boolean;
  readonly differences: readonly string[];
}

async function print({ folder, copy, isWritten, differences }: Result, terminal: Terminal): Promise<void> {
  const { account, notReadable, skipped, leftOut, unknownMembers } = copy.report;
  if (terminal.isJson) {
    const report = { notReadable, skipped, leftOut, unknownMembers };
    return terminal.json({ folder, account, isWritten, differences, ...report });
  }
  await terminal.print(differences.map((line) => `${visibleLine(line)}\n`));
  for (const [part, status] of Object.entries(skipped)) {
    terminal.complain(`The service refused ${part} with ${status}.`);
  }
  for (const line of leftOut) terminal.complain(`Left out: ${line}.`);
  const missing = Object.entries(notReadable).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  if (missing.length > 0) {
    terminal.note(
      `The service does not deliver: ${missing.join('; ')}. Add what you need to ${folder}/additions.json.`,
    );
  }
  terminal.note(
    isWritten ? `Copied account ${account} to ${folder}.` : `Compared account ${account} with ${folder}.`,
  );
}
