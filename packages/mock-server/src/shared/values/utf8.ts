/** Runs of percent-encoded bytes beyond ASCII, and NUL. */
const ESCAPED = /(?:%[89a-f][0-9a-f])+|%00/gi;

/** The first run of percent-encoded bytes that is not UTF-8, such as `%E9`, or `%00`, which no database can store; undefined if all are. */
export const invalidEscape = (text: string): string | undefined =>
  text.includes('%') ? text.match(ESCAPED)?.find((run) => !isUtf8(run)) : undefined;

function isUtf8(run: string): boolean {
  try {
    return decodeURIComponent(run) !== '\0';
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return false;
  }
}

/** Escapes of JSON: of a whole character in two halves, of one that no database can store, and others. */
const JSON_ESCAPES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(\\ud[89a-f][0-9a-f]{2}|\\u0000)|\\./gi;

/** The first escape in JSON that no text can hold: half of a character, such as `\ud83d`, or `\u0000`; undefined if there is none. */
export function invalidJsonEscape(json: string): string | undefined {
  if (!/\\u(?:d[89a-f]|0000)/i.test(json)) return undefined;
  for (const [, invalid] of json.matchAll(JSON_ESCAPES)) if (invalid !== undefined) return invalid;
  return undefined;
}

/** JSON with U+FFFD for each escape that no text can hold, as browsers write halves of characters in forms. */
export const withoutInvalidEscapes = (json: string): string =>
  json.replaceAll(JSON_ESCAPES, (all, invalid) => (invalid === undefined ? all : '\\ufffd'));
