import type { Page } from '../contract/schema/envelope.ts';
import { ApiPromise, type WithResponse } from './api-promise.ts';
import { addCallerFrames } from './caller-stack.ts';
import { InputError, type RequestSummary, ResponseFormatError } from './errors.ts';

/** What a call gives, its response, and the request as errors show it. */
export interface Answered<T> extends WithResponse<T> {
  readonly request: RequestSummary;
}

/** Fetches the page of this number, counted from 1, until the signal ends it. */
type FetchPage<Item> = (page: number, signal: AbortSignal) => Promise<Answered<Page<Item>>>;

/**
 * The promise of one page, `{ items, meta }`; and everything from that page on, by page or by item. While the loop
 * works on a page the next one is fetched, so two pages are held at most.
 *
 * ```ts
 * const { items, meta } = await client.subscribers.list();
 * for await (const subscriber of client.subscribers.list()) console.log(subscriber.email);
 * for await (const { items } of client.subscribers.list().pages()) await store(items);
 * const some = await client.subscribers.list().toArray({ limit: 250 });
 * ```
 */
export class PageCall<Item> extends ApiPromise<Page<Item>> implements AsyncIterable<Item> {
  readonly #fetch: FetchPage<Item>;
  readonly #first: Promise<Answered<Page<Item>>>;
  readonly #signal: AbortSignal | undefined;

  constructor(first: Promise<Answered<Page<Item>>>, fetch: FetchPage<Item>, signal?: AbortSignal) {
    super(first);
    this.#first = first;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /**
   * All pages from this one on. The next page is on its way while yours is worked on; a failure of it shows when the
   * loop gets there. Leaving the loop ends the request under way.
   */
  pages(): AsyncGenerator<Page<Item>, void, undefined> {
    return this.#pages(Infinity);
  }

  /** All items from this page on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) {
      for (const item of items) {
        this.#signal?.throwIfAborted();
        yield item;
      }
    }
  }

  /**
   * The items from this page on as an array: all of them, or the first `limit`. No page is fetched that is not needed.
   *
   * @throws {@link InputError} when `limit` is no whole number from 0.
   */
  async toArray({ limit = Infinity }: ToArrayOptions = {}): Promise<Item[]> {
    if (!(limit >= 0 && (limit === Infinity || Number.isInteger(limit)))) {
      this.catch(() => {}); // the page is on its way, and nobody will look at it
      throw new InputError('`limit` must be a whole number from 0.');
    }
    const all: Item[] = [];
    for await (const { items } of this.#pages(limit)) {
      for (const item of items) if (all.length < limit) all.push(item);
      if (all.length >= limit) break;
    }
    return all;
  }

  /** Pages until there is no more, or `wanted` items have come. */
  async *#pages(wanted: number): AsyncGenerator<Page<Item>, void, undefined> {
    const left = new AbortController();
    const signal = this.#signal ? AbortSignal.any([this.#signal, left.signal]) : left.signal;
    try {
      let answer = await this.#first;
      let items = answer.data.items.length;
      // Counted here rather than read from each answer: a service that repeats a page is not read forever.
      for (let number = numberIn(answer, 'page'); ; number += 1) {
        this.#signal?.throwIfAborted();
        const isLast = items >= wanted || !(number < numberIn(answer, 'total_pages'));
        const next = isLast ? undefined : this.#fetch(number + 1, signal);
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

/** Options of {@link PageCall.toArray}. */
export interface ToArrayOptions {
  /** The most items to collect. Default: all. */
  readonly limit?: number | undefined;
}
