// Caches the last result: most calls fall within the same second.
let lastSecond = Number.NaN;

let lastText = '';

/** Formats milliseconds since 1970 as ISO 8601 in UTC, to the second, as the interface does. */
export function isoTime(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().replace('.000Z', 'Z');
    lastSecond = second;
  }
  return lastText;
}
