import { Argument, Option } from 'commander';
import { UsageError } from './exit-signal.ts';

/** The source of completions: file names, events, or the account of the config file. */
export type Source = 'events' | 'event list' | 'accounts' | 'files';

/** How to read and complete the value of an option or an argument. */
export interface Reader<Value> {
  /** Reads a string. Errors start with the name, such as `--limit`. */
  read(text: string, name: string): Value | Promise<Value>;
  /** The only values that the parser accepts. */
  readonly choices?: readonly string[];
  /** Values to suggest, where others are accepted too. */
  readonly source?: Source;
}

type Typed = string | readonly string[] | boolean | undefined;

export interface Declared<Value> {
  read(typed: Typed): Promise<Value>;
}

/** The values of options and arguments, by their names in the declaration. */
export type ValuesOf<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends Declared<infer Value> ? Value : never;
};

export class DeclaredOption<Value> extends Option implements Declared<Value> {
  /** None for a flag. */
  readonly reader: Reader<unknown> | undefined;
  readonly #absent: unknown;

  /** @param absent The value without the option. */
  constructor(flags: string, text: string, reader?: Reader<unknown>, absent?: unknown) {
    super(flags, text);
    this.reader = reader;
    this.#absent = absent;
    if (reader?.choices) this.choices([...reader.choices]);
  }

  async read(typed: Typed): Promise<Value> {
    if (!this.reader) return (typed === true) as Value;
    return ((await readTyped(this.reader, typed, this.long ?? '')) ?? this.#absent) as Value;
  }
}

export class DeclaredArgument<Value> extends Argument implements Declared<Value> {
  readonly reader: Reader<unknown>;

  constructor(name: string, text: string, reader: Reader<unknown>) {
    super(name, text);
    this.reader = reader;
    if (reader.choices) this.choices([...reader.choices]);
  }

  async read(typed: Typed): Promise<Value> {
    return (await readTyped(this.reader, typed, `<${this.name()}>`)) as Value;
  }
}

// The functions below add the result types.
async function readTyped(reader: Reader<unknown>, typed: Typed, name: string): Promise<unknown> {
  if (typeof typed === 'string') return await reader.read(typed, name);
  return Array.isArray(typed) ? await Promise.all(typed.map((text) => reader.read(text, name))) : undefined;
}

/** Declares an option: a flag, or a value if there is a reader. With a default, the value is never undefined. */
export function option(flags: string, text: string): DeclaredOption<boolean>;
export function option<Value>(
  flags: string,
  text: string,
  reader: Reader<Value>,
): DeclaredOption<Value | undefined>;
export function option<Value>(
  flags: string,
  text: string,
  reader: Reader<Value>,
  initial: string,
): DeclaredOption<Value>;
export function option(flags: string, text: string, reader?: Reader<unknown>, initial?: string): Option {
  const declared = new DeclaredOption(flags, text, reader);
  return initial === undefined ? declared : declared.default(initial);
}

export const required = <Value>(flags: string, text: string, reader: Reader<Value>): DeclaredOption<Value> =>
  new DeclaredOption<Value>(flags, text, reader).makeOptionMandatory();

export const many = <Value>(
  flags: string,
  text: string,
  reader: Reader<Value>,
): DeclaredOption<readonly Value[]> =>
  new DeclaredOption<readonly Value[]>(flags, `${text} (repeatable)`, reader, []).argParser(
    (value, values: readonly string[] = []) => [...values, value],
  );

/** Declares an argument: `<name>` is required, `[name]` is optional, `[names...]` takes the rest. */
export function argument<Value>(
  name: `[${string}...]`,
  text: string,
  reader: Reader<Value>,
): DeclaredArgument<readonly Value[]>;
export function argument<Value>(
  name: `<${string}>`,
  text: string,
  reader: Reader<Value>,
): DeclaredArgument<Value>;
export function argument<Value>(
  name: `[${string}]`,
  text: string,
  reader: Reader<Value>,
): DeclaredArgument<Value | undefined>;
export function argument(name: string, text: string, reader: Reader<unknown>): Argument {
  return new DeclaredArgument(name, text, reader);
}

export const anyText: Reader<string> = { read: (text) => text };

export const filePath: Reader<string> = { read: (text) => text, source: 'files' };

export const oneOf = <const Text extends string>(...choices: readonly Text[]): Reader<Text> => ({
  choices,
  read: (text) => text as Text, // the parser accepts no other
});

/** The choice named by a word. */
export function chosen<Text extends string>(word: string, name: string, choices: readonly Text[]): Text {
  const choice = choices.find((known) => known === word.trim());
  if (choice === undefined) throw new UsageError(`${name} takes ${choices.join(', ')}, not '${word}'.`);
  return choice;
}

/** Some of these texts, separated by commas. */
export const someOf = <const Text extends string>(...choices: readonly Text[]): Reader<readonly Text[]> => ({
  read: (text, name) => text.split(',').map((word) => chosen(word, name, choices)),
});

export const wholeNumber = ({ from = 0, to = Infinity }): Reader<number> => ({
  read(text, name) {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= from && number <= to) return number;
    if (from === 0) throw new UsageError(`${name} must be a whole number, not '${text}'.`);
    const end = to === Infinity ? '' : ` to ${to}`;
    throw new UsageError(`${name} must be a number from ${from}${end}, not '${text}'.`);
  },
});

/** A share of a limit, above 0 and up to 1. */
export const share: Reader<number> = {
  read(text, name) {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (number > 0 && number <= 1) return number;
    throw new UsageError(`${name} must be a number above 0 and up to 1, not '${text}'.`);
  },
};
