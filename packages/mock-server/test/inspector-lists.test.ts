import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { adminRoutes, takesAccount } from '../src/admin/http/routes.ts';
import { allPages, itemsIn, type Json, withQuery } from './admin-client.ts';
import { neededBy } from './admin-inputs.ts';
import { startServer, type TestServer } from './harness.ts';
import { livelyAccount, liven, startLivened } from './lively-account.ts';
import { shareLivened } from './shared-servers.ts';

const ID = '9999999';

const livened = shareLivened();

/** The lists that can be read in pages. */
const LISTS = [
  '/all_events',
  ...[
    '/events',
    '/events?subscriber_id=ann',
    '/timeline',
    '/conversions',
    '/form_submissions',
    '/memberships',
  ],
  ...[
    '/outcomes',
    '/outbox',
    '/deliveries',
    '/content_calls',
    '/webhook_deliveries',
    '/notices',
    '/requests',
  ],
];

/** Lists whose pages have a default size. */
const PAGED = [
  ...['', '?sort=email', '?sort=lead_score', '?sort=lifetime_value', '?search=of'].map(
    (q) => `/subscribers${q}`,
  ),
  ...['', '?state=waiting', '?kind=webhook', '?search=ann'].map((query) => `/jobs${query}`),
];

/** Lists that are always newest first. */
const NEWEST_FIRST = ['/subscribers/ann/activity', '/background_requests'];

async function livelyServer(): Promise<TestServer> {
  const server = await startServer({ seed: { accounts: [livelyAccount(ID), livelyAccount('8888888')] } });
  for (const id of [ID, '8888888']) for (let i = 0; i < 3; i++) await liven(server, id);
  return server;
}

const lively = shareLivened(livelyServer);

describe('pages of lists', () => {
  it('the pages together are the whole list, in order and without doubles, in either direction', async () => {
    const server = await lively();
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
    const whole = async (path: string) =>
      itemsIn((await server.admin.get(withQuery(path, { limit: 1000 }))).body);
    const property = fc.asyncProperty(
      fc.constantFrom(...LISTS, ...PAGED, ...NEWEST_FIRST),
      sizes,
      fc.boolean(),
      async (path, sizes, isReversed) => {
        const hasOrder = !NEWEST_FIRST.includes(path);
        const query = isReversed && hasOrder ? withQuery(path, { order: 'newest' }) : path;
        const items = await whole(query);
        expect(await allPages(server, query, ...sizes)).toEqual(items);
        if (query !== path) expect(items.toReversed()).toEqual(await whole(path));
      },
    );
    await fc.assert(property, { numRuns: runsOf(60) });
  });

  it.each(LISTS)('%s without a limit is the whole list and has no cursor', async (path) => {
    const server = await livened();
    const { body } = await server.admin.get(path);
    expect('next_cursor' in body).toBe(false);
    const limited = await server.admin.get(withQuery(path, { limit: 1000 }));
    expect(limited.body).toEqual({ ...body, next_cursor: null });
  });

  it.each([...LISTS, ...PAGED])('%s rejects an invalid cursor, limit or order', async (path) => {
    const server = await livened();
    const foreign = Buffer.from('["a","b","c","d"]').toString('base64url'); // of another list
    const wrong = [{ cursor: 'x' }, { cursor: foreign }, { limit: 0 }, { limit: 1001 }, { order: 'up' }];
    for (const query of wrong) {
      expect([query, (await server.admin.get(withQuery(path, query))).status]).toEqual([query, 422]);
    }
  });

  it('records that are added between two pages are neither doubled nor lost', async () => {
    await using server = await startLivened(startServer);
    const first = (await server.admin.get('/events?limit=3&order=newest')).body;
    await server.upsert({ email: 'later@acme.test' });
    const second = (await server.admin.get(`/events?limit=1000&order=newest&cursor=${first.next_cursor}`))
      .body;
    const seqs = [...first.events, ...second.events].map(({ seq }: Json) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => other - one));
    expect(seqs.at(-1)).toBe((await server.admin.get('/events?limit=1')).body.events[0].seq);
  });
});

