import { useMemo, useRef } from 'preact/hooks';
import type { Topic } from './changes.ts';
import { Reader, useReader } from './reader.ts';
import { type ApiError, callApi } from './request.ts';
import type { InputOf, Item as ItemOf, ListIn, ReadRoute } from './responses.ts';

/** A list that is read page by page. */
export interface List<Item> {
  /** The items from the start. */
  readonly items: readonly Item[];
  /** All rows, if the end of the list has been read too: those between are undefined until they come into view. */
  readonly rows: readonly (Item | undefined)[];
  /** The number of all items, if the operation says it. */
  readonly total: number | undefined;
  /** Whether there is nothing to show yet. */
  readonly isLoading: boolean;
  /** Whether further items follow the rows. */
  readonly hasMore: boolean;
  readonly error: ApiError | undefined;
  /** Reads the next page. */
  readonly loadMore: () => void;
  /** Reads what is missing around the rows in view. */
  readonly show: (first: number, last: number) => void;
  /** Reads the end of the list; all pages on the way if the operation cannot read backwards or `isWhole`. */
  readonly loadEnd: (isWhole: boolean) => void;
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
  /** Default: its `id`. */
  readonly keyOf?: ((item: ItemOf<R, Member>) => string) | undefined;
}

/** The key of an item that has no other. */
export const idOf = (item: unknown): string => String((item as { readonly id?: unknown }).id);

/**
 * Reads a list page by page: the first page now and whenever one of the topics changes, further ones when they are asked for.
 */
export function useList<const R extends ReadRoute, const Member extends ListIn<R>>(
  source: ListSource<R, Member>,
): List<ItemOf<R, Member>> {
  const pages = useMemo(() => new Pages(source), [`${source.route} ${JSON.stringify(source.input)}`]);
  const { start, end, total, error } = useReader(pages, source.topics);
  const { loadMore, show, loadEnd, reload } = pages;
  const items = start?.items ?? [];
  const rows = useMemo(() => rowsOf(items, end?.items, total), [start, end, total]);
  const isLoading = start === undefined && error === undefined;
  const hasMore = !end && (start?.cursor ?? null) !== null;
  return { items, rows, total, isLoading, hasMore, error, loadMore, show, loadEnd, reload };
}

/** The items from the start, a gap, and the items from the end. */
function rowsOf<Item>(items: readonly Item[], end: readonly Item[] | undefined, total = 0) {
  if (!end) return items;
  const gap = Math.max(0, total - items.length - end.length);
  return [...items, ...Array.from<undefined>({ length: gap }), ...end.toReversed()];
}

/** Reads all items of a list. Throws an {@link ApiError}. */
export async function readAll<const R extends ReadRoute, const Member extends ListIn<R>>({
  route,
  input,
  member,
}: ListSource<R, Member>): Promise<ItemOf<R, Member>[]> {
  const items: ItemOf<R, Member>[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await callApi(route, { ...input, limit: MAX_LIMIT, ...(cursor && { cursor }) });
    items.push(...(page[member] as readonly ItemOf<R, Member>[])); // as the types of the operation say
    cursor = (page as PageFacts).next_cursor ?? null;
  }
  return items;
}

/** A list whose rows stay while the rows of another search load. */
export function useSteadyList<Item>(list: List<Item>): List<Item> {
  const last = useRef(list);
  if (!list.isLoading) last.current = list;
  const { items, rows, total, isLoading, error } = last.current;
  return { ...list, items, rows, total, isLoading, error };
}

/** What has been read from one side of a list. */
interface Side<Item> {
  /** From the end, the last one is first. */
  readonly items: readonly Item[];
  /** Of the next page; null after the last one. */
  readonly cursor: string | null;
}

interface PagesState<Item> {
  readonly start: Side<Item> | undefined;
  /** While items between both sides are unknown. */
  readonly end: Side<Item> | undefined;
  readonly total: number | undefined;
  readonly error: ApiError | undefined;
}

/** Items per page, unless the input has another limit. */
const LIMIT = 100;

/** Items per page where many of them are read; the most that the server sends. */
const MAX_LIMIT = 1000;

/** What the responses of lists have beside their items. */
interface PageFacts {
  readonly next_cursor?: string | null;
  readonly total?: number;
}

/** What an input says about the page. */
interface Paging {
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
}

class Pages<R extends ReadRoute, Member extends ListIn<R>, Item extends ItemOf<R, Member>> extends Reader<
  PagesState<Item>
