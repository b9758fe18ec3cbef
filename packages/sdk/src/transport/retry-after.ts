/** Maximum `Retry-After`, in milliseconds, so that the time is a valid date. */
const YEAR = 31_536_000_000;

/**
 * The time set by the `Retry-After` header of a response, in seconds from `now` or as an HTTP date. Any other value, such
 * as a negative number, is ignored.
 */
// Unspecified: U-19
export function retryAtOf({ headers }: Response, now: number): Date | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return new Date(Math.ceil(now + Math.min(Number(text) * 1000, YEAR)));
  const date = new Date(text);
  // Only a date in the format of HTTP survives being parsed and formatted.
  return date.toUTCString() === text && date.getTime() < now + YEAR ? date : undefined;
}
