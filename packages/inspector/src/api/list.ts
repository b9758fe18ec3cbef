import { useEffect, useMemo } from 'preact/hooks';
import type { Topic } from './changes.ts';
import {
  ApiError,
  callApi,
  type InputOf,
  type Item as ItemOf,
  type ListIn,
  type ReadRoute,
} from './request.ts';
import type { Resource } from './resource.ts';
import { Reader, useReader } from './resource.ts';

export interface List<Item> extends Omit<PagesState<Item>, 'items' | 'cursor'> {
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Reads the first page, or with `true` the last one, in place of what has been read. */
  readonly goTo: (isEnd: boolean) => void;
  readonly reload: () => void;
}

export interface ListSource<R extends ReadRoute, Member extends ListIn<R>> {
  readonly route: R;
  readonly input: InputOf<R>;
  readonly member: Member;
  readonly topics: readonly Topic[];
  /** Whether the operation answers with all items at once. */
  readonly isWhole?: boolean;
  /** Default: its `id`. */
  readonly keyOf?: ((item: ItemOf<R, Member>) => string) | undefined;
}

export const idOf = (item: unknown): string => String((item as { readonly id?: unknown }).id);

/**
 * Reads a list page by page: the first page now and whenever one of the topics changes, further ones when they are asked for.
 */
export function useList<const R extends ReadRoute, const Member extends ListIn<R>>(
  source: ListSource<R, Member>,
): List<ItemOf<R, Member>> {
  const pages = useMemo(() => new Pages(source), [`${source.route} ${JSON.stringify(source.input)}`]);
  const { items = NONE, cursor, ...state } = useReader(pages, source.topics);
  const { loadMore, goTo, reload } = pages;
  return {
    ...{ ...state, loadMore, goTo, reload },
    items: state.isFromEnd ? items.toReversed() : items,
    isLoading: items === NONE && state.error === undefined,
    hasMore: cursor !== null,
  };
}

const NONE: readonly never[] = [];

export async function readAll<const R extends ReadRoute, const Member extends ListIn<R>>({
  route,
  input,
  member,
  isWhole,
}: ListSource<R, Member>): Promise<ItemOf<R, Member>[]> {
  const items: ItemOf<R, Member>[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await callApi(route, {
      ...input,
      ...(!isWhole && { limit: MAX_LIMIT }),
      ...(cursor && { cursor }),
    });
    items.push(...(page[member] as readonly ItemOf<R, Member>[])); // as the types of the operation say
    cursor = (page as PageFacts).next_cursor ?? null;
  }
  return items;
}

export function useFound<const R extends ReadRoute, const Member extends ListIn<R>>(
  source: ListSource<R, Member>,
  key: string,
): Resource<ItemOf<R, Member>> {
  const { keyOf = idOf } = source;
  const { items, hasMore, isLoading, error, loadMore, reload } = useList(source);
  const data = items.find((item) => keyOf(item) === key);
  const isSought = data === undefined && hasMore && !error;
  useEffect(() => {
    if (isSought) loadMore();
  }, [isSought, items.length, loadMore]);
  const isMissing = data === undefined && !isSought && !isLoading;
  const missing = isMissing
    ? new ApiError(404, [{ message: `The list has nothing with the id ${key}.` }])
    : undefined;
  return { data, error: error ?? missing, isLoading: isLoading || isSought, reload };
}

interface PagesState<Item> {
  readonly items: readonly Item[] | undefined;
  readonly cursor: string | null;
  readonly total: number | undefined;
  /** Whether the items are those at the end of the list, so that further ones come before them. */
  readonly isFromEnd: boolean;
  readonly error: ApiError | undefined;
}

const LIMIT = 100;

/** Items per page where many of them are read; the most that the server sends. */
const MAX_LIMIT = 1000;

interface PageFacts {
  readonly next_cursor?: string | null;
  readonly total?: number;
}

class Pages<R extends ReadRoute, Member extends ListIn<R>, Item extends ItemOf<R, Member>> extends Reader<
  PagesState<Item>
> {
  readonly #source: ListSource<R, Member>;
  #isFromEnd = false;

  constructor(source: ListSource<R, Member>) {
    super({ items: undefined, cursor: null, total: undefined, isFromEnd: false, error: undefined });
    this.#source = source;
  }

  readonly loadMore = (): void => {
    const { cursor } = this.state.peek();
    if (cursor !== null) this.run((signal) => this.#read(signal, cursor));
  };

  readonly goTo = (isEnd: boolean): void => {
    if (!('order' in this.#source.input)) return; // the list can be read from one side only
    this.#isFromEnd = isEnd;
    this.stop();
    this.reload();
  };

  protected first(signal: AbortSignal): Promise<void> {
    return this.#read(signal);
  }

  /** Reads the next page, or the first one again. Items of further pages stay. From the end, the order is reversed. */
  async #read(signal: AbortSignal, cursor?: string): Promise<void> {
    const { route, input, member, isWhole } = this.#source;
    const isFromEnd = this.#isFromEnd;
    const order = 'order' in input && input.order === 'newest' ? 'oldest' : 'newest';
    const page = await callApi(
      route,
      {
        ...(!isWhole && { limit: LIMIT }),
        ...input,
        ...(isFromEnd && { order }),
        ...(cursor && { cursor }),
      },
      signal,
    );
    if (signal.aborted) return;
    const { next_cursor: next = null, total } = page as PageFacts;
    const items = page[member] as readonly Item[]; // as the types of the operation say
    const old = this.state.peek();
    const known = old.isFromEnd === isFromEnd ? (old.items ?? []) : [];
    const rest = cursor ? [] : this.#itemsAfter(items.at(-1), known);
    this.state.value = {
      items: [...(cursor ? known : []), ...items, ...rest],
      cursor: rest.length > 0 ? old.cursor : next,
      total: total ?? old.total,
      isFromEnd,
      error: undefined,
    };
  }

  /** The items of further pages, which stay when the first page is read again. */
  #itemsAfter(last: Item | undefined, old: readonly Item[]): readonly Item[] {
    const { keyOf = idOf, input } = this.#source;
    const { limit = LIMIT } = input as { readonly limit?: number }; // of those that have pages
    if (last === undefined || old.length <= limit) return [];
    const index = old.findIndex((item) => keyOf(item) === keyOf(last));
    return index === -1 ? [] : old.slice(index + 1);
  }
}
