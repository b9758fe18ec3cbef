import { PAGE_SIZE, type PageMeta, PER_PAGE_LIMIT } from '@trickle/sdk/contract';

export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** Converts paging parameters to a slice. A page below 1 means page 1; the default page size is 100. */
// Unspecified: U-38
export function sliceOf({ page = 1, per_page = PAGE_SIZE }: PageQuery): Slice {
  const limit = per_page < 1 ? PAGE_SIZE : Math.min(per_page, PER_PAGE_LIMIT);
  return { limit, offset: (Math.max(page, 1) - 1) * limit };
}

/** Builds the `meta` of a page. An empty collection has one empty page. */
// Unspecified: U-43
export function pageMeta({ limit, offset }: Slice, count: number, total: number): PageMeta {
  return {
    page: offset / limit + 1,
    count,
    total_pages: Math.max(1, Math.ceil(total / limit)),
    total_count: total,
  };
}
