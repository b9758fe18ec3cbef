import type { Page } from './contract/envelope.ts';
import { Call, type WithResponse } from './transport/call.ts';

/** Fetches the page of this number, counted from 1. */
type FetchPage<Item> = (page: number) => Promise<WithResponse<Page<Item>>>;

/**
 * The promise of one page, `{ items, meta }`; and all items from that page on, fetched page by page as the loop
 * goes on. One page is held at a time.
 *
 * ```ts
 * const { items, meta } = await client.subscribers.list();
 * for await (const subscriber of client.subscribers.list()) console.log(subscriber.email);
 * ```
 */
export class PageCall<Item> extends Call<Page<Item>> implements AsyncIterable<Item> {
  readonly #fetch: FetchPage<Item>;

  constructor(first: Promise<WithResponse<Page<Item>>>, fetch: FetchPage<Item>) {
    super(first);
    this.#fetch = fetch;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const first = await this;
    yield* first.items;
    let last = first.meta.total_pages;
    // Counted here rather than read from each answer: a service that repeats a page is not read forever.
    for (let number = first.meta.page + 1; number <= last; number += 1) {
      const { data } = await this.#fetch(number);
      yield* data.items;
      last = data.meta.total_pages;
    }
  }
}
