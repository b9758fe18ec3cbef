const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Lengths by the first letters of their units. */
const LENGTHS = [
  [/^mi?n?(?:utes?)?$/, MINUTE],
  [/^h(?:ours?)?$/, 60 * MINUTE],
  [/^d(?:ays?)?$/, DAY],
  [/^w(?:eeks?)?$/, 7 * DAY],
] as const;

export const MOMENTS_IN_WORDS = 'Fri 27 Nov 09:00, tomorrow 9am, Black Friday, end of month, 3 days 4 hours';

/**
 * Reads a time after `now`, such as `fri 27 nov 09:00`, `black friday`, `end of month` or `3 days`; undefined for anything
 * else. Days and times of day are those of a time zone. A day without a time means its last minute, so that what happens
 * on it is included.
 */
export function readMoment(written: string, now: number, timeZone: string): number | undefined {
  const text = written
    .toLowerCase()
    .replace(/(?<=\d{4}-\d\d-\d\d)t(?=\d)/, ' ')
    .replaceAll(/[,\s]+/g, ' ')
    .replace(/^ ?(?:(?:to|until|till|on|in|at) )+/, '')
    .trim();
  if (text === '') return undefined;
  const length = lengthOf(text);
  if (length !== undefined) return length > 0 ? now + length : undefined;
  const { day: words, minutes } = withoutTime(text);
  const today = localDay(now, timeZone);
  const time = (day: number) => momentIn(timeZone, day + (minutes ?? 24 * 60 - 1) * MINUTE);
  return daysOf(words, today)
    .map(time)
    .find((moment) => moment > now);
}

/** The milliseconds of a length such as `3 days 4h`; undefined for anything else. */
function lengthOf(text: string): number | undefined {
  if (!/^(?:\d{1,5} ?[a-z]+ ?(?:and )?)+$/.test(text)) return undefined;
  let length = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d+) ?([a-z]+)/g)) {
    const [, size] = LENGTHS.find(([name]) => name.test(unit)) ?? [];
    if (size === undefined) return undefined;
    length += Number(count) * size;
  }
  return length;
}

/** The words for a day, and the minutes after its midnight; without minutes if no time is written. */
function withoutTime(text: string): { readonly day: string; readonly minutes: number | undefined } {
  const [all, hour = '', minute = '0', half] =
    /\b(?:at )?(\d{1,2}):(\d\d)(?::\d\d)? ?(am|pm)?\b/.exec(text) ??
    /\b(?:at )?(\d{1,2})()? ?(am|pm)\b/.exec(text) ??
    [];
  if (all === undefined) return { day: text, minutes: undefined };
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const isTime = hours < 24 && Number(minute) < 60;
  const day = text.replace(all, ' ').replaceAll(/ +/g, ' ').trim();
  return { day: isTime ? day : 'no time', minutes: hours * 60 + Number(minute) };
}

/** The days that words can mean, the first one first, as milliseconds of their midnight in UTC. */
function daysOf(words: string, today: number): readonly number[] {
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const each = (daysOf: (year: number) => readonly number[]) => [year, year + 1].flatMap(daysOf);
  if (words === '') return [today, today + DAY];
  if (words === 'today') return [today];
  if (words === 'tomorrow') return [today + DAY];
  if (words === 'black friday') return each(blackFriday);
  if (/^(?:the )?end of (?:the |this )?month$/.test(words)) return [Date.UTC(year, month + 1, 0)];
  if (/^(?:the )?end of (?:the |this )?year$/.test(words)) return [Date.UTC(year, 12, 0)];
  return dated(words, each) ?? nextWeekday(words, today);
}

/** The day after the fourth Thursday of November. */
function blackFriday(year: number): readonly number[] {
  const first = new Date(Date.UTC(year, 10)).getUTCDay();
  return [Date.UTC(year, 10, 1 + ((4 - first + 7) % 7) + 22)];
}

/** The days of a date such as `2026-11-27`, `fri 27 nov` or `november 27th 2026`; undefined for other words. */
function dated(
  words: string,
  each: (daysOf: (year: number) => readonly number[]) => readonly number[],
): readonly number[] | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words) ?? [];
  if (isoDay !== undefined) return valid(Number(isoYear), Number(isoMonth) - 1, Number(isoDay));
  const date = words.replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.? /, '').replaceAll(/\.|\bof /g, '');
  const [, day, monthAfter, year] = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,})(?: (\d{4}))?$/.exec(date) ?? [];
  const [, monthBefore, other, otherYear] =
    /^([a-z]{3,}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(date) ?? [];
  const month = MONTHS.indexOf((monthAfter ?? monthBefore ?? '').slice(0, 3));
  if (month < 0) return undefined;
  const [number, named] = [Number(day ?? other), year ?? otherYear];
  if (named !== undefined) return valid(Number(named), month, number);
  return each((one) => valid(one, month, number));
}

/** A day, unless its month is shorter. */
function valid(year: number, month: number, day: number): number[] {
  const time = Date.UTC(year, month, day);
  return new Date(time).getUTCDate() === day && new Date(time).getUTCMonth() === month ? [time] : [];
}

function nextWeekday(words: string, today: number): readonly number[] {
  const name = words.replace(/^(?:next|this) /, '');
  const weekday = name.length < 3 ? -1 : WEEKDAYS.findIndex((one) => `${one}${name.slice(3)}` === name);
  if (weekday < 0 || !/^[a-z]{3}(?:day|s|sday|nesday|rs|rsday|ur|urday)?$/.test(name)) return [];
  const day = today + ((weekday - new Date(today).getUTCDay() + 7) % 7) * DAY;
  return [day, day + 7 * DAY];
}

/** A time as if the clocks of a time zone showed UTC, in milliseconds. */
function localTime(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const localDay = (time: number, timeZone: string): number =>
  Math.floor(localTime(time, timeZone) / DAY) * DAY;

function momentIn(timeZone: string, local: number): number {
  const guess = local - (localTime(local, timeZone) - local);
  return guess + (local - localTime(guess, timeZone)); // the offset may change between the two
}
