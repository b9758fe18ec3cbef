/** Tells what of a request was ignored and may be a mistake. */
export const WARNINGS_HEADER = 'x-trickle-warnings';

/** More characters do not go into one header. */
const LONGEST = 2000;

/** Warnings as the value of a header, which takes plain ASCII only. */
export function warningsLine(warnings: readonly string[]): string {
  // Half of a surrogate pair has no encoding; whole ones are one letter.
  const text = warnings.join('; ').slice(0, LONGEST).toWellFormed();
  const line = text.replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));
  return line.length > LONGEST || text.length === LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}
