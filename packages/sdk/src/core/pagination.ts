import type { Page } from '../contract/schema/envelope.ts';
import { ApiPromise, type WithResponse } from './api-promise.ts';
import { InputError, type RequestSummary } from './errors.ts';

/** What a call gives, its response, and the request as errors show it. */
export interface Answered<T> extends WithResponse<T> {
  readonly request: RequestSummary;
}

/** Fetches the page of this number, counted from 1, until the signal ends it. */
export type FetchPage<Item> = (page: number, signal: AbortSignal) => Promise<Answered<Page<Item>>>;

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
    this.#first.catch(() => {}); // it may fail while the loop is loaded, which tells of it
    // Loaded when it is needed: many programs look at no more than one page.
    const { pagesFrom } = await import('./pages.ts');
    yield* pagesFrom({ first: this.#first, fetch: this.#fetch, signal: this.#signal, wanted });
  }
}

/** Options of {@link PageCall.toArray}. */
export interface ToArrayOptions {
  /** The most items to collect. Default: all. */
  readonly limit?: number | undefined;
}
