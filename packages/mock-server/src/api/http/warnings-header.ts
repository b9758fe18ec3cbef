/** Response header with warnings about the request. */
export const WARNINGS_HEADER = 'x-trickle-warnings';

/** Maximum length of the header. */
const MAX_LENGTH = 2000;

/** Formats warnings as an ASCII header value. */
export function warningsLine(warnings: readonly string[]): string {
  // Lone surrogates cannot be encoded; pairs count as one letter.
  const text = warnings.join('; ').slice(0, MAX_LENGTH).toWellFormed();
  const line = text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));
  return line.length > MAX_LENGTH || text.length === MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}...` : line;
}
