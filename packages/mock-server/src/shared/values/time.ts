import { createRequire } from 'node:module';
import { field } from '@trickle/sdk/contract';

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/i;

/** Parses an accepted ISO 8601 time as milliseconds since 1970. Without a zone it is UTC, unlike in `Date.parse`. */
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

const require = createRequire(import.meta.url);

const UTC = 'Etc/UTC';

let names: ReadonlyMap<string, string> | undefined;

function olsonNames(): ReadonlyMap<string, string> {
  if (names === undefined) {
    const { zones } = require('tzdata') as {
      zones: Readonly<Record<string, unknown>>;
    };
    const usable = [...Object.keys(zones), ...Intl.supportedValuesOf('timeZone')].filter(isUsable);
    names = new Map(usable.map((name) => [name.toLowerCase(), name]));
  }
  return names;
}

/** `Factory` marks machines without a configured zone. */
const isUsable = (name: string) => name !== 'Factory';

/** Finds a zone's spelling in the Olson database, case-insensitively; undefined for other text. */
// Unspecified: U-141
export function olsonName(text: string): string | undefined {
  if (text === UTC) return UTC; // the default: most servers need no other name
  return text.length > 50 ? undefined : olsonNames().get(text.toLowerCase());
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  return format;
}

/** A zone's offset in minutes ahead of UTC at a time (milliseconds since 1970), including daylight saving. */
export function utcOffset(timeZone: string, at: number): number {
  if (timeZone === UTC) return 0;
  const name = formatOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0; // `GMT` alone
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Zones with a fractional hour offset, by minutes ahead of UTC in standard time. */
const oddZones: Readonly<Record<number, string>> = {
  [-570]: 'Pacific/Marquesas',
  [-210]: 'America/St_Johns',
  210: 'Asia/Tehran',
  270: 'Asia/Kabul',
  330: 'Asia/Kolkata',
  345: 'Asia/Kathmandu',
  390: 'Asia/Yangon',
  525: 'Australia/Eucla',
  570: 'Australia/Darwin',
  630: 'Australia/Lord_Howe',
  765: 'Pacific/Chatham',
};

/** Finds a zone by its offset in minutes ahead of UTC. `Etc/GMT+6` is six hours behind UTC. */
// Unspecified: U-59
export function zoneAtOffset(minutes: number): string | undefined {
  if (minutes === 0) return 'Etc/UTC';
  if (minutes % 60 !== 0) return oddZones[minutes];
  if (minutes < -12 * 60 || minutes > 14 * 60) return undefined;
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
}
