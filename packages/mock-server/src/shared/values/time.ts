import { field } from '@trickle/sdk/contract';

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/i;

/**
 * Parses an ISO 8601 time that the contract accepted, as milliseconds since 1970. A time without a zone is UTC, unlike
 * in `Date.parse`, which uses the machine's zone.
 */
export function parseTime(text: string): number {
  const [, ...parts] = form.exec(text) ?? [];
  const [year, month, day, hour, minute, second, fraction, sign, zoneHours, zoneMinutes] = parts;
  const number = (digits: string | undefined) => Number(digits ?? 0);
  const date = new Date(0);
  date.setUTCFullYear(number(year), number(month) - 1, number(day)); // `Date.UTC` reads year 50 as 1950
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  const utc = date.setUTCHours(number(hour), number(minute), number(second), milliseconds);
  const offset = (number(zoneHours) * 60 + number(zoneMinutes)) * 60_000;
  return sign === '-' ? utc + offset : utc - offset;
}

/** Reads a time from outside, in milliseconds since 1970: ISO 8601, without a zone as UTC, or a date. NaN for anything else. */
// Unspecified: U-335
export function timeFrom(time: string | Date): number {
  if (time instanceof Date) return time.getTime();
  return field.isoTime().safeParse(time).success ? parseTime(time) : Number.NaN;
}
