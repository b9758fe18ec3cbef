/** A span of time, ISO 8601; open at a side without a time. */
export interface Span {
  readonly since?: string;
  readonly until?: string;
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const DAY = 86_400_000;

export const SPANS = [
  ['5m', 'Last 5 minutes'],
  ['1h', 'Last hour'],
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7d', 'Last 7 days'],
] as const;

export const SPANS_IN_WORDS = '5m, 2h, 3d, today, yesterday, a date or the name of a checkpoint';

export interface Moment {
  readonly id: string;
  readonly name?: string | undefined;
  readonly at: string;
}

/**
 * Reads a span such as `5m`, `today`, `2026-01-20` or the name of a moment; undefined for anything else. Spans that move
 * with the clock move once a minute, so that a list is not read again all the time.
 */
export function readSpan(written: string, now: number, moments: readonly Moment[]): Span | undefined {
  const word = written.toLowerCase();
  const [, count, unit = ''] = /^(\d{1,5})([smhdw])$/.exec(word) ?? [];
  const minute = Math.floor(now / 60_000) * 60_000;
  if (count !== undefined) return { since: iso(minute - Number(count) * (UNITS[unit] ?? 0)) };
  const today = Math.floor(now / DAY) * DAY;
  if (word === 'today') return { since: iso(today) };
  if (word === 'yesterday') return { since: iso(today - DAY), until: iso(today) };
  const moment = moments.find(({ id, name }) => [id, name?.toLowerCase()].includes(word));
  if (moment) return { since: moment.at };
  if (!/^\d{4}-\d\d-\d\d/.test(word)) return undefined;
  const time = Date.parse(/[z+]|t.*-/.test(word) ? word.toUpperCase() : `${word.toUpperCase()}Z`);
  return Number.isNaN(time) ? undefined : { since: iso(time) };
}

const iso = (time: number): string => new Date(time).toISOString();

export const isWithin = (
  at: string | null | undefined,
  { since, until }: { readonly [Side in keyof Span]?: string | undefined },
): boolean =>
  !!at &&
  (since === undefined || Date.parse(at) >= Date.parse(since)) &&
  (until === undefined || Date.parse(at) < Date.parse(until));
