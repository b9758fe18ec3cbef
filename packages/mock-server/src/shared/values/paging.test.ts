import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMeta, sliceOf } from './paging.ts';

describe('sliceOf', () => {
  it.each([
    [{}, { limit: 100, offset: 0 }],
    [{ page: 1 }, { limit: 100, offset: 0 }],
    [{ page: 3 }, { limit: 100, offset: 200 }],
    [{ page: 0 }, { limit: 100, offset: 0 }],
    [{ page: -7 }, { limit: 100, offset: 0 }],
    [{ per_page: 1 }, { limit: 1, offset: 0 }],
    [
      { per_page: 1000, page: 2 },
      { limit: 1000, offset: 1000 },
    ],
    [
      { per_page: 1001, page: 2 },
      { limit: 1000, offset: 1000 },
    ],
    [
      { per_page: 0, page: 2 },
      { limit: 100, offset: 100 },
    ],
  ])('the slice of %j is %j', (query, slice) => {
    expect(sliceOf(query)).toEqual(slice);
  });
});

describe('pageMeta', () => {
  it('all pages together contain every item once', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 1000 }), (total, per_page) => {
        let page = 1;
        let seen = 0;
        for (;;) {
          const slice = sliceOf({ page, per_page });
          const count = Math.max(0, Math.min(slice.limit, total - slice.offset));
          const meta = pageMeta(slice, count, total);
          expect(meta).toMatchObject({ page, count, total_count: total });
          expect(slice.offset).toBe(seen);
          seen += count;
          if (page === meta.total_pages) break;
          page++;
        }
        expect(seen).toBe(total);
      }),
    );
  });

  it('an empty collection has one page', () => {
    expect(pageMeta(sliceOf({}), 0, 0)).toEqual({ page: 1, count: 0, total_pages: 1, total_count: 0 });
  });
});
