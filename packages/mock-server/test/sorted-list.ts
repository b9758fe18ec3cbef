import { expect } from 'vitest';
import type { TestServer } from './harness.ts';
import { list, pluck } from './mailing-account.ts';

interface Expected {
  /** In the expected order. */
  readonly ids: readonly string[];
  readonly isPaged?: boolean;
}

/** Compares a list requested with `query`, and its meta, with the expected order. */
export async function expectSorted(
  server: TestServer,
  noun: string,
  query: string,
  { ids, isPaged = true }: Expected,
): Promise<void> {
  const { meta, items } = await list(server, `${noun}${query}`);
  expect(pluck(items, 'id')).toEqual(ids);
  const asked = Object.fromEntries(new URLSearchParams(query));
  const { sort = 'created_at', direction = 'asc', status = 'all' } = asked;
  const count = ids.length;
  const page = isPaged && { page: 1, count, total_pages: 1, total_count: count };
  expect(meta).toEqual({ ...page, sort, direction, status });
}
