import { integer, oneOf, optional } from './field.ts';

/** Default page size, and the maximum for endpoints without `per_page` ("Limits"). */
export const PAGE_SIZE = 100;

/** Maximum of `per_page`. */
export const PER_PAGE_LIMIT = 1000;

/** Query of every paged collection. `page` starts at 1; lower numbers mean page 1. */
export const pageQuery = () => ({
  /** The page number. Values below 1 count as 1. */
  page: optional(integer()),
});

/** Query of collections with `per_page`: default 100, maximum 1000. */
export const perPageQuery = () => ({
  ...pageQuery(),
  /** Records per page. Values above 1000 count as 1000. */
  per_page: optional(integer()),
});

/** Query of sorted collections. `direction` defaults to `asc`, unless the endpoint documents another default. */
export const sortQuery = <const Keys extends readonly [string, ...string[]]>(...keys: Keys) => ({
  /** The sort key. */
  sort: optional(oneOf(...keys)),
  /** The sort order. */
  direction: optional(oneOf('asc', 'desc')),
});