> {
  readonly #source: ListSource<R, Member>;
  readonly #paging: Paging;
  /** The rows that are in view. */
  #shown: readonly [first: number, last: number] | undefined;

  constructor(source: ListSource<R, Member>) {
    super({ start: undefined, end: undefined, total: undefined, error: undefined });
    this.#source = source;
    this.#paging = source.input as Paging; // of those that have pages
  }

  readonly loadMore = (): void => this.#loadMore('start');

  readonly show = (first: number, last: number): void => {
    this.#shown = [first, last];
    const { start, end, total = 0 } = this.state.peek();
    if (!start) return;
    const known = total - (end?.items.length ?? 0); // from here on, rows are known again
    if (!end || first - start.items.length < known - last) {
      if (last >= start.items.length) this.loadMore();
    } else if (first < known) this.#loadMore('end');
  };

  readonly loadEnd = (isWhole: boolean): void => {
    if (isWhole || this.#paging.order === undefined) this.run((signal) => this.#readAll(signal));
    else this.run((signal) => this.#read('end', signal));
  };

  protected async first(signal: AbortSignal): Promise<void> {
    await this.#read('start', signal);
    if (this.state.peek().end) await this.#read('end', signal);
  }

  /** What is in view may have been drawn before the read was over. */
  protected override afterRead(): void {
    if (this.#shown && this.state.peek().error === undefined) this.show(...this.#shown);
  }

  #loadMore(side: 'start' | 'end'): void {
    const { end, [side]: known } = this.state.peek();
    if (known?.cursor) this.run((signal) => this.#read(side, signal, known.cursor, end && MAX_LIMIT));
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    for (let side = this.state.peek().start; side?.cursor; side = this.state.peek().start) {
      await this.#read('start', signal, side.cursor, MAX_LIMIT);
      if (signal.aborted) return;
    }
  }

  /** Reads a page of a side: the next one, or the first one again. Items of further pages stay. */
  async #read(side: 'start' | 'end', signal: AbortSignal, cursor?: string | null, limit?: number) {
    const { items, facts } = await this.#page(side, signal, cursor, limit);
    if (signal.aborted) return;
    const { [side]: old, ...others } = this.state.peek();
    const next = facts.next_cursor ?? null;
    const rest = cursor ? [] : this.#itemsAfter(items.at(-1), old?.items ?? []);
    const known = cursor ? (old?.items ?? []) : [];
    const read = {
      items: [...known, ...items, ...rest],
      cursor: rest.length > 0 ? (old?.cursor ?? null) : next,
    };
    const state = { ...others, [side]: read, total: facts.total ?? others.total, error: undefined };
    this.state.value = this.#joined({ start: undefined, end: undefined, ...state });
  }

  /** The items of further pages, which stay when the first page is read again. */
  #itemsAfter(last: Item | undefined, old: readonly Item[]): readonly Item[] {
    const { keyOf = idOf } = this.#source;
    if (last === undefined || old.length <= (this.#paging.limit ?? LIMIT)) return [];
    const index = old.findIndex((item) => keyOf(item) === keyOf(last));
    return index === -1 ? [] : old.slice(index + 1);
  }

  /** One side, once both have met. */
  #joined(state: PagesState<Item>): PagesState<Item> {
    const { keyOf = idOf } = this.#source;
    const { start, end, total = 0 } = state;
    if (!start || !end || start.cursor === null) return { ...state, end: undefined };
    if (start.items.length + end.items.length < total) return state;
    const keys = new Set(end.items.map(keyOf));
    const met = start.items.findIndex((item) => keys.has(keyOf(item)));
    const items = [...(met === -1 ? start.items : start.items.slice(0, met)), ...end.items.toReversed()];
    return { ...state, start: { items, cursor: null }, end: undefined };
  }

  async #page(side: 'start' | 'end', signal: AbortSignal, cursor?: string | null, limit?: number) {
    const { route, input, member } = this.#source;
    const order = this.#paging.order === 'newest' ? 'oldest' : 'newest';
    const page = await callApi(
      route,
      {
        limit: LIMIT,
        ...input,
        ...(side === 'end' && { order }),
        ...(cursor && { cursor }),
        ...(limit && { limit }),
      },
      signal,
    );
    return { facts: page as PageFacts, items: page[member] as readonly Item[] }; // as the types of the operation say
  }
}
