/** Tells what of a request was ignored and may be a mistake. */
export const WARNINGS_HEADER = 'x-trickle-warnings';

/** More characters do not go into one header. */
const MAX_LENGTH = 2000;

/** Warnings as the value of a header, which takes plain ASCII only. */
export function warningsLine(warnings: readonly string[]): string {
  // Half of a surrogate pair has no encoding; whole ones are one letter.
  const text = warnings.join('; ').slice(0, MAX_LENGTH).toWellFormed();
  const line = text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));
  return line.length > MAX_LENGTH || text.length === MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}...` : line;
}
