import { expect, test } from 'vitest';
import { createClient } from './client.ts';

/** A client of an account with this many tags on each page, and the pages that were asked for. */
function paged(pages: readonly (readonly string[])[], { totalPages = pages.length } = {}) {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    fetch: (request) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const page = Number(searchParams.get('page') ?? 1);
      const items = pages[page - 1] ?? [];
      return Response.json({
        event_actions: items,
        meta: { page, count: items.length, total_pages: totalPages, total_count: pages.flat().length },
      });
    },
  });
  return { client, asked };
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('a list call is awaited for its page', async () => {
  const { client, asked } = paged([['a', 'b'], ['c']]);
  const { items, meta } = await client.eventActions.list();
  expect(items).toEqual(['a', 'b']);
  expect(meta).toEqual({ page: 1, count: 2, total_pages: 2, total_count: 3 });
  expect(asked).toEqual(['']);
});

test('a list call is iterated for the items of all pages, with its query', async () => {
  const { client, asked } = paged([['a', 'b'], ['c'], ['d']]);
  expect(await collected(client.eventActions.list({ per_page: 2 }))).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual(['per_page=2', 'per_page=2&page=2', 'per_page=2&page=3']);
});

test('iterating begins at the page that was asked for', async () => {
  const { client, asked } = paged([['a'], ['b'], ['c']]);
  expect(await collected(client.eventActions.list({ page: 2 }))).toEqual(['b', 'c']);
  expect(asked).toEqual(['page=2', 'page=3']);
});

test('a page is fetched only when the loop gets to it', async () => {
  const { client, asked } = paged([['a', 'b'], ['c']]);
  for await (const action of client.eventActions.list()) if (action === 'b') break;
  expect(asked).toEqual(['']);
});

test('an empty collection has no items', async () => {
  const { client, asked } = paged([[]]);
  expect(await collected(client.eventActions.list())).toEqual([]);
  expect(asked).toHaveLength(1);
});

test.each([0, Number.NaN])('a service that tells %d pages is read once', async (totalPages) => {
  const { client } = paged([['a']], { totalPages });
  expect(await collected(client.eventActions.list())).toEqual(['a']);
});

test('the first page comes with its response', async () => {
  const { client } = paged([['a']]);
  const { data, response } = await client.eventActions.list().withResponse();
  expect(data.items).toEqual(['a']);
  expect(response.status).toBe(200);
});

test('a failure on a later page ends the loop', async () => {
  const { client } = paged([['a'], ['b']]);
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
