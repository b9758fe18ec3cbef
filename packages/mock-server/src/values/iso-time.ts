// The last answer is kept: most times that are asked for lie within one second.
let lastSecond = Number.NaN;

let lastText = '';

/** An ISO 8601 time to the second, in UTC, as the interface's records show it. */
export function isoTime(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().replace('.000Z', 'Z');
    lastSecond = second;
  }
  return lastText;
}
