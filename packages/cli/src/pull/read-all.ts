import type { Page } from '@trickle/sdk';

/** How often a list that changes while it is read is read. */
const MAX_READINGS = 3;

/**
 * Reads all pages of a list, each record once. A list that changes is read again.
 *
 * @throws if the service repeats its pages, so that the list never becomes complete.
 */
export async function readAll<Item>(
  noun: string,
  readPage: (page: number) => PromiseLike<Page<Item>>,
  idOf: (item: Item) => unknown,
): Promise<Item[]> {
  const all = new Map<unknown, Item>();
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const ids = new Set<unknown>();
    let [pages, total, isSame] = [1, 0, true];
    for (let number = 1; number <= pages; number += 1) {
      const { items, meta } = await readPage(number);
      if (number === 1) [pages, total] = [countOf(meta.total_pages) ?? 1, countOf(meta.total_count) ?? 0];
      isSame &&= (countOf(meta.total_count) ?? total) === total;
      const before = ids.size;
      for (const item of items) {
        ids.add(idOf(item));
        all.set(idOf(item), item);
      }
      if (ids.size === before) break;
    }
    if (isSame && ids.size >= total) return [...all.values()];
    if (reading === MAX_READINGS && all.size < total) {
      throw new Error(
        `The service repeats pages of ${noun}: they have ${all.size} records of ${total}. Try again later.`,
      );
    }
  }
  return [...all.values()];
}

/** A number of pages or records: some services send texts. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}
