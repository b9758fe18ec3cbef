import { isObject } from '../../core/is-object.ts';

/** Replaces every `Date` in a record, a query or a list of records by its ISO 8601 string. */
export function timesAsText<T>(given: T): T {
  if (Array.isArray(given)) {
    const records = given.map(timesAsText);
    return records.some((record, i) => record !== given[i]) ? (records as T) : given; // of the same type
  }
  if (!isObject(given)) return given;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    const value = given[name];
    // Validation rejects an invalid date.
    if (!(value instanceof Date) || Number.isNaN(value.getTime())) continue;
    copy ??= { ...given };
    copy[name] = value.toISOString();
  }
  return (copy ?? given) as T; // the same, apart from dates
}
