import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** A shop with many subscribers: `n0@acme.test`, `n1@acme.test` and so on, created an hour apart. */
const crowd = (count: number): Seed => ({
  accounts: [
    {
      id: '9999999',
      users: [{ email: 'owner@acme.test', token: TOKENS.owner }],
      subscribers: Array.from({ length: count }, (_, i) => ({
        email: `n${i}@acme.test`,
        created_at: new Date(Date.UTC(2026, 0, 1, i)).toISOString(),
        tags: [i % 2 ? 'odd' : 'even', ...(i % 3 ? [] : ['third, or so', 'third'])],
      })),
    },
  ],
});

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
    expect(metas).toEqual([
      { page: 1, count: 100, total_pages: 11, total_count: 1001 },
      { page: 1, count: 101, total_pages: 10, total_count: 1001 },
      { page: 1, count: 1000, total_pages: 2, total_count: 1001 },
      { page: 1, count: 1000, total_pages: 2, total_count: 1001 },
      { page: 1, count: 1000, total_pages: 2, total_count: 1001 },
    ]);
  });

  // U-38
  // proves: limit Page number
  // proves: note page starts at 1, and a value below 1 returns page 1
  it('invalid page numbers are read leniently', async () => {
    await using server = await startServer({ seed: crowd(5) });
    for (const query of [
      'page=0',
      'page=-3',
      'page=x',
      'page=1.5',
      'page=',
      'per_page=0',
      'per_page=-1',
      'per_page=x',
    ]) {
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
    const far = await server.get('subscribers?page=999999999999999&per_page=1000');
    expect([far.status, far.body.subscribers]).toEqual([200, []]);
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
    expect(issuesIn(answer)).toEqual([
      'status: format_error',
      'subscribed_after: time_error',
      'subscribed_before: time_error',
    ]);
  });
});

describe('pages of a list that changes', () => {
  /** A change of the subscribers, or a page to read. */
  type Step =
    | { readonly create: number; readonly tag: string }
    | { readonly fail: number; readonly tag: string }
    | { readonly untag: number; readonly tag: string }
    | { readonly reactivate: number }
    | { readonly remove: number }
    | { readonly unsubscribe: number }
    | { readonly tag: string; readonly status: string; readonly page: number; readonly per_page: number };

  const steps = fc.array(
    fc.oneof(
      fc.record({ create: fc.nat(12), tag: fc.constantFrom('a', 'b') }),
      fc.record({ fail: fc.nat(12), tag: fc.constantFrom('a', 'b') }),
      fc.record({ untag: fc.nat(12), tag: fc.constantFrom('a', 'b') }),
      fc.record({ reactivate: fc.nat(12) }),
      fc.record({ remove: fc.nat(12) }),
      fc.record({ unsubscribe: fc.nat(12) }),
      fc.record({
        tag: fc.constantFrom('', 'a', 'b', 'a,b'),
        status: fc.constantFrom('active', 'unsubscribed', 'all'),
        page: fc.integer({ min: 1, max: 5 }),
        per_page: fc.integer({ min: 1, max: 4 }),
      }),
    ),
    { minLength: 10, maxLength: 40 },
  );

  /** The subscribers in order of creation. */
  type Model = Map<number, { readonly tags: ReadonlySet<string>; readonly status: string }>;

  async function take(server: TestServer, model: Model, step: Step): Promise<void> {
    if ('create' in step) {
      const subscriber = { email: `n${step.create}@acme.test`, tags: [step.tag] };
      await server.post('subscribers', { subscribers: [subscriber] });
      const { tags = [], status = 'active' } = model.get(step.create) ?? {};
      model.set(step.create, { tags: new Set([...tags, step.tag]), status });
    } else if ('fail' in step) {
      const email = `n${step.fail}@acme.test`;
      await server.save({ email, lifetime_value: -Number.MAX_SAFE_INTEGER });
      const { tags = new Set<string>(), status = 'active' } = model.get(step.fail) ?? {};
      model.set(step.fail, { tags, status });
      const change = { tags: [step.tag], status: 'unsubscribed', lifetime_value: Number.MAX_SAFE_INTEGER };
      const answer = await server.post('subscribers', { subscribers: [{ email, ...change }] });
      expect(answer.status).toBe(422); // after the row and the tag were written
    } else if ('untag' in step) {
      await server.delete(`subscribers/n${step.untag}@acme.test/tags/${step.tag}`);
      const known = model.get(step.untag);
      const tags = [...(known?.tags ?? [])].filter((tag) => tag !== step.tag);
      if (known) model.set(step.untag, { ...known, tags: new Set(tags) });
    } else if ('reactivate' in step) {
      const known = model.get(step.reactivate);
      if (!known) return;
      await server.save({ email: `n${step.reactivate}@acme.test`, status: 'active' });
      model.set(step.reactivate, { ...known, status: 'active' });
    } else if ('remove' in step) {
      await server.delete(`subscribers/n${step.remove}@acme.test`);
      model.delete(step.remove);
    } else if ('unsubscribe' in step) {
      await server.post(`subscribers/n${step.unsubscribe}@acme.test/unsubscribe_all`, {}); // fails for those that do not exist
      const known = model.get(step.unsubscribe);
      if (known) model.set(step.unsubscribe, { ...known, status: 'unsubscribed' });
    } else {
      const tags = step.tag.split(',').filter(Boolean);
      const matching = [...model].filter(
        ([, { tags: own, status }]) =>
          (step.status === 'all' || step.status === status) &&
          (tags.length === 0 || tags.some((tag) => own.has(tag))),
      );
      const start = (step.page - 1) * step.per_page;
      const page = matching.slice(start, start + step.per_page).map(([number]) => number);
      const { tag, ...paging } = step;
      const query = new URLSearchParams({ ...(tag && { tags: tag }) });
      for (const [name, value] of Object.entries(paging)) query.set(name, String(value));
      expect(await numbers(server, String(query))).toEqual(page);
      const { body } = await server.get(`subscribers?${query}`);
      expect(body.meta?.total_count).toBe(matching.length);
    }
  }

  it('pages match a model after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await using server = await startServer({ seed: crowd(0) });
        const model: Model = new Map();
        for (const step of sequence) await take(server, model, step);
      }),
      { numRuns: 40 },
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
