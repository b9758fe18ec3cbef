import { assertNoRepeatedMember, RepeatedMember } from '@trickle/design/repeated-member';
import { tryParseJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { readText } from './read-text.ts';

/** Reads JSON from a file. Returns undefined if it is not valid. Throws a {@link UsageError} if a member is there twice. */
export const readJsonFile = async (path: string): Promise<unknown> => jsonOf(await readText(path), path);

/** Parses the text of a file. Returns undefined if it is not valid JSON. Throws a {@link UsageError} if a member is there twice. */
export function jsonOf(text: string, name: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const value = tryParseJson(text, parse);
  const problem = value === undefined ? undefined : repeatedMemberIn(text, value);
  if (problem) throw new UsageError(`${name}, ${problem.message}.`);
  return value;
}

/** The member that an object has twice, as an error. */
export function repeatedMemberIn(text: string, value: unknown): RepeatedMember | undefined {
  try {
    assertNoRepeatedMember(text, value);
    return undefined;
  } catch (error) {
    if (error instanceof RepeatedMember) return error;
    throw error;
  }
}
