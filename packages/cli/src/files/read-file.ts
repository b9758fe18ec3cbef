import { readFile } from 'node:fs/promises';
import { decodeText, NotText } from '@trickle/design/file-text';
import { repeatedMemberIn } from '@trickle/design/repeated-member';
import { tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { unlessAbsent } from './file-error.ts';

/**
 * Reads a text file: UTF-8 or UTF-16. A byte order mark is optional.
 *
 * @throws {@link UsageError} if it cannot be read, or is not text.
 */
export async function readText(path: string): Promise<string> {
  const text = await readTextIfExists(path);
  if (text !== undefined) return text;
  throw new UsageError(`cannot read ${path}: no such file or directory`);
}

/** Like {@link readText}, but returns undefined if the file does not exist. */
export async function readTextIfExists(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(unlessAbsent('read', path));
  return bytes && decoded(bytes, path);
}

/** The text of bytes, such as those of standard input. `name` is for messages. */
export const decoded = (bytes: Uint8Array, name: string): string => explained(name, () => decodeText(bytes));

/** Returns what `read` returns. Says which file is not text. */
export function explained<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof NotText ? new UsageError(`${name} ${error.message}.`, { cause: error }) : error;
  }
}

/** Reads JSON from a file. Returns undefined if it is not valid. Throws a {@link UsageError} if a member is there twice. */
export const readJsonFile = async (path: string): Promise<unknown> => jsonOf(await readText(path), path);

/** Parses the text of a file. Returns undefined if it is not valid JSON. Throws a {@link UsageError} if a member is there twice. */
export function jsonOf(text: string, name: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const value = tryParseJson(text, parse);
  const problem = value === undefined ? undefined : repeatedMemberIn(text);
  if (problem) throw new UsageError(`${name}, ${problem.message}.`);
  return value;
}
