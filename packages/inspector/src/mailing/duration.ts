/** How long to wait. */
export interface Duration {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
}

/** A duration in words, such as `2 days`; empty for none. */
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
