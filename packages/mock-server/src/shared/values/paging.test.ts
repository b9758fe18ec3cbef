import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageMeta, sliceOf } from './paging.ts';

it.each([
  [undefined, undefined, 100, 0],
  [1, undefined, 100, 0],
  [3, undefined, 100, 200],
  [0, undefined, 100, 0],
  [-7, undefined, 100, 0],
  [undefined, 1, 1, 0],
  [2, 1000, 1000, 1000],
  [2, 1001, 1000, 1000],
  [2, 0, 100, 100],
])('page %s with %s items has at most %i after %i', (page, per_page, limit, offset) => {
  expect(sliceOf({ page, per_page })).toEqual({ limit, offset });
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
