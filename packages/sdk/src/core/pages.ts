import type { Page } from '../contract/schema/envelope.ts';
import { follow, throwIfAborted } from './abort.ts';
import type { ApiResult, FetchPage } from './api-promise.ts';
import { ResponseFormatError } from './errors.ts';
import { checkOption } from './settings.ts';

interface PageLoop<Item> {
  readonly first: Promise<ApiResult<Page<Item>>>;
  readonly fetch: FetchPage<Item>;
  readonly signal: AbortSignal | undefined;
  /** Number of items after which to stop. */
  readonly limit: number;
}

/** Iterates over pages until the last one, or until `limit` items are fetched. */
export async function* pagesFrom<Item>({
  first,
  fetch,
  signal: outer,
  limit,
}: PageLoop<Item>): AsyncGenerator<Page<Item>, void, undefined> {
  const left = new AbortController();
  const release = follow(left, outer);
  try {
    let answer = await first;
    let items = answer.data.items.length;
    // Counts pages instead of reading `meta.page`, so a service that repeats a page cannot cause an endless loop.
    for (let number = numberIn(answer, 'page'); ; number += 1) {
      throwIfAborted(outer);
      const isLast = items >= limit || !(number < numberIn(answer, 'total_pages'));
      const next = isLast ? undefined : fetch(number + 1, left.signal);
      next?.catch(() => {}); // handled when the loop reaches the page
      yield answer.data;
      if (!next) return;
      answer = await next;
      items += answer.data.items.length;
    }
  } finally {
    release();
    left.abort();
  }
}

/** Collects the first `limit` items of pages. */
export async function collect<Item>(limit: number, pages: () => AsyncIterable<Page<Item>>): Promise<Item[]> {
  const isValid = limit >= 0 && (limit === Infinity || Number.isInteger(limit));
  checkOption('limit', isValid, 'a whole number from 0, or Infinity');
  const all: Item[] = [];
  for await (const { items } of pages()) {
    for (const item of items) if (all.length < limit) all.push(item);
    if (all.length >= limit) break;
  }
  return all;
}

/** Reads an integer in the `meta` of a page, a number or a string; NaN if absent, so that no page follows. */
function numberIn(answer: ApiResult<Page<unknown>>, name: 'page' | 'total_pages'): number {
  const { data, request, response } = answer;
  const value: unknown = data.meta[name];
  if (value === undefined || value === null) return Number.NaN;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number; // tested above
  const problem = `\`meta.${name}\` is not a whole number, so the next page is unknown`;
  throw new ResponseFormatError(request, response, JSON.stringify(data), { problem });
}
