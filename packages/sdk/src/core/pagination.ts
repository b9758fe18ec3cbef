import type { Page } from '../contract/schema/envelope.ts';
import { throwIfAborted } from './abort.ts';
import { ApiPromise, type ApiResult, type FetchPage } from './api-promise.ts';

/**
 * A promise of one page, `{ items, meta }`, and an async iterable of all items from that page on. The next page is
 * fetched in advance, so at most two pages are in memory. A loop that deletes items, or changes them so that they leave
 * the list, skips others, since pages are counted from the start: loop over `toArray()` instead.
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
  readonly #first: Promise<ApiResult<Page<Item>>>;
  readonly #signal: AbortSignal | undefined;

  constructor(first: Promise<ApiResult<Page<Item>>>, fetch: FetchPage<Item>, signal?: AbortSignal) {
    super(first);
    this.#first = first;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /**
   * Iterates over all pages from this one on. The next page is fetched in advance; its errors surface when the loop
   * reaches it. Leaving the loop aborts the pending request.
   */
  pages(): AsyncGenerator<Page<Item>, void, undefined> {
    return this.#pages(Infinity);
  }

  /** Iterates over all items from this page on. To delete items, loop over `toArray()`: otherwise others are skipped. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) {
      for (const item of items) {
        throwIfAborted(this.#signal);
        yield item;
      }
    }
  }

  /**
   * Collects the items from this page on in an array: all of them, or the first `limit`. Fetches only the pages needed.
   *
   * @throws {@link InputError} if `limit` is not an integer of at least 0.
   */
  async toArray({ limit = Infinity }: ToArrayOptions = {}): Promise<Item[]> {
    this.#first.catch(() => {}); // the page is already requested, and `limit` may be invalid
    const { collect } = await import('./pages.ts');
    return await collect(limit, () => this.#pages(limit));
  }

  /** Iterates over pages until the last one, or until `limit` items are fetched. */
  async *#pages(limit: number): AsyncGenerator<Page<Item>, void, undefined> {
    this.#first.catch(() => {}); // may fail before the loop is loaded, which then throws it
    // Loaded on use: many programs read single pages only.
    const { pagesFrom } = await import('./pages.ts');
    yield* pagesFrom({ first: this.#first, fetch: this.#fetch, signal: this.#signal, limit });
  }
}

/** Options of {@link PageCall.toArray}. */
export interface ToArrayOptions {
  /** Maximum number of items. Default: all. */
  readonly limit?: number | undefined;
}
