/** A span of times, in seconds since 1970; the end is not part of it. Without an end: now and later. */
export interface Window {
  readonly start: number;
  readonly end: number | undefined;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** How many items the whole list has. */
  readonly total: number;
  readonly pages: number;
}

/** How a list is read by windows. */
export interface WindowReader<Item> {
  /** Whether the service can list by time at all. */
  readonly canHalve: boolean;
  page(window: Window, page: number): Promise<ListPage<Item>>;
  /** Takes the items of a page. The same ones may come again. */
  take(items: readonly Item[]): Promise<void>;
  idOf(item: Item): string;
  /** What an earlier run has found out about a window. */
  stateOf(window: Window): WindowState | undefined;
  note(window: Window, state: WindowState): Promise<void>;
}

/** A window is read, is to be read in halves, or kept changing while it was read. */
export type WindowState = 'read' | 'halved' | 'unsettled';

/** The most pages of a window. */
const MAX_PAGES = 20;

/** How often a window that cannot be halved is read. */
const MAX_READINGS = 3;

/** The length of the first half of a window without an end, in seconds. */
const YEAR = 31_536_000;

/**
 * Reads a list by windows of time. Pages are numbered, so they shift while subscribers are added and removed, and somebody
 * could fall between two of them. Only a window of one page cannot shift: one of several pages whose total changes, or
 * that has fewer different subscribers than its total, is read again in halves, and where that is impossible, as a whole.
 */
export async function readWindow<Item>(window: Window, reader: WindowReader<Item>): Promise<void> {
  let state = reader.stateOf(window);
  const canHalve = reader.canHalve && (window.end === undefined || window.end - window.start > 1);
  for (let reading = 1; state === undefined; reading += 1) {
    const { isSettled, pages } = await readPages(window, reader, canHalve);
    if (isSettled) state = 'read';
    else if (canHalve && pages > 1) state = 'halved';
    else if (reading === MAX_READINGS) state = 'unsettled';
    if (state) await reader.note(window, state);
  }
  if (state === 'halved') for (const half of halvesOf(window)) await readWindow(half, reader);
}

/** Reads all pages of a window once, as long as it makes sense. */
async function readPages<Item>(window: Window, reader: WindowReader<Item>, canHalve: boolean) {
  const first = await reader.page(window, 1);
  const { pages, total } = first;
  if (canHalve && pages > MAX_PAGES) return { isSettled: false, pages };
  const ids = new Set<string>();
  let isSame = true;
  for (let number = 1; number <= Math.max(1, pages); number += 1) {
    const page = number === 1 ? first : await reader.page(window, number);
    isSame &&= page.total === total;
    if (!isSame && canHalve) break;
    const before = ids.size;
    for (const item of page.items) ids.add(reader.idOf(item));
    await reader.take(page.items);
    if (ids.size === before) break; // a service that repeats its pages
  }
  return { isSettled: isSame && ids.size >= total, pages };
}

function halvesOf({ start, end }: Window): Window[] {
  const middle = end === undefined ? start + YEAR : start + Math.floor((end - start) / 2);
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
