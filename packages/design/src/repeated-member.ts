import { type JsonToken, jsonTokens } from './json-tokens.ts';

/** A member that an object has twice. */
export interface RepeatedMember {
  readonly line: number;
  readonly problem: string;
  /** The problem with its line, which continues the name of a file: `line 3: …`. */
  readonly message: string;
}

/** Finds a member that an object of valid JSON has twice: parsers keep the last without a word. */
// Unspecified: U-342
export function repeatedMemberIn(text: string): RepeatedMember | undefined {
  const levels: Set<string>[] = [];
  let last: JsonToken | undefined;
  for (const one of jsonTokens(text)) {
    if (one.token === '{') levels.push(new Set());
    if (one.token === '}') levels.pop();
    if (one.token === ':' && last) {
      const name: string = JSON.parse(last.token);
      const names = levels.at(-1);
      if (names?.has(name)) return repeated(last.token, text.slice(0, last.at).split('\n').length);
      names?.add(name);
    }
    last = one;
  }
  return undefined;
}

function repeated(member: string, line: number): RepeatedMember {
  const problem = `the member ${member.slice(1, -1)} is there twice: remove one`;
  return { line, problem, message: `line ${line}: ${problem}` };
}
