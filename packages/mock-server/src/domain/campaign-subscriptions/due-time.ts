import { utcOffset } from '../../shared/values/time.ts';

/*
 * Computes when the emails of a series are due. A day is the number of local days since 1970-01-01, a moment the
 * number of milliseconds since 1970.
 */

/** A campaign's sending time: minutes from midnight, weekdays as a mask (Monday first) and time zone. */
export interface SendingTime {
  readonly minutes: number;
  readonly mask: string;
  readonly zone: string;
}

/** The delay of an email after the previous one. Default: one day. */
export interface EmailDelay {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

/** A subscriber's position in a series. */
export interface SeriesProgress {
  /** When the previous email was due, or when the subscription began. */
  readonly since: number;
  /** Whether no email of this lap has been sent. */
  readonly isFirst: boolean;
  /** Whether the first email is sent at once. */
  readonly isImmediate: boolean;
  /** The current time; no email is due before it. */
  readonly now: number;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const MAX_BREAK = 370;

/**
 * Returns when the next email is due: the first at once or at the next sending time, each later one a day or its own
 * delay after the previous one. Days are calendar days and keep the sending time. Hours and minutes count from the
 * previous email; if they end on a day off, the email waits for the next sending time.
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

/** Finds the first sending time on or after `day` and not before `earliest`. */
function nextSendingTime(
  { minutes, mask, zone }: SendingTime,
  { day, earliest }: { readonly day: number; readonly earliest: number },
): number {
  const first = Math.max(day, localDay(zone, earliest));
  for (let at = first; at < first + MAX_BREAK; at++) {
    const moment = isDayOf(mask, at) ? momentOf(zone, at, minutes) : undefined;
    if (moment !== undefined && moment >= earliest) return moment;
  }
  throw new RangeError(`The mask '${mask}' has no active day.`);
}

/** Whether a mask includes a day. 1970-01-01 was a Thursday. */
const isDayOf = (mask: string, day: number) => mask[(((day + 3) % 7) + 7) % 7] === '1';

const localDay = (zone: string, at: number) => Math.floor((at + offsetAt(zone, at)) / DAY);

/** The local time of a moment, in milliseconds as if it were UTC. */
export const localTime = (zone: string, at: number) => at + offsetAt(zone, at);

/**
 * Returns the first moment of a local day at or after a time, in minutes from midnight. A time that is skipped in
 * spring becomes the moment of the change; of a time that occurs twice in autumn, the first is returned. Undefined if
 * the day has no such moment.
 */
// Unspecified: U-100
export function momentOf(zone: string, day: number, minutes: number): number | undefined {
  const local = day * DAY + minutes * MINUTE;
  const before = offsetAt(zone, local - DAY);
  const later = offsetAt(zone, local + DAY);
  const candidates = [local - Math.max(before, later), local - Math.min(before, later)] as const;
  const match = candidates.find((moment) => localTime(zone, moment) === local);
  if (match !== undefined) return match;
  const change = changeBetween(zone, ...candidates);
  return localDay(zone, change) === day ? change : undefined;
}

/** Finds the moment between `start` and `end` at which the offset changes. */
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

/** A zone's offset from UTC in milliseconds. Offsets only change at quarter hours. */
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
