export interface Duration {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

export function durationText({ days = 0, hours = 0, minutes = 0 }: Duration): string {
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
  ] as const;
  const words = parts.flatMap(([count, unit]) =>
    count === 0 ? [] : `${count} ${unit}${count === 1 ? '' : 's'}`,
  );
  return words.join(' ');
}

const MINUTES_PER_DAY = 24 * 60;

/** The day of a series on which an email is sent at the earliest; the first one is sent on day 1. */
export function dayOf(
  emails: readonly { readonly delay?: Duration | null | undefined }[],
  index: number,
): number {
  const minutes = emails.slice(1, index + 1).reduce((sum, { delay }) => {
    const { days = 0, hours = 0, minutes: rest = 0 } = delay ?? { days: 1 };
    return sum + days * MINUTES_PER_DAY + hours * 60 + rest;
  }, 0);
  return 1 + Math.floor(minutes / MINUTES_PER_DAY);
}

/** The days of the week, in the order of masks such as `1111100`. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const twoDigits = (count: number): string => String(count).padStart(2, '0');

export const timeOfDay = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
