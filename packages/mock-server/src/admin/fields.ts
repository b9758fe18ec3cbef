import { numberBounds } from '@trickle/design/number-test';
import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { isoTime, parseTime } from '../shared/values/time.ts';
import { type Span, within } from '../store/engine/filter.ts';
import type { Fragment } from '../store/engine/sql.ts';

const MAX_PAGE = 1000;

export const page = () => ({
  /** The number of items, from 1 to 1000. With it, the response has `next_cursor`. Default: all. */
  limit: f.optional(f.integerBetween(1, MAX_PAGE)),
  /** The `next_cursor` of the previous page. */
  cursor: f.optional(f.name()),
  /** Default `oldest`. */
  order: f.optional(f.oneOf('oldest', 'newest')),
});

/** The page of a list that is always read in pages. */
export const defaultPage = () => ({
  /** The number of items, from 1 to 1000. Default 100. */
  limit: f.optional(f.integerBetween(1, MAX_PAGE)),
  /** The `next_cursor` of the previous page. */
  cursor: f.optional(f.name()),
});

/** A number, or several: `422`, `4xx`, `>100`, `100..200`. */
export const numbers = () =>
  z
    .string()
    .check(z.refine((value) => numberBounds(value) !== undefined, { params: { code: 'format_error' } }));

/** The conditions for a column of numbers, `scale` of which are 1; undefined matches any. */
export const withinNumbers = (column: string, written: string | undefined, scale = 1): Fragment[] =>
  (written === undefined ? [] : (numberBounds(written) ?? [])).map(([sign, bound]) => ({
    sql: `${column} ${sign} ?`,
    values: [bound * scale],
  }));

/** The time in which the items of a list happened. */
export const span = () => ({
  /** ISO 8601. Only what happened at this time or later. */
  since: f.optional(f.isoTime()),
  /** ISO 8601. Only what happened before this time. */
  until: f.optional(f.isoTime()),
});

export const millisecondsIn = ({ since, until }: Span<string>) => ({
  since: since === undefined ? undefined : parseTime(since),
  until: until === undefined ? undefined : parseTime(until),
});

/** The conditions for a column of times to the second, as texts. A second counts if a part of it is in the span. */
export function withinSeconds(column: string, span: Span<string>): Fragment[] {
  const { since, until } = millisecondsIn(span);
  return within(column, {
    since: since === undefined ? undefined : isoTime(since),
    until: until === undefined ? undefined : isoTime(Math.ceil(until / 1000) * 1000),
  });
}

export const isIn = (time: number, { since = -Infinity, until = Infinity }: Span<number>): boolean =>
  time >= since && time < until;

/** A test whether one of the texts of a row contains a part; case-insensitive. Undefined is a part of any. */
export function containing<Row>(search: string | undefined, textsOf: (row: Row) => readonly string[]) {
  const text = search?.toLowerCase();
  return text === undefined
    ? () => true
    : (row: Row) => textsOf(row).some((one) => one.toLowerCase().includes(text));
}
