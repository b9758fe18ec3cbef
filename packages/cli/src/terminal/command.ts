import { type Command, Help } from 'commander';
import { type Context, contextOf } from './context.ts';
import { UsageError } from './exit-signal.ts';
import type { DeclaredArgument, DeclaredOption, ValuesOf } from './option.ts';
import type { ProcessIo } from './process-io.ts';

export interface JsonShape {
  /** `One object:`, `One object for each event, in a line of its own:` */
  readonly prints: string;
  /** The members of the object with their descriptions. Members of records are those of the service. */
  readonly members: Readonly<Record<string, string>>;
}

type Options = Readonly<Record<string, DeclaredOption<unknown>>>;
type Arguments = Readonly<Record<string, DeclaredArgument<unknown>>>;

/** The declaration of a command, the source of its help, completion, types and documentation. */
interface Declaration<O extends Options, A extends Arguments> {
  readonly summary: string;
  /** Default: the summary. */
  readonly description?: string;
  readonly arguments?: A;
  readonly options?: O;
  readonly examples?: readonly string[];
  /** Further help, in lines of at most 80 characters or wrapped to a width. */
  readonly notes?: string | ((width: number) => string);
  readonly json: JsonShape;
  readonly run?: () => Promise<{ run(input: ValuesOf<O & A>, context: Context): Promise<void> }>;
  /** Adds subcommands when the command is used. */
  readonly addCommands?: (command: Command, io: ProcessIo) => Promise<void>;
}

export interface NamedCommand extends Omit<Declaration<Options, Arguments>, 'run'> {
  readonly name: string;
  readonly run?: () => Promise<{ run(input: never, context: Context): Promise<void> }>;
}

export const command = <
  const O extends Options = Record<never, never>,
  const A extends Arguments = Record<never, never>,
>(
  name: string,
  declaration: Declaration<O, A>,
): NamedCommand => ({ name, ...declaration });

/** Loaders for commands whose subcommands are added on use. */
const loaders = new WeakMap<Command, () => Promise<void>>();

/** The subcommands of a command, loaded on use. */
export async function commandsBelow(parent: Command): Promise<readonly Command[]> {
  if (parent.commands.length === 0) await loaders.get(parent)?.();
  return parent.commands;
}

export function addCommand(parent: Command, declaration: NamedCommand, io: ProcessIo): Command {
  const { name, summary, description, options = {}, examples = [], notes, json } = declaration;
  const { run, addCommands } = declaration;
  const added = parent
    .command(name)
    .summary(summary)
    .description(description ?? `${summary}.`);
  for (const argument of Object.values(declaration.arguments ?? {})) added.addArgument(argument);
  for (const option of Object.values(options)) added.addOption(option);
  if (examples.length > 0) added.addHelpText('after', ['\nExamples:', ...examples.map(indented)].join('\n'));
  const width = () => io.stdout.columns ?? 80;
  if (notes) added.addHelpText('after', () => `\n${typeof notes === 'string' ? notes : notes(width())}`);
  added.addHelpText('after', () => jsonHelp(json, width()));
  if (addCommands) {
    loaders.set(added, () => addCommands(added, io));
    added.allowExcessArguments().action(() => refuseUnknown(added));
  }
  return run === undefined
    ? added
    : added.action(async () => {
        const input = await inputOf(declaration, added);
        await (await run()).run(input as never, contextOf(added, io)); // the type of the declaration
      });
}

/** Lists the subcommands of a command, if none or an unknown one is given. */
async function refuseUnknown(parent: Command): Promise<never> {
  const [name] = parent.args;
  if (name === undefined) return parent.help({ error: true });
  const names = parent.commands.map((below) => below.name());
  const { didYouMean } = await import('@trickle/sdk/contract'); // help does not need it
  const hint = didYouMean(name, names).replace(', d', '. D') || `. There are ${names.join(', ')}.`;
  throw new UsageError(`unknown command '${name}'${hint}`);
}

const indented = (line: string) => (line === '' ? '' : `  ${line}`);

/** The values of arguments and options by their names in the declaration. */
async function inputOf(declaration: NamedCommand, typed: Command): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const names = Object.entries(declaration.arguments ?? {});
  for (const [i, [name, argument]] of names.entries())
    input[name] = await argument.read(typed.processedArgs[i]);
  for (const [name, option] of Object.entries(declaration.options ?? {})) {
    input[name] = await option.read(typed.getOptionValue(option.attributeName()));
  }
  return input;
}

/** A narrower column would be hard to read. */
export const MIN_TEXT_WIDTH = 20;

/** A string wrapped between words into a column, as indented lines. */
export function columnOf(text: string, column: number, width: number): string[] {
  const help = Object.assign(new Help(), { minWidthToWrap: MIN_TEXT_WIDTH });
  const lines = help.boxWrap(text, Math.max(MIN_TEXT_WIDTH, width - column)).split('\n');
  return lines.map((line) => ' '.repeat(column) + line);
}

function jsonHelp({ prints, members }: JsonShape, width: number): string {
  const names = Object.keys(members);
  const column = Math.max(0, ...names.map((name) => name.length)) + 6;
  const wrapped = (text: string, indent: number) => columnOf(text, indent, width).join('\n').trimStart();
  const rows = Object.entries(members).map(
    ([name, text]) => `    ${name.padEnd(column - 4)}${wrapped(text, column)}`,
  );
  return ['', 'With --json:', `  ${wrapped(prints, 2)}`, ...rows].join('\n');
}
