import { PAGE_SIZE, type PageMeta, PER_PAGE_LIMIT } from '@trickle/sdk/contract';

/** Which page of a collection is asked for. */
export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/** The part of a collection to read. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** The slice of a page: page 1 for a page below 1, 100 items unless `per_page` says otherwise. */
// Unspecified: U-38
export function sliceOf({ page = 1, per_page = PAGE_SIZE }: PageQuery): Slice {
  const limit = per_page < 1 ? PAGE_SIZE : Math.min(per_page, PER_PAGE_LIMIT);
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
}

/** The `meta` of a page. An empty collection has one page, with nothing on it. */
// Unspecified: U-43
export function pageMeta({ limit, offset }: Slice, count: number, total: number): PageMeta {
  return {
    page: offset / limit + 1,
    count,
    total_pages: Math.max(1, Math.ceil(total / limit)),
    total_count: total,
  };
}
