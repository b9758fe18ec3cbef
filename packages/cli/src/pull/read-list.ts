import { ApiError } from '@trickle/sdk';
import { ShapeError } from '../connection/answers.ts';
import { isObject } from '../parse-json.ts';
import type { Json, Source } from './parts.ts';
import { idOf } from './record-form.ts';
import { kindOf } from './refusal.ts';

/** The most readings of a list that keeps changing. */
const MAX_READINGS = 3;

/** The number of consecutive empty pages that end a list, even if the service announces more. */
const MAX_EMPTY = 3;

const NO_PAGE: readonly number[] = [400, 404, 416, 422];

export interface List {
  readonly items: readonly unknown[];
  /** Whether the service delivered all pages that it announced. */
  readonly isComplete: boolean;
}

/** A list to read: its name in responses, its call, and whether it can have unannounced pages. */
export interface Order {
  readonly name: string;
  readonly call: (source: Source) => PromiseLike<unknown>;
  readonly hasPages: boolean;
}

/**
 * Reads the pages of a list until one is empty or repeats others. A list that changes is read again.
 *
 * @throws {@link ShapeError} if a response has no such list.
 */
export async function readList(source: Source, order: Order): Promise<List> {
  const read = (page: number) => source.answers.bodyOf(() => order.call(source), page);
  const all = new Map<string, unknown>();
  for (let readings = 1; ; readings += 1) {
    const { isSame, isComplete } = await readOnce(read, order, all);
    if ((isSame && isComplete) || readings === MAX_READINGS) return { items: [...all.values()], isComplete };
  }
}

async function readOnce(
  read: (page: number) => Promise<Json>,
  { name, hasPages }: Order,
  all: Map<string, unknown>,
): Promise<{ readonly isSame: boolean; readonly isComplete: boolean }> {
  const seen = new Set<string>();
  const totals = new Set<number>();
  let [announced, empty] = [1, 0];
  for (let page = 1; ; page += 1) {
    const body = await read(page).catch((error: unknown) => {
      if (page > 1 && error instanceof ApiError && NO_PAGE.includes(error.status)) return undefined;
      throw error;
    });
    const isSame = totals.size < 2;
    if (!body) return { isSame, isComplete: page > announced };
    const [items, meta] = [listIn(body, name), isObject(body.meta) ? body.meta : {}];
    const [pages, total] = [countOf(meta.total_pages), countOf(meta.total_count)];
    if (total !== undefined) totals.add(total);
    announced = pages ?? announced;
    const before = seen.size;
    for (const item of items) {
      seen.add(keyOf(item));
      all.set(keyOf(item), item);
    }
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > 0 && empty < MAX_EMPTY && page < announced) continue;
    if (seen.size === before) return { isSame, isComplete: items.length === 0 || page > announced };
    const isLast = pages === undefined ? !hasPages : page >= pages;
    if (isLast && seen.size >= (total ?? 0)) return { isSame: totals.size < 2, isComplete: true };
  }
}

/**
 * The list of a response.
 *
 * @throws {@link ShapeError} if there is none.
 */
export function listIn(body: Json, name: string): readonly unknown[] {
  const list = body[name];
  if (Array.isArray(list)) return list;
  throw new ShapeError(`the response has ${kindOf(list)} as ${name} instead of a list`);
}

const keyOf = (item: unknown): string =>
  JSON.stringify(isObject(item) && item.id !== undefined ? idOf(item) : item);

/** A number of pages or records. Some services send strings. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}
