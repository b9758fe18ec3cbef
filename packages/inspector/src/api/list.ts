import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Call, ReadPath } from './answers.ts';
import { onChange, type Topic } from './changes.ts';
import { ApiError, callApi, type Parameters } from './request.ts';

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
  /** Reads the first page again. */
  readonly reload: () => void;
}

/** Where a list comes from. */
export interface ListSource<Item> {
  /** `GET /_admin<path>`. */
  readonly path: ReadPath;
  readonly query: Parameters;
  /** The member of the response that has the items. */
  readonly member: string;
  readonly topics: readonly Topic[];
  readonly keyOf: (item: Item) => string;
}

/**
 * Reads a list that answers `next_cursor`: the first page now and whenever one of the topics changes, further ones
 * when `loadMore` is called.
 */
export function useList<Item>(source: ListSource<Item>): List<Item> {
  const key = `${source.path} ${JSON.stringify(source.query)}`;
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
    reload: pages.reload,
  };
}

/** A list whose rows stay while the rows of another search load. */
export function useSteadyList<Item>(list: List<Item>): List<Item> {
  const last = useRef(list);
  if (!list.isLoading) last.current = list;
  const { hasMore, loadMore, reload } = list;
  return { ...last.current, hasMore, loadMore, reload };
}

interface PagesState<Item> {
  readonly items: readonly Item[] | undefined;
  readonly total: number | undefined;
  /** Of the next page; null after the last one. */
  readonly cursor: string | null;
  readonly error: ApiError | undefined;
}

/** Items per page, unless the query has another limit. */
const LIMIT = 100;

interface Page {
  readonly next_cursor?: string | null;
  readonly total?: number;
}

class Pages<Item> {
  readonly state: Signal<PagesState<Item>> = signal<PagesState<Item>>({
    items: undefined,
    total: undefined,
    cursor: null,
    error: undefined,
  });
  readonly #source: ListSource<Item>;
  #running: AbortController | undefined;
  #isOutdated = false;

  constructor(source: ListSource<Item>) {
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
    const { keyOf, query } = this.#source;
    if (last === undefined || old.length <= Number(query?.limit ?? LIMIT)) return [];
    const index = old.findIndex((item) => keyOf(item) === keyOf(last));
    return index === -1 ? [] : old.slice(index + 1);
  }

  async #readNext(cursor: string, signal: AbortSignal): Promise<void> {
    const { items, page } = await this.#page({ cursor }, signal);
    if (signal.aborted) return;
    const old = this.state.peek();
    this.state.value = {
      items: [...(old.items ?? []), ...items],
      total: page.total ?? old.total,
      cursor: page.next_cursor ?? null,
      error: undefined,
    };
  }

  async #page(more: Parameters, signal: AbortSignal) {
    const { path, query, member } = this.#source;
    const page = await callApi<Page & Record<string, unknown>>(`GET ${path}` as Call, {
      query: { limit: LIMIT, ...query, ...more },
      signal,
    });
    return { page, items: page[member] as readonly Item[] }; // as the API's documents say
  }
}
