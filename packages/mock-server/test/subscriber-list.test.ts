import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import type { Seed } from '../src/index.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';
import { till } from './till.ts';

/** A shop with many subscribers: `n0@acme.test`, `n1@acme.test` and so on, created an hour apart. */
const crowd = (count: number): Seed => {
  const subscribers = Array.from({ length: count }, (_, i) => ({
    email: `n${i}@acme.test`,
    created_at: new Date(Date.UTC(2026, 0, 1, i)).toISOString(),
    tags: [i % 2 ? 'odd' : 'even', ...(i % 3 ? [] : ['third, or so', 'third'])],
  }));
  return till({ subscribers }).seed;
};

async function numbers(server: TestServer, query: string): Promise<number[]> {
  const { body, status, text } = await server.get(`subscribers?${query}`);
  if (status !== 200) throw new Error(text);
  return (body.subscribers ?? []).map(({ email }) => Number(email.slice(1, email.indexOf('@'))));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

scenarios('the list of subscribers', (start) => {
  // proves: endpoint GET /v2/{account_id}/subscribers
  // proves: note meta of a page has page, count, total_pages and total_count
  it('subscribers are listed in pages in order of creation', async () => {
    await using server = await start({ seed: crowd(7) });
    expect(await numbers(server, 'per_page=3')).toEqual([0, 1, 2]);
    expect(await numbers(server, 'per_page=3&page=2')).toEqual([3, 4, 5]);
    expect(await numbers(server, 'per_page=3&page=3')).toEqual([6]);
    const { body } = await server.get('subscribers?per_page=3&page=3');
    expect(body.meta).toEqual({ page: 3, count: 1, total_pages: 3, total_count: 7 });
  });
});

describe('the list of subscribers', () => {
  // proves: limit per_page
  // proves: note per_page defaults to 100, with a maximum of 1000
  it('subscribers are listed in pages of 100 by default and of 1000 at most', async () => {
    await using server = await startServer({ seed: crowd(1001) });
    const metas = [];
    for (const query of ['', 'per_page=101', 'per_page=1000', 'per_page=1001', 'per_page=999999999999999']) {
      metas.push((await server.get(`subscribers?${query}`)).body.meta);
    }
    const most = { page: 1, count: 1000, total_pages: 2, total_count: 1001 };
    const [first, second] = [
      { ...most, count: 100, total_pages: 11 },
      { ...most, count: 101, total_pages: 10 },
    ];
    expect(metas).toEqual([first, second, most, most, most]);
  });

  // U-38
  // proves: limit Page number
  // proves: note page starts at 1, and a value below 1 returns page 1
  it('invalid page numbers are read leniently', async () => {
    await using server = await startServer({ seed: crowd(5) });
    const pages = ['0', '-3', 'x', '1.5', ''].map((value) => `page=${value}`);
    for (const query of [...pages, 'per_page=0', 'per_page=-1', 'per_page=x']) {
      expect(await numbers(server, query), query).toEqual([0, 1, 2, 3, 4]);
    }
  });

  // U-43
  it('the page after the last one is empty, and an empty list has one page', async () => {
    await using server = await startServer({ seed: crowd(3) });
    const after = await server.get('subscribers?page=4&per_page=2');
    expect(after.body).toMatchObject({
      meta: { page: 4, count: 0, total_pages: 2, total_count: 3 },
      subscribers: [],
    });
    for (const page of ['999999999999999', '9'.repeat(40)]) {
      expect(await numbers(server, `page=${page}&per_page=1000`)).toEqual([]);
    }
    const none = await server.get('subscribers?status=removed');
    expect(none.body.meta).toEqual({ page: 1, count: 0, total_pages: 1, total_count: 0 });
  });

  // proves: note The filter tags returns subscribers with at least one of them
  it('subscribers are filtered by any of several tags, each listed once', async () => {
    await using server = await startServer({ seed: crowd(8) });
    expect(await numbers(server, 'tags=third')).toEqual([0, 3, 6]);
    expect(await numbers(server, 'tags=odd,third')).toEqual([0, 1, 3, 5, 6, 7]);
    expect(await numbers(server, 'tags=%20odd%20,,nothing')).toEqual([1, 3, 5, 7]);
    expect(await numbers(server, 'tags=nothing')).toEqual([]);
    expect(await numbers(server, 'tags=ODD')).toEqual([]);
    expect(await numbers(server, 'tags=')).toHaveLength(8);
  });

  it('a plus in the query is a space, and %2B is a plus', async () => {
    await using server = await startServer({ seed: crowd(2) });
    await server.save({ email: 'n0@acme.test', tags: ['a b'] });
    await server.save({ email: 'n1@acme.test', tags: ['a+b'] });
    expect(await numbers(server, 'tags=a+b')).toEqual([0]);
    expect(await numbers(server, 'tags=a%2Bb')).toEqual([1]);
  });

  // proves: note subscribed_before and subscribed_after filter by creation
  it('subscribers are filtered by creation before or after a moment, exclusively', async () => {
    await using server = await startServer({ seed: crowd(6) });
    const at = '2026-01-01T03:00:00Z';
    expect(await numbers(server, `subscribed_before=${at}`)).toEqual([0, 1, 2]);
    expect(await numbers(server, `subscribed_after=${at}`)).toEqual([4, 5]);
    expect(await numbers(server, `subscribed_after=2026-01-01T00:30:00Z&subscribed_before=${at}`)).toEqual([
      1, 2,
    ]);
  });

  it.each([
    ['2026-01-01T05:00:00%2B02:00', 3],
    ['2026-01-01T05:00:00%2B0200', 3],
    ['2026-01-01T05:00%2B02', 3],
    ['2025-12-31T22:00:00-05:00', 3],
    ['2026-01-01t03:00:00z', 3],
    ['2026-01-01%2003:00:00', 3],
    ['2026-01-01T03:00', 3],
    ['2026-01-01T03:00:00.000Z', 3],
    ['2026-01-01T02:59:60Z', 3],
    ['2026-01-01', 0],
    ['2026-01-02', 6],
  ])('the moment %s is read in its own zone, or else in UTC', async (moment, count) => {
    await using server = await startServer({ seed: crowd(6) });
    expect(await numbers(server, `subscribed_before=${moment}`)).toEqual(range(0, count));
  });

  it('filters can be combined', async () => {
    await using server = await startServer({ seed: crowd(9) });
    await server.save({ email: 'n3@acme.test', status: 'unsubscribed' });
    const query = 'status=unsubscribed&tags=third&subscribed_after=2026-01-01&subscribed_before=2026-01-02';
    expect(await numbers(server, query)).toEqual([3]);
    expect(await numbers(server, 'status=all&tags=third&per_page=2&page=2')).toEqual([6]);
  });

  it('all invalid filters are rejected at once', async () => {
    await using server = await startServer();
    const answer = await server.get(
      'subscribers?status=sleepy&subscribed_before=soon&subscribed_after=2026-02-30',
    );
    expect(answer.status).toBe(422);
    const times = ['subscribed_after: time_error', 'subscribed_before: time_error'];
    expect(issuesIn(answer)).toEqual(['status: format_error', ...times]);
  });
});

describe('pages of a list that changes', () => {
  const tag = fc.constantFrom('a', 'b');
  const verb = fc.constantFrom('create', 'fail', 'untag', 'reactivate', 'remove', 'unsubscribe');
  const change = fc.record({ verb, n: fc.nat(12), tag });
  const page = fc.record({
    tags: fc.constantFrom('', 'a', 'b', 'a,b'),
    status: fc.constantFrom('active', 'unsubscribed', 'all'),
    page: fc.integer({ min: 1, max: 5 }),
    per_page: fc.integer({ min: 1, max: 4 }),
  });
  const steps = fc.array(fc.oneof({ arbitrary: change, weight: 6 }, page), { minLength: 10, maxLength: 40 });

  type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

  interface Known {
    readonly tags: ReadonlySet<string>;
    readonly status: string;
  }

  /** The subscribers in order of creation. */
  type Model = Map<number, Known>;

  /** Changes a subscriber. Returns what is known then; undefined if there is no such subscriber. */
  async function alter(server: TestServer, { verb, n, tag }: Drawn<typeof change>, known: Known | undefined) {
    const email = `n${n}@acme.test`;
    const { tags, status } = known ?? { tags: new Set<string>(), status: 'active' };
    switch (verb) {
      case 'create':
        await server.save({ email, tags: [tag] });
        return { tags: new Set([...tags, tag]), status };
      case 'fail': {
        await server.save({ email, lifetime_value: -Number.MAX_SAFE_INTEGER });
        const more = { tags: [tag], status: 'unsubscribed', lifetime_value: Number.MAX_SAFE_INTEGER };
        expect((await server.upsert({ email, ...more })).status).toBe(422); // after the row and the tag were written
        return { tags, status };
      }
      case 'untag':
        await server.delete(`subscribers/${email}/tags/${tag}`);
        return known && { tags: new Set([...tags].filter((one) => one !== tag)), status };
      case 'reactivate':
        if (known) await server.save({ email, status: 'active' });
        return known && { tags, status: 'active' };
      case 'unsubscribe':
        await server.post(`subscribers/${email}/unsubscribe_all`, {}); // fails for those that do not exist
        return known && { tags, status: 'unsubscribed' };
      default:
        await server.delete(`subscribers/${email}`);
        return undefined;
    }
  }

  async function expectPage(server: TestServer, model: Model, query: Drawn<typeof page>): Promise<void> {
    const tags = query.tags.split(',').filter(Boolean);
    const matching = [...model].filter(
      ([, known]) =>
        (query.status === 'all' || query.status === known.status) &&
        (tags.length === 0 || tags.some((tag) => known.tags.has(tag))),
    );
    const start = (query.page - 1) * query.per_page;
    const expected = matching.slice(start, start + query.per_page).map(([number]) => number);
    const search = String(
      new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`])),
    );
    expect(await numbers(server, search)).toEqual(expected);
    expect((await server.get(`subscribers?${search}`)).body.meta?.total_count).toBe(matching.length);
  }

  async function take(server: TestServer, model: Model, step: Drawn<typeof change> | Drawn<typeof page>) {
    if (!('verb' in step)) return expectPage(server, model, step);
    const known = await alter(server, step, model.get(step.n));
    if (known) model.set(step.n, known);
    else model.delete(step.n);
  }

  it('pages match a model after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await using server = await startServer({ seed: crowd(0) });
        const model: Model = new Map();
        for (const step of sequence) await take(server, model, step);
      }),
      { numRuns: runsOf(80) },
    );
  });

  it('a page is right after another server of the database file has changed the list', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('shared.db');
    await using first = await startServer({ db, seed: crowd(5) });
    await using second = await startServer({ db });
    expect(await numbers(first, 'per_page=2')).toEqual([0, 1]);
    await second.delete('subscribers/n1@acme.test');
    expect(await numbers(first, 'per_page=2&page=2')).toEqual([3, 4]);
    expect(await numbers(first, 'per_page=2&page=3')).toEqual([]);
  });
});
