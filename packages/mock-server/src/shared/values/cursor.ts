import { tryParseJson } from './json.ts';

type Values = readonly (string | number | null)[];

/** Encodes the position of a row in a list as an opaque string. */
export const toCursor = (position: Values): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes a cursor. Throws a `RangeError` for anything that `toCursor` did not return for such a list. */
export function fromCursor(cursor: string, length: number): Values {
  const values = tryParseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (Array.isArray(values) && values.length === length && values.every(isValue)) return values;
  throw new RangeError('cursor must be a next_cursor of the same list');
}

const isValue = (value: unknown): value is Values[number] =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
