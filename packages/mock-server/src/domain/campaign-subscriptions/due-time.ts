import { utcOffset } from '../../values/time-zone.ts';

/*
 * When emails of a series are due: pure arithmetic on local days. A day is counted from 1970-01-01 by the clock of
 * its zone, a moment in milliseconds since 1970.
 */

/** The time of the day at which a campaign sends, where, and on which days of the week (Monday first). */
export interface SendingTime {
  readonly minutes: number;
  readonly mask: string;
  readonly zone: string;
}

/** How long after the one before it an email goes out, where that is not one day. */
export interface EmailDelay {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

/** Where someone stands in a series. */
export interface SeriesProgress {
  /** When the email before was due, or when the person began. */
  readonly since: number;
  /** Whether no email of this lap went out yet. */
  readonly isFirst: boolean;
  /** Whether the first one goes out at once. */
  readonly isImmediate: boolean;
  /** What is past is not sent at its time any more. */
  readonly now: number;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MAX_BREAK = 370;

/**
 * When the next email is due: the first at once or at the next sending time, each other one a day after the one
 * before, or as long after it as it says itself. Whole days are counted by the calendar and keep the sending time;
 * hours and minutes are counted from the email before, on a day of the mask.
 */
// Unspecified: U-30
// Unspecified: U-100
export function nextDue(time: SendingTime, delay: EmailDelay | undefined, progress: SeriesProgress): number {
  const { since, isFirst, isImmediate, now } = progress;
  if (isFirst && isImmediate) return Math.max(since, now);
  const { days = 0, hours = 0, minutes = 0 } = delay ?? { days: isFirst ? 0 : 1 };
  if (hours > 0 || minutes > 0) {
    const due = Math.max(since + days * DAY + (hours * 60 + minutes) * MINUTE, now);
    const day = localDay(time.zone, due);
    return isDayOf(time.mask, day) ? due : nextSendingTime(time, { day: day + 1, earliest: due });
  }
  const earliest = Math.max(isFirst ? since : since + 1, now);
  return nextSendingTime(time, { day: localDay(time.zone, since) + days, earliest });
}

/** The first sending time on `day` or later that is not before `earliest`. */
function nextSendingTime(
  { minutes, mask, zone }: SendingTime,
  { day, earliest }: { readonly day: number; readonly earliest: number },
): number {
  const first = Math.max(day, localDay(zone, earliest));
  for (let at = first; at < first + MAX_BREAK; at++) {
    const moment = isDayOf(mask, at) ? momentOf(zone, at, minutes) : undefined;
    if (moment !== undefined && moment >= earliest) return moment;
  }
  throw new RangeError(`no day of the week is on in '${mask}'`);
}

/** Whether a mask has this day; 1970-01-01 was a Thursday. */
const isDayOf = (mask: string, day: number) => mask[(((day + 3) % 7) + 7) % 7] === '1';

/** The day that the calendar of a zone shows. */
const localDay = (zone: string, at: number) => Math.floor((at + offsetAt(zone, at)) / DAY);

/** The time that the clock of a zone shows, as milliseconds that would be so in UTC. */
export const localTime = (zone: string, at: number) => at + offsetAt(zone, at);

const moments = new Map<string, number | undefined>();

/**
 * The first minute of a day at which the clock of a zone shows a time or a later one: a time that the clock leaves
 * out in spring is that of the change, one that it shows twice in autumn the first of both. Undefined where the
 * day has no such minute.
 */
// Unspecified: U-100
export function momentOf(zone: string, day: number, minutes: number): number | undefined {
  const key = `${zone} ${day * 1440 + minutes}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  const moment = findMoment(zone, day, day * DAY + minutes * MINUTE);
  if (moments.size > 20_000) moments.clear();
  moments.set(key, moment);
  return moment;
}

function findMoment(zone: string, day: number, local: number): number | undefined {
  const before = offsetAt(zone, local - DAY);
  const later = offsetAt(zone, local + DAY);
  const candidates = [local - Math.max(before, later), local - Math.min(before, later)] as const;
  const shown = candidates.find((moment) => localTime(zone, moment) === local);
  if (shown !== undefined) return shown;
  const change = changeBetween(zone, ...candidates);
  return localDay(zone, change) === day ? change : undefined;
}

/** The first moment after `start` with the offset of `end`. */
function changeBetween(zone: string, start: number, end: number): number {
  let [low, high] = [start, end];
  const offset = offsetAt(zone, end);
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / MINUTE / 2) * MINUTE;
    if (offsetAt(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

const QUARTER = 15 * MINUTE;
const offsets = new Map<string, number>();

/** How far a zone is ahead of UTC, in milliseconds. Zones change their clocks at quarters of an hour. */
function offsetAt(zone: string, at: number): number {
  if (zone === 'Etc/UTC') return 0;
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = utcOffset(zone, quarter * QUARTER) * MINUTE;
    if (offsets.size > 20_000) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}
