const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const absolute = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** For example `Nov 22, 2026, 06:23:16 UTC`. Text that is not a time is left unchanged. */
export const absoluteTime = (at: string): string => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : `${absolute.format(time)} UTC`;
};

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function clockTime(time: number, now: number): string {
  const isToday = Math.floor(time / DAY) === Math.floor(now / DAY);
  return isToday ? clock.format(time) : `${day.format(time)}, ${clock.format(time)}`;
}

export function areAlike([first, ...others]: readonly (string | null | undefined)[], now: number): boolean {
  if (!first || others.length === 0 || now === 0) return false;
  const text = relativeTime(Date.parse(first), now);
  return others.every((at) => at && relativeTime(Date.parse(at), now) === text);
}

/** For example `5 min ago` or `in 2 h`. `now` is 0 while the server's clock is unknown. */
export function relativeTime(time: number, now: number): string {
  if (now === 0) return '…';
  const distance = time - now;
  const size = Math.abs(distance);
  if (size < 1.5 * SECOND) return 'just now';
  const text = durationText(size);
  return distance < 0 ? `${text} ago` : `in ${text}`;
}

/** A duration in its largest unit, rounded, such as `3 min`: a wait of three days begins with `3 days`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(milliseconds / HOUR);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(milliseconds / DAY);
  if (days < 60) return days === 1 ? '1 day' : `${days} days`;
  return days < 730 ? `${Math.floor(days / 30.44)} months` : `${Math.floor(days / 365.25)} years`;
}
