/** A member that an object has twice. */
export interface RepeatedMember {
  readonly line: number;
  readonly problem: string;
  /** The problem with its line, which continues the name of a file: `line 3: …`. */
  readonly message: string;
}

/** A string, with the colon behind the name of a member, or a brace. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g;

/** Finds a member that an object of valid JSON has twice: parsers keep the last without a word. */
// Unspecified: U-342
export function repeatedMemberIn(text: string): RepeatedMember | undefined {
  const levels: Set<string>[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKENS)) {
    if (token === '{') levels.push(new Set());
    if (token === '}') levels.pop();
    if (colon === undefined) continue;
    const member = token.slice(0, -colon.length);
    const name: string = JSON.parse(member);
    const names = levels.at(-1);
    if (names?.has(name)) {
      const line = text.slice(0, index).split('\n').length;
      const problem = `the member ${member.slice(1, -1)} is there twice: remove one`;
      return { line, problem, message: `line ${line}: ${problem}` };
    }
    names?.add(name);
  }
  return undefined;
}
