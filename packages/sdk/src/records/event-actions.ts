// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Page of the event actions. */
export interface EventActionQuery {
  /** The number of the page, from 1. */
  page?: number | undefined;
  per_page?: number | undefined;
}
