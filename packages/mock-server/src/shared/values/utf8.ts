/** Runs of percent-encoded bytes beyond ASCII. */
const ESCAPED = /(?:%[89a-f][0-9a-f])+/gi;

/** The first run of percent-encoded bytes that is not UTF-8, such as `%E9`; undefined if all are. */
export const invalidEscape = (text: string): string | undefined =>
  text.includes('%') ? text.match(ESCAPED)?.find((run) => !isUtf8(run)) : undefined;

function isUtf8(run: string): boolean {
  try {
    decodeURIComponent(run);
    return true;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return false;
  }
}
