import { isObject } from '../../core/is-object.ts';

/** A record, a query or a list of records in which every `Date` is the ISO 8601 text of its moment. */
export function timesAsText<T>(given: T): T {
  if (Array.isArray(given)) {
    const records = given.map(timesAsText);
    return records.some((record, i) => record !== given[i]) ? (records as T) : given; // of the same kinds
  }
  if (!isObject(given)) return given;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    const value = given[name];
    // A date that is none is left for the check to refuse.
    if (!(value instanceof Date) || Number.isNaN(value.getTime())) continue;
    copy ??= { ...given };
    copy[name] = value.toISOString();
  }
  return (copy ?? given) as T; // as before, but for the dates
}
