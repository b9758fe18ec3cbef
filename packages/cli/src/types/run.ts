import { dirname, join } from 'node:path';
import { visibleLine } from '@trickle/design/terminal';
import { Answers } from '../connection/answers.ts';
import { connectToAccount } from '../connection/connect.ts';
import { readTextIfExists } from '../files/read-file.ts';
import { writeText } from '../files/write-text.ts';
import type { Context } from '../terminal/context.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addFile, learnEvents } from './additions.ts';
import { Names } from './names.ts';
import type { Noun, Pattern } from './nouns.ts';
import { type ReadAccount, readSeed, readService } from './read-account.ts';
import { MARK, type Style, sourceText, warningsOf } from './source-text.ts';

interface Input {
  readonly file: string | undefined;
  readonly from: string | undefined;
  readonly loose: readonly Noun[] | undefined;
  readonly pattern: readonly Pattern[];
  readonly events: string | undefined;
  readonly check: boolean;
}

const COPY = 'trickle';

export async function run(input: Input, context: Context): Promise<void> {
  const file = input.file ?? 'trickle.types.ts';
  const from =
    input.from ?? ((await readTextIfExists(join(COPY, 'account.json'))) === undefined ? undefined : COPY);
  const differs = await update(file, from, input, context);
  if (input.check && differs) throw new ExitSignal(EXIT.differs, `${file} is not up to date.`);
}

/** Reads the names and writes the file if they have changed. Returns whether they have. */
async function update(
  file: string,
  from: string | undefined,
  input: Input,
  context: Context,
): Promise<boolean> {
  const { terminal } = context;
  // Git can change line endings.
  const before = (await readTextIfExists(file))?.replaceAll('\r\n', '\n');
  if (before !== undefined && before !== '' && !before.startsWith(MARK)) {
    throw new UsageError(`${file} was not written by trickle types. Choose another file.`);
  }
  const account =
    from === undefined ? await readOnline(context) : await readSeed(from, context.globals.account);
  const { text, warnings } = await typesOf(file, account, input);
  const differences = differenceOf(before ?? '', text);
  const isWritten = !input.check && text !== before;
  if (isWritten) await writeText(file, text);
  await print({ file, account: account.id, isWritten, differences, warnings }, input, terminal);
  return text !== before;
}

async function readOnline({ globals, terminal }: Context): Promise<ReadAccount> {
  const answers = new Answers(terminal.io.fetch);
  const { client, accountId } = await connectToAccount(globals, terminal, {
    limits: { mode: 'wait', share: 0.5 },
    fetch: answers.fetch,
  });
  return await terminal.interruptible((signal) =>
    readService(accountId, { client, answers, options: { signal } }),
  );
}

/** The parts of an account whose names a noun has. */
const PARTS = { tags: 'tags', fields: 'fields', events: 'actions' } as const;

async function typesOf(file: string, account: ReadAccount, input: Input) {
  const names = new Names();
  for (const part of account.accounts) names.addAccount(part);
  for (const subscriber of account.subscribers) names.addSubscriber(subscriber);
  if (input.events !== undefined) await learnEvents(names, input.events);
  await addFile(names, additionsBeside(file));
  const nouns = Object.entries(PARTS) as [Noun, (typeof PARTS)[Noun]][]; // keys of a constant
  const style: Style = {
    account: account.id,
    loose: input.loose ?? [],
    patterns: input.pattern,
    open: nouns.flatMap(([noun, part]) => (account.skipped.has(part) ? [noun] : [])),
  };
  return { text: sourceText(names, style), warnings: warningsOf(names, style) };
}

const additionsBeside = (file: string): string => join(dirname(file), 'trickle.types.json');

/** Lists the lines that occur in only one of two files, without indentation and punctuation. */
function differenceOf(before: string, now: string): string[] {
  const [old, current] = [before, now].map(
    (text) => new Set(text.split('\n').map((line) => line.replaceAll(/^[ |]+|;$/g, ''))),
  );
  return [
    ...[...(current ?? [])].flatMap((line) => (line === '' || old?.has(line) ? [] : [`+ ${line}`])),
    ...[...(old ?? [])].flatMap((line) => (line === '' || current?.has(line) ? [] : [`- ${line}`])),
  ];
}

interface Result {
  readonly file: string;
  readonly account: string;
  readonly isWritten: boolean;
  readonly differences: readonly string[];
  readonly warnings: readonly string[];
}

async function print(result: Result, { check }: Input, terminal: Terminal): Promise<void> {
  if (terminal.isJson) return terminal.jsonLine(result);
  const { file, account, isWritten, differences, warnings } = result;
  if (check) await terminal.print(differences.map((line) => `${visibleLine(line)}\n`));
  for (const warning of warnings) terminal.complain(warning);
  if (isWritten) terminal.note(`Wrote the types of account ${account} to ${file}.`);
  else if (!check || differences.length === 0) terminal.note(`${file} is up to date.`);
  else terminal.note(`${file} is not up to date. Run trickle types.`);
}
