/** Tells what of a request was ignored and may be a mistake. */
export const WARNINGS_HEADER = 'x-trickle-warnings';

/** More characters do not go into one header. */
const LONGEST = 2000;

/** Warnings as the value of a header, which takes plain ASCII only. */
export function warningsLine(warnings: readonly string[]): string {
  const line = warnings.join('; ').replaceAll(/[^\x20-\x7e]/g, (letter) => encodeURIComponent(letter));
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…`.replace('…', '...') : line;
}
