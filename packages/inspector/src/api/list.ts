import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { onChange, type Topic } from './changes.ts';
import { ApiError, callApi } from './request.ts';
import type { InputOf, Item as ItemOf, ListIn, ReadRoute } from './responses.ts';

/** A list that is read page by page. */
export interface List<Item> {
  readonly items: readonly Item[];
  /** The number of all items, if the operation says it. */
  readonly total: number | undefined;
  /** Whether there is nothing to show yet. */
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly error: ApiError | undefined;
  /** Reads the next page. */
  readonly loadMore: () => void;
  /** Reads all further pages. */
  readonly loadAll: () => void;
  /** Reads the first page again. */
  readonly reload: () => void;
}

/** Where a list comes from. */
export interface ListSource<R extends ReadRoute, Member extends ListIn<R>> {
  readonly route: R;
  readonly input: InputOf<R>;
  /** The member of the response that has the items. */
  readonly member: Member;
  readonly topics: readonly Topic[];
  readonly keyOf: (item: ItemOf<R, Member>) => string;
}

/**
 * Reads a list page by page: the first page now and whenever one of the topics changes, further ones when `loadMore` is
 * called.
 */
export function useList<const R extends ReadRoute, const Member extends ListIn<R>>(
  source: ListSource<R, Member>,
): List<ItemOf<R, Member>> {
  const key = `${source.route} ${JSON.stringify(source.input)}`;
  const pages = useMemo(() => new Pages(source), [key]);
  const topicList = source.topics.join();
  useEffect(() => {
    pages.reload();
    const end = onChange(source.topics, pages.reload);
    return () => {
      end();
      pages.stop();
    };
  }, [pages, topicList]);
  const { items, total, cursor, error } = pages.state.value;
  return {
    items: items ?? [],
    total,
    isLoading: items === undefined && error === undefined,
    hasMore: cursor !== null,
    error,
    loadMore: pages.loadMore,
    loadAll: pages.loadAll,
    reload: pages.reload,
  };
}

/** A list whose rows stay while the rows of another search load. */
export function useSteadyList<Item>(list: List<Item>): List<Item> {
  const last = useRef(list);
  if (!list.isLoading) last.current = list;
  const { hasMore, loadMore, loadAll, reload } = list;
  return { ...last.current, hasMore, loadMore, loadAll, reload };
}

interface PagesState<Item> {
  readonly items: readonly Item[] | undefined;
  readonly total: number | undefined;
  /** Of the next page; null after the last one. */
  readonly cursor: string | null;
  readonly error: ApiError | undefined;
}

/** Items per page, unless the input has another limit. */
const LIMIT = 100;

/** Items per page where all of them are read; the most that the server sends. */
const MAX_LIMIT = 1000;

/** What the responses of lists have beside their items. */
interface PageFacts {
  readonly next_cursor?: string | null;
  readonly total?: number;
}

class Pages<R extends ReadRoute, Member extends ListIn<R>, Item extends ItemOf<R, Member>> {
  readonly state: Signal<PagesState<Item>> = signal<PagesState<Item>>({
    items: undefined,
    total: undefined,
    cursor: null,
    error: undefined,
  });
  readonly #source: ListSource<R, Member>;
  #running: AbortController | undefined;
  #isOutdated = false;

  constructor(source: ListSource<R, Member>) {
    this.#source = source;
  }

  readonly reload = (): void => {
    if (this.#running) this.#isOutdated = true;
    else void this.#run((signal) => this.#readFirst(signal));
  };

  readonly loadMore = (): void => {
    const { cursor } = this.state.peek();
    if (cursor !== null && !this.#running) void this.#run((signal) => this.#readNext(cursor, signal));
  };

  readonly loadAll = (): void => {
    const read = async (signal: AbortSignal) => {
      for (;;) {
        const { cursor } = this.state.peek();
        if (cursor === null || signal.aborted) return;
        await this.#readNext(cursor, signal, MAX_LIMIT);
      }
    };
    if (!this.#running) void this.#run(read);
  };

  readonly stop = (): void => {
    this.#running?.abort();
    this.#running = undefined;
  };

  async #run(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#isOutdated = false;
    try {
      await read(running.signal);
    } catch (error) {
      if (running.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.state.value = { ...this.state.peek(), error };
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    if (this.#isOutdated) this.reload();
  }

  async #readFirst(signal: AbortSignal): Promise<void> {
    const { items, page } = await this.#page({}, signal);
    if (signal.aborted) return;
    const old = this.state.peek();
    const rest = this.#itemsAfter(items.at(-1), old.items ?? []);
    this.state.value = {
      items: rest.length > 0 ? [...items, ...rest] : items,
      total: page.total,
      cursor: rest.length > 0 ? old.cursor : (page.next_cursor ?? null),
      error: undefined,
    };
  }

  /** The items of further pages, which stay when the first page is read again. */
  #itemsAfter(last: Item | undefined, old: readonly Item[]): readonly Item[] {
    const { keyOf, input } = this.#source;
    if (last === undefined || old.length <= ((input as { readonly limit?: number }).limit ?? LIMIT))
      return [];
    const index = old.findIndex((item) => keyOf(item) === keyOf(last));
    return index === -1 ? [] : old.slice(index + 1);
  }

  async #readNext(cursor: string, signal: AbortSignal, limit?: number): Promise<void> {
    const { items, page } = await this.#page({ cursor, ...(limit && { limit }) }, signal);
    if (signal.aborted) return;
    const old = this.state.peek();
    this.state.value = {
      items: [...(old.items ?? []), ...items],
      total: page.total ?? old.total,
      cursor: page.next_cursor ?? null,
      error: undefined,
    };
  }

  async #page(more: { readonly cursor?: string; readonly limit?: number }, signal: AbortSignal) {
    const { route, input, member } = this.#source;
    const page = await callApi(route, { limit: LIMIT, ...input, ...more }, signal);
    return { page: page as PageFacts, items: page[member] as readonly Item[] }; // as the types of the operation say
  }
}
