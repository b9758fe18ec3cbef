import { integer, oneOf, optional } from './field.ts';

/** Page size where the caller names none, and the most where `per_page` is not listed ("Limits"). */
export const PAGE_SIZE = 100;

/** The most that `per_page` may ask for, where it is listed. */
export const PER_PAGE_LIMIT = 1000;

/** Query of every paged collection. `page` starts at 1; below 1 is page 1. */
export const pageQuery = () => ({ page: optional(integer()) });

/** Query of the collections that list `per_page`: default 100, at most 1000. */
export const perPageQuery = () => ({ ...pageQuery(), per_page: optional(integer()) });

/** Query of the collections that sort. `direction` is `asc` unless the endpoint says otherwise. */
export const sortQuery = <const Keys extends readonly [string, ...string[]]>(...keys: Keys) => ({
  sort: optional(oneOf(...keys)),
  direction: optional(oneOf('asc', 'desc')),
});
