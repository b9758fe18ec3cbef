import type { Page } from '../contract/schema/envelope.ts';
import { addCallerFrames } from './caller-stack.ts';
import { ResponseFormatError } from './errors.ts';
import type { Answered, FetchPage } from './pagination.ts';

/** A loop over pages. */
interface PageLoop<Item> {
  readonly first: Promise<Answered<Page<Item>>>;
  readonly fetch: FetchPage<Item>;
  readonly signal: AbortSignal | undefined;
  /** The number of items after which it may end. */
  readonly wanted: number;
}

/** Pages until there is no more, or `wanted` items have come. */
export async function* pagesFrom<Item>({
  first,
  fetch,
  signal: given,
  wanted,
}: PageLoop<Item>): AsyncGenerator<Page<Item>, void, undefined> {
  const left = new AbortController();
  const signal = given ? AbortSignal.any([given, left.signal]) : left.signal;
  try {
    let answer = await first;
    let items = answer.data.items.length;
    // Counted here rather than read from each answer: a service that repeats a page is not read forever.
    for (let number = numberIn(answer, 'page'); ; number += 1) {
      given?.throwIfAborted();
      const isLast = items >= wanted || !(number < numberIn(answer, 'total_pages'));
      const next = isLast ? undefined : fetch(number + 1, signal);
      next?.catch(() => {}); // told when the loop gets there
      yield answer.data;
      if (!next) return;
      answer = await next;
      items += answer.data.items.length;
    }
  } catch (error) {
    addCallerFrames(error); // a page that was fetched ahead may have failed before anybody waited for it
    throw error;
  } finally {
    left.abort();
  }
}

/** A whole number in the `meta` of a page, which may be written as text; NaN where there is none, so that no page follows. */
function numberIn(
  { data, request, response }: Answered<Page<unknown>>,
  name: 'page' | 'total_pages',
): number {
  const { meta } = data;
  const given: unknown = meta[name];
  if (given === undefined || given === null) return Number.NaN;
  const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (Number.isSafeInteger(number)) return number as number; // as just tested
  const problem = `\`meta.${name}\` is not a whole number, so there is no next page to ask for`;
  throw new ResponseFormatError(request, response, JSON.stringify(data), { problem });
}
