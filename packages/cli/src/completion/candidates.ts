import { visibleLine } from '@trickle/design/terminal';
import type { Argument, Command, Option } from 'commander';
import { readConfigFile } from '../connection/config-file.ts';
import { commandsBelow } from '../terminal/command.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { DeclaredArgument, DeclaredOption, type Source } from '../terminal/option.ts';
import { writeOut } from '../terminal/output.ts';
import type { ProcessIo } from '../terminal/process-io.ts';

/** The candidates for completion: values or file names. */
type Candidates = readonly Suggestion[] | 'files';

/** A command line up to the word at the cursor. */
interface Position {
  readonly command: Command;
  /** The option whose value is being completed. */
  readonly option: Option | undefined;
  readonly count: number;
  /** Whether options may follow, which is not the case after `--`. */
  readonly mayHaveOptions: boolean;
}

/** Prints what a shell can complete, for the scripts of `trickle completion`. The last word is the one at the cursor. */
export async function printCandidates(
  program: Command,
  words: readonly string[],
  io: ProcessIo,
): Promise<void> {
  const candidates = await candidatesFor(program, words, io);
  const lines =
    candidates === 'files'
      ? [':files']
      : candidates.map(({ value, description = '' }) =>
          description === '' ? visibleLine(value) : `${visibleLine(value)}\t${visibleLine(description)}`,
        );
  await writeOut(io.stdout, lines.map((line) => `${line}\n`).join(''));
}

async function candidatesFor(
  program: Command,
  typedWords: readonly string[],
  io: ProcessIo,
): Promise<Candidates> {
  const words = withoutEqualSigns(typedWords);
  const current = words.at(-1) ?? '';
  const position = await positionAfter(program, words.slice(0, -1));
  const candidates = await unfilteredCandidates(position, current, io);
  return candidates === 'files' ? candidates : candidates.filter(({ value }) => value.startsWith(current));
}

/** Bash splits `--as=x` into `--as`, `=` and `x`. */
function withoutEqualSigns(words: readonly string[]): string[] {
  const isAfterOption = (i: number) => words[i] === '=' && words[i - 1]?.startsWith('--');
  const last = words.length - 1;
  return words
    .map((word, i) => (i === last && isAfterOption(i) ? '' : word))
    .filter((_, i) => i === last || !isAfterOption(i));
}

async function positionAfter(program: Command, words: readonly string[]): Promise<Position> {
  let command = program;
  let option: Option | undefined;
  let count = 0;
  let mayHaveOptions = true;
  for (const word of words) {
    if (option) option = undefined;
    else if (mayHaveOptions && word === '--') mayHaveOptions = false;
    else if (mayHaveOptions && word.startsWith('-')) option = valueOptionOf(command, word);
    else {
      const next = await subcommandOf(command, word);
      if (next) command = next;
      else count += 1;
    }
  }
  return { command, option, count, mayHaveOptions };
}

/** The option named by a word, if the next word is its value. */
function valueOptionOf(command: Command, word: string): Option | undefined {
  const option = optionsOf(command).find(({ long, short }) => word === long || word === short);
  return option?.required || option?.optional ? option : undefined;
}

/** The options of a command and of those above it. */
function optionsOf(command: Command): Option[] {
  const above = command.parent ? optionsOf(command.parent) : [];
  const help = command.createOption('-h, --help', 'show help');
  return [...command.options, ...above.filter(({ long }) => long !== '--help'), help];
}

/** A subcommand, by its name or alias. */
async function subcommandOf(command: Command, word: string): Promise<Command | undefined> {
  const subcommands = await commandsBelow(command);
  return subcommands.find((command) => command.name() === word || command.aliases().includes(word));
}

async function unfilteredCandidates(
  { command, option, count, mayHaveOptions }: Position,
  current: string,
  io: ProcessIo,
): Promise<Candidates> {
  if (option) return await candidatesOf(option, current, io);
  const [, name = '', value] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (mayHaveOptions && value !== undefined) {
    const named = valueOptionOf(command, name);
    const values = named ? await candidatesOf(named, value, io) : [];
    return values === 'files'
      ? values
      : values.map((candidate) => ({ ...candidate, value: `${name}=${candidate.value}` }));
  }
  if (mayHaveOptions && current.startsWith('-')) {
    return optionsOf(command)
      .filter(({ hidden }) => !hidden)
      .flatMap(({ long, description }) =>
        long ? [{ value: long, description: firstWords(description) }] : [],
      );
  }
  const subcommands = await commandsBelow(command);
  if (subcommands.length > 0) {
    // Nothing can follow an unknown command.
    if (count > 0) return [];
    return subcommands.map((command) => ({
      value: command.name(),
      description: firstWords(command.summary() || command.description()),
    }));
  }
  const argument =
    command.registeredArguments[count] ?? command.registeredArguments.find(({ variadic }) => variadic);
  return argument ? await candidatesOf(argument, current, io) : [];
}

async function candidatesOf(valued: Option | Argument, current: string, io: ProcessIo): Promise<Candidates> {
  const isDeclared = valued instanceof DeclaredOption || valued instanceof DeclaredArgument;
  const source = isDeclared ? valued.reader?.source : undefined;
  if (source === 'files') return 'files';
  if (source) return await valuesOf(source, current, io);
  return (valued.argChoices ?? []).map((value) => ({ value }));
}

/** The start of a description, which a shell shows beside a candidate. */
const firstWords = (text: string) => text.replace(/[;(].*$/s, '').trim();

export interface Suggestion {
  readonly value: string;
  readonly description?: string | undefined;
}

async function valuesOf(
  source: Exclude<Source, 'files'>,
  current: string,
  io: ProcessIo,
): Promise<readonly Suggestion[]> {
  if (source === 'accounts') return await accountsOf(io);
  if (source === 'events') return await eventsFor(current);
  // Names before the last comma are complete.
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const events = await eventsFor(current.slice(before.length));
  return events.map(({ value }) => ({ value: before + value }));
}

/** The events that fit a word: "subscriber." may be omitted. */
async function eventsFor(current: string): Promise<readonly Suggestion[]> {
  const { WEBHOOK_EVENTS } = await import('@trickle/sdk/contract');
  const short = WEBHOOK_EVENTS.map((event) => event.replace('subscriber.', ''));
  const names = current === '' ? WEBHOOK_EVENTS : [...WEBHOOK_EVENTS, ...short];
  return names.filter((name) => name.startsWith(current)).map((value) => ({ value }));
}

/** The account of the config file. An unreadable file gives no candidates. */
async function accountsOf({ env }: ProcessIo): Promise<readonly Suggestion[]> {
  try {
    const { accountId, baseUrl } = (await readConfigFile(env))?.values ?? {};
    return accountId ? [{ value: accountId, description: baseUrl }] : [];
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}
