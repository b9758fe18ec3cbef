import { field as f } from '@trickle/sdk/contract';

/** The maximum number of items on a page. */
const MAX_PAGE = 1000;

/** The page of a list. */
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
