import { expect, test } from 'vitest';
import { clientOf, failed, never, unhandledRejections } from '../../test/answered-client.ts';
import { NotFoundError } from './api-errors.ts';
import { InputError } from './errors.ts';

const pageOf = (page: number, items: readonly string[], totalPages: number, totalCount = items.length) =>
  Response.json({
    event_actions: items,
    meta: { page, count: items.length, total_pages: totalPages, total_count: totalCount },
  });

/** A client of an account with this many tags on each page, and the pages that were asked for. */
function paged(pages: readonly (readonly string[])[], { totalPages = pages.length } = {}) {
  const asked: string[] = [];
  const fetch = (request: Request) => {
    const { searchParams } = new URL(request.url);
    asked.push(searchParams.toString());
    const page = Number(searchParams.get('page') ?? 1);
    return pageOf(page, pages[page - 1] ?? [], totalPages, pages.flat().length);
  };
  return { client: clientOf({ fetch }), asked };
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('a list call is awaited for its page, with its response', async () => {
  const { client, asked } = paged([['a', 'b'], ['c']]);
  const { data, response } = await client.eventActions.list().withResponse();
  const meta = { page: 1, count: 2, total_pages: 2, total_count: 3 };
  expect([data, response.status]).toMatchObject([{ items: ['a', 'b'], meta }, 200]);
  expect(await client.eventActions.list()).toEqual(data);
  expect(asked).toEqual(['', '']);
});

test('a list call is iterated for the items of all pages, with its query', async () => {
  const { client, asked } = paged([['a', 'b'], ['c'], ['d']]);
  expect(await collected(client.eventActions.list({ per_page: 2 }))).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual(['per_page=2', 'per_page=2&page=2', 'per_page=2&page=3']);
});

test('iterating begins at the requested page', async () => {
  const { client, asked } = paged([['a'], ['b'], ['c']]);
  expect(await collected(client.eventActions.list({ page: 2 }))).toEqual(['b', 'c']);
  expect(asked).toEqual(['page=2', 'page=3']);
});

test('the next page is fetched while the loop works on this one, and no further one', async () => {
  const { client, asked } = paged([['a', 'b'], ['c'], ['d']]);
  const askedAt: number[] = [];
  for await (const _ of client.eventActions.list()) askedAt.push(asked.length);
  expect(askedAt).toEqual([2, 2, 3, 3]);
});

test('nothing is fetched after the loop has ended', async () => {
  const { client, asked } = paged([['a'], ['b'], ['c'], ['d']]);
  for await (const action of client.eventActions.list()) if (action === 'b') break;
  await new Promise(setImmediate);
  expect(asked).toEqual(['', 'page=2', 'page=3']);
});

test('leaving the loop aborts the request in progress', async () => {
  const signals: AbortSignal[] = [];
  const fetch = ({ signal }: Request) => {
    signals.push(signal);
    return signals.length === 1 ? pageOf(1, ['a'], 2) : never();
  };
  const client = clientOf({ fetch });
  for await (const _ of client.eventActions.list()) break;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test('the failure of a page fetched ahead is thrown when the loop reaches it, and reported nowhere else', async () => {
  const unhandled = unhandledRejections();
  const client = clientOf({
    fetch: ({ url }) =>
      url.includes('page=') ? new Response('{}', { status: 404 }) : pageOf(1, ['a', 'b'], 2),
  });
  for await (const action of client.eventActions.list()) {
    await new Promise(setImmediate);
    if (action === 'b') break;
  }
  const seen: string[] = [];
  const loop = async () => {
    for await (const action of client.eventActions.list()) {
      await new Promise(setImmediate);
      seen.push(action);
    }
  };
  await expect(loop()).rejects.toThrow(NotFoundError);
  expect(seen).toEqual(['a', 'b']);
  expect(unhandled).toEqual([]);
});

test('pages are complete, with their numbers', async () => {
  const { client } = paged([['a', 'b'], ['c']]);
  const pages = [];
  for await (const { items, meta } of client.eventActions.list().pages()) pages.push([meta.page, ...items]);
  expect(pages).toEqual([
    [1, 'a', 'b'],
    [2, 'c'],
  ]);
});

test('an array has all items, or the first ones without reading a page too many', async () => {
  const { client, asked } = paged([['a', 'b'], ['c', 'd'], ['e']]);
  expect(await client.eventActions.list().toArray()).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const [limit, pages] of Object.entries({ 0: 1, 2: 1, 3: 2, 4: 2, 5: 3 })) {
    asked.length = 0;
    const items = await client.eventActions.list().toArray({ limit: Number(limit) });
    expect(items).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, Number(limit)));
    expect(asked).toHaveLength(pages);
  }
});

test.each([-1, 1.5, Number.NaN])('%d is not a valid limit', async (limit) => {
  const { client } = paged([['a']]);
  await expect(client.eventActions.list().toArray({ limit })).rejects.toThrow(InputError);
});

test('if the limit is invalid, a page that fails meanwhile causes no unhandled rejection', async () => {
  const left = unhandledRejections();
  const call = clientOf({ fetch: failed, retries: 0 }).eventActions.list();
  await expect(call.toArray({ limit: -1 })).rejects.toThrow(InputError);
  await new Promise((resolve) => setImmediate(resolve)); // when Node.js reports them
  expect(left).toEqual([]);
});

test('an empty collection has no items', async () => {
  const { client, asked } = paged([[]]);
  expect(await collected(client.eventActions.list())).toEqual([]);
  expect(asked).toHaveLength(1);
});

test.each([0, Number.NaN])('a service that reports %d pages is read once', async (totalPages) => {
  const { client } = paged([['a']], { totalPages });
  expect(await collected(client.eventActions.list())).toEqual(['a']);
});

test('an abort ends the loop before its next item', async () => {
  const { client } = paged([['a', 'b'], ['c']]);
  const controller = new AbortController();
  const seen: string[] = [];
  const loop = async () => {
    for await (const action of client.eventActions.list({}, { signal: controller.signal })) {
      seen.push(action);
      controller.abort(new Error('enough'));
    }
  };
  await expect(loop()).rejects.toThrow('enough');
  expect(seen).toEqual(['a']);
});