describe('the email addresses of subscribers', () => {
  /** Lists with records about Ann, and the member that holds them. */
  const ABOUT_ANN = [
    ['/commerce', 'orders'],
    ['/commerce', 'carts'],
    ['/conversions', 'conversions'],
    ['/form_submissions', 'form_submissions'],
    ['/webhook_deliveries', 'deliveries'],
    ['/deliveries', 'deliveries'],
    ['/jobs?limit=1000', 'jobs'],
  ] as const;

  it('are in lists of records about them', async () => {
    await using server = await startLivened(startServer);
    await server.send('POST', `/v3/${ID}/shopper_activity/cart`, {
      body: {
        ...{ provider: 'shop', email: `ann@of-${ID}.test`, action: 'created', cart_id: 'cart-1' },
        ...{ cart_url: 'https://shop.test/', occurred_at: '2026-01-01T00:00:00Z', grand_total: 1 },
        items: [{ name: 'Oar', price: 1 }],
      },
    });
    await server.settle();
    for (const [path, member] of ABOUT_ANN) {
      const rows: Json[] = (await server.admin.get(path)).body[member];
      const emails = rows.filter(({ subscriber_id: id }) => id === 'ann').map(({ email }) => email);
      expect([path, ...new Set(emails)]).toEqual([path, `ann@of-${ID}.test`]);
    }
  });

  it('are null for a deleted subscriber, and for a job about none', async () => {
    await using server = await startLivened(startServer);
    await server.send('DELETE', `/v2/${ID}/subscribers/ann`, {});
    const { orders } = (await server.admin.get('/commerce')).body;
    expect(orders).toMatchObject([{ subscriber_id: 'ann', email: null }]);
    const { jobs } = (await server.admin.get('/jobs')).body;
    expect(jobs.find(({ kind }: Json) => kind === 'campaign_emails')).toMatchObject({
      ...{ subscriber_id: null, email: null },
      record: { type: 'campaign', name: expect.any(String), attempt: null },
    });
    expect(jobs.find(({ kind }: Json) => kind === 'webhook')).toMatchObject({
      email: null,
      record: {
        type: 'webhook_delivery',
        name: expect.stringMatching(/^subscriber\./),
        url: expect.stringMatching(/^http/),
        attempt: expect.any(Number),
      },
    });
  });

  it('are there for more subscribers than a query can name', async () => {
    const emails = Array.from({ length: 1200 }, (_, i) => `s${i}@acme.test`);
    const account = { ...livelyAccount(ID), subscribers: emails.map((email) => ({ email })) };
    await using server = await startServer({ seed: { accounts: [account] } });
    const orders = emails.map((email) => ({ email, amount: 1 }));
    for (const part of [orders.slice(0, 600), orders.slice(600)]) {
      await server.send('POST', `/v2/${ID}/orders/batches`, { body: { batches: [{ orders: part }] } });
    }
    await server.settle();
    const listed: Json[] = (await server.admin.get('/commerce')).body.orders;
    expect(listed.map(({ email }) => email).sort()).toEqual(emails.sort());
  });
});

describe('jobs', () => {
  it('are found by their kind, and by any text of theirs, of their record and of their subscriber', async () => {
    const server = await lively();
    const find = async (query: object) =>
      (await server.admin.get(withQuery('/jobs', { limit: 1000, ...query }))).body;
    const { jobs, total }: { jobs: Json[]; total: number } = await find({});
    const idsOf = (rows: Json[]) => rows.map(({ id }) => id);
    const found = await find({ kind: 'webhook' });
    const ofKind = jobs.filter(({ kind }) => kind === 'webhook');
    expect([found.total, idsOf(found.jobs)]).toEqual([ofKind.length, idsOf(ofKind)]);
    expect(ofKind.length).toBeLessThan(total);
    const texts = jobs.flatMap(({ email, record, kind }) => [email, record?.name, record?.url, kind]);
    for (const text of new Set(texts.filter(Boolean).map((one) => String(one).slice(1).toUpperCase()))) {
      const holds = (job: Json) => JSON.stringify(job).toUpperCase().includes(text);
      expect([text, idsOf((await find({ search: text })).jobs)]).toEqual([text, idsOf(jobs.filter(holds))]);
    }
    expect((await find({ search: 'nowhere at all' })).jobs).toEqual([]);
  });
});

describe('accounts', () => {
  /** Values of members that operations need. */
  const ABOUT = { of: 'ann', subscriber: 'ann' };

  it('an operation for an account shows nothing of another account', async () => {
    const server = await lively();
    await server.send('POST', `/v2/${ID}/subscribers`, {
      body: { subscribers: [{ email: 'dee@acme.test' }] },
    });
    for (const route of adminRoutes.filter(takesAccount)) {
      const { name, method, path } = route;
      if (method !== 'GET') continue;
      const own = { ...(name === 'overview.search' && { q: 'of' }), ...neededBy(route, ABOUT) };
      const query = path.includes('{account_id}') ? own : { account_id: ID, ...own };
      const { status, text } = await server.get(withQuery(await fillIn(server, path), query));
      expect([name, status, text.includes('8888888')]).toEqual([name, 200, false]);
    }
    expect((await server.admin.get('/subscribers?account_id=8888888')).body.total).toBeGreaterThan(1);
  });

  it('a record of another account is not found', async () => {
    const server = await lively();
    const foreign = await fillIn(server, '/_admin/outbox/{email_id}', '8888888');
    for (const path of [foreign, `${foreign}/preview`]) {
      expect((await server.get(`${path}?account_id=${ID}`)).status).toBe(404);
    }
    const job = await fillIn(server, '/_admin/jobs/{job_id}/run', '8888888');
    expect((await server.send('POST', `${job}?account_id=${ID}`)).status).toBe(404);
  });
});

/** A path with the ids of existing records of an account. */
async function fillIn(server: TestServer, path: string, id = ID): Promise<string> {
  const list = async (of: string, member: string) =>
    (await server.admin.get(`${of}?account_id=${id}`)).body[member][0];
  const ids: Readonly<Record<string, () => Promise<string>>> = {
    account_id: async () => id,
    subscriber_id: async () => 'ann',
    delivery_id: async () => (await list('/webhook_deliveries', 'deliveries')).id,
    email_id: async () => (await list('/outbox', 'outbox')).id,
    event_id: async () => (await list('/all_events', 'events')).id,
    job_id: async () => (await list('/jobs', 'jobs')).id,
    request_id: async () =>
      path.includes('request_status')
        ? (await list('/outcomes', 'outcomes')).request_id
        : (await list('/requests', 'requests')).id,
  };
  let filled = path;
  for (const [placeholder, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    filled = filled.replace(placeholder, encodeURIComponent(await (ids[name]?.() ?? '1')));
  }
  return filled;
}
