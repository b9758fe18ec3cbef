import { describe, expect, test } from 'vitest';
import { UnmetExpectation } from '../../src/index.ts';
import { threeServers } from './several-servers.ts';

describe('the request log of three servers on one database', () => {
  const { several, servers, serverAt } = threeServers();

  test('a request is found through every server as soon as one has answered it', async () => {
    for (let i = 0; i < 9; i++) {
      await serverAt(i).upsert({ email: `reader${i}@acme.test` });
      const found = await serverAt(i + 1).requests.find({ body: { email: `reader${i}@acme.test` } });
      expect(found).toMatchObject([{ operation: 'subscribers.upsert', status: 200, accountId: '9999999' }]);
    }
    const all = await serverAt(0).requests.find();
    expect(all.map(({ body }) => body)).toEqual(
      Array.from({ length: 9 }, (_, i) => ({ subscribers: [{ email: `reader${i}@acme.test` }] })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(9);
    const [first] = all;
    expect(await serverAt(1).requests.find({ after: first?.seq })).toHaveLength(8);
  });

  // U-243
  test('simultaneous requests to all servers are all recorded, each with its own number', async () => {
    const answers = Array.from({ length: 60 }, (_, i) => serverAt(i).get(`tags?page=${i + 1}`));
    await Promise.all(answers);
    const found = await serverAt(1).requests.find({ operation: 'tags.list' });
    expect(new Set(found.map(({ query }) => query.page)).size).toBe(60);
    const numbers = found.map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });

  test('one server verifies what another has answered, and describes the nearest miss', async () => {
    const [one, two, three] = servers;
    await one.post('events', { events: [{ email: 'ann@acme.test', action: 'Signed Up' }] });
    const filter = { operation: 'events.record', body: { action: 'Signed up' } } as const;
    await expect(two.expectRequest(filter)).rejects.toThrow(UnmetExpectation);
    await expect(two.expectRequest(filter)).rejects.toThrow(
      "none had action 'Signed up'; closest: 'Signed Up'",
    );
    await three.expectRequest({ ...filter, body: { action: 'Signed Up' } }, { times: 1 });
    await one.get('tags?pge=2');
    expect(await two.warnings({ operation: 'tags.list' })).toMatchObject([
      { warning: expect.stringContaining('pge') },
    ]);
  });

  test('the admin API shows a request of another server, without credentials', async () => {
    const [one, two] = servers;
    const answer = await one.upsert({ email: 'shown@acme.test' });
    const [{ id } = { id: '' }] = await one.requests.find();
    const response = await two.fetch(new Request(`${two.url}/_admin/requests/${id}`));
    expect(await response.json()).toMatchObject({
      ...{ id, status: 200, path: '/v2/9999999/subscribers' },
      body: { subscribers: [{ email: 'shown@acme.test' }] },
      request_headers: { authorization: 'Basic [redacted]' },
      response_headers: { 'content-type': answer.headers.get('content-type') },
      response_body: answer.body,
      response_truncated: false,
    });
  });

  test('clearing the log through one server clears it for all, for one account or for all', async () => {
    const [one, two, three] = servers;
    const tenant = await one.createAccount();
    await two.get('tags');
    await three.send('GET', `/v2/${tenant.accountId}/tags`, { token: tenant.apiKey });
    await one.requests.clear('9999999');
    expect(await two.requests.find()).toMatchObject([{ accountId: tenant.accountId }]);
    await three.requests.clear();
    expect(await tenant.requests.find()).toEqual([]);
  });

  test('the log is pruned to the newest requests and characters of each account', async () => {
    const db = await several.newDatabase();
    const retention = { requests: 5, characters: 100_000 };
    const small = [await several.open(db, { retention }), await several.open(db, { retention })] as const;
    for (let i = 0; i < 12; i++) await small[i % 2 === 0 ? 0 : 1].get(`tags?page=${i}`);
    const pages = async () => (await small[0].requests.find()).map(({ query }) => query.page);
    expect(await pages()).toEqual(['7', '8', '9', '10', '11']);
    const count = async () => (await several.rows(db, 'select seq from request_entries')).length;
    await expect.poll(count).toBe(5);
    const texts = Array.from({ length: 18 }, (_, i) => [`text${i}`, 'x'.repeat(5000)]);
    await small[1].upsert({ email: 'long@acme.test', custom_fields: Object.fromEntries(texts) });
    expect(await small[0].requests.find()).toMatchObject([{ operation: 'subscribers.upsert' }]);
  });

  test('a checkpoint restores the requests that the server had when it was taken', async () => {
    const [one, two, three] = servers;
    await one.get('tags');
    const { id } = await two.snapshot();
    await three.get('forms');
    await two.restore(id);
    expect(await three.requests.find()).toMatchObject([{ operation: 'tags.list' }]);
    await one.get('forms');
    expect((await two.requests.find()).map(({ operation }) => operation)).toEqual([
      'tags.list',
      'forms.list',
    ]);
  });

  test('a request whose connection to the database is lost is recorded once it is back', async () => {
    const db = await several.newDatabase();
    const proxy = await several.proxy(db);
    const cut = await several.open(proxy.url);
    cut.expectsOutages = true;
    const other = await several.open(db);
    proxy.cutAfter('insert into request_entries');
    expect((await cut.get('tags')).status).toBe(200);
    await expect.poll(async () => (await cut.requests.find()).length).toBe(1);
    expect(await other.requests.find()).toMatchObject([{ operation: 'tags.list', status: 200 }]);
    expect(proxy.cuts).toBe(1);
  });
});
