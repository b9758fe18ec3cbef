/** The longest `Retry-After` that is believed, in milliseconds: a date must come of it. */
const YEAR = 31_536_000_000;

/**
 * The moment that an answer's `Retry-After` names, as seconds from `now` or as an HTTP date. Anything else, such as a
 * negative number, is as good as no header.
 */
// Unspecified: U-19
export function retryAtOf({ headers }: Response, now: number): Date | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return new Date(Math.ceil(now + Math.min(Number(text) * 1000, YEAR)));
  const date = new Date(text);
  // Only a date in the form that HTTP asks for reads the same when it is written again.
  return date.toUTCString() === text && date.getTime() < now + YEAR ? date : undefined;
}
