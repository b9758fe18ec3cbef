/** The last code of white space in JSON. */
const SPACE = 32;

/** Thrown for JSON with a member twice. The message continues the name of a file: `line 3: …`. */
export class RepeatedMember extends Error {
  override readonly name = 'RepeatedMember';
  readonly line: number;
  /** The problem without its line. */
  readonly problem: string;

  constructor(member: string, line: number) {
    const problem = `the member ${member} is there twice: remove one`;
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

/**
 * Asserts that no object has a member twice: parsers keep the last without a word. `value`: what JSON.parse made of the text.
 *
 * @throws {@link RepeatedMember} with the name of the member and the line.
 */
// Unspecified: U-342
export function assertNoRepeatedMember(text: string, value: unknown): void {
  // Counting is faster than reading the text. A text with a quote before a colon counts as a member: it is read.
  if (colonsIn(text) === membersOf(value)) return;
  const levels: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') levels.push(new Set());
    else if (character === '[') levels.push(undefined);
    else if (character === '}' || character === ']') levels.pop();
    if (character !== '"') continue;
    const start = at;
    at = endOfString(text, start);
    let next = at + 1;
    while (text.charCodeAt(next) <= SPACE) next += 1;
    if (text[next] !== ':') continue;
    const member = text.slice(start, at + 1);
    const names = levels.at(-1);
    const name: string = JSON.parse(member);
    if (names?.has(name))
      throw new RepeatedMember(member.slice(1, -1), text.slice(0, start).split('\n').length);
    names?.add(name);
  }
}

/** The end of a string in JSON that starts at a quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The number of colons that follow a quote. */
function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= SPACE) before -= 1;
    if (text[before] === '"') count += 1;
  }
  return count;
}

/** The number of members on all levels. Not recursive, since texts of any depth are read. */
function membersOf(value: unknown): number {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    if (!Array.isArray(one)) count += members.length;
    for (const member of members) if (typeof member === 'object') open.push(member);
  }
  return count;
}
