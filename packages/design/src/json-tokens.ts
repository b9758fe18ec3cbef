export interface JsonToken {
  /** A bracket, a comma, a colon, a string in quotes, or another value. */
  readonly token: string;
  /** Its index in the text. */
  readonly at: number;
}

/** Reads the tokens of valid JSON, in order. Not by one pattern: V8 cannot match strings of some million characters. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const starts = /[[\]{},:"]|[^\s[\]{},:"]+/g;
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const at = found.index;
    if (found[0] === '"') starts.lastIndex = endOfString(text, at);
    yield { token: text.slice(at, starts.lastIndex), at };
  }
}

/** The index behind the string that starts at a quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
