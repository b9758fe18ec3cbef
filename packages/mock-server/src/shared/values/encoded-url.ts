/** A URL below a base, with percent-encoded ids: `urlBelow(base, 'v2', accountId)`. Half a surrogate pair becomes U+FFFD. */
export const urlBelow = (base: string, ...segments: readonly string[]): string =>
  [base, ...segments.map((segment) => encodeURIComponent(segment.toWellFormed()))].join('/');

/** The URL below a base that has the path and the query of a request. */
export function targetBelow(base: string, { url }: Request): string {
  const { pathname, search } = new URL(url);
  return base.replace(/\/$/, '') + pathname + search;
}

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

/** Decodes a percent-encoded text. Returns `otherwise` for an invalid encoding. */
export function decoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return otherwise;
    throw error;
  }
}
