import { describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '../../sdk/src/contract/index.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { list, mailingAccount, one, pluck, type Shown } from './mailing-account.ts';

const RECEIVED = 'subscriber.received_email';
const others = WEBHOOK_EVENTS.filter((event) => event !== RECEIVED);
const post_url = 'https://hooks.acme.test/in?key=1';

/** Creates a webhook by a request. */
const create = async (server: TestServer, record: object): Promise<Shown> => {
  const { status, text, headers } = await server.post('webhooks', { webhooks: [{ post_url, ...record }] });
  expect(status, text).toBe(201);
  const { webhooks } = JSON.parse(text);
  expect(headers.get('location')).toBe(webhooks[0].href);
  return webhooks[0];
};

scenarios('webhooks', (start) => {
  // proves: endpoint POST /v2/{account_id}/webhooks
  // proves: endpoint GET /v2/{account_id}/webhooks/{webhook_id}
  // proves: endpoint GET /v2/{account_id}/webhooks
  it('webhooks are created, shown and listed in order of creation', async () => {
    await using server = await start({ seed: mailingAccount() });
    const first = await create(server, {});
    const second = await create(server, { events: ['subscriber.created'] });
    expect(first).toEqual({
      id: expect.stringMatching(/^\d{9}$/),
      href: `${server.url}/v2/9999999/webhooks/${first.id}`,
      post_url,
      version: '2',
      include_received_email: false,
      events: others,
      created_at: '2026-03-06T12:00:00Z',
      links: { account: '9999999' },
    });
    expect(await one(server, `webhooks/${first.id}`)).toEqual(first);
    expect(await list(server, 'webhooks')).toEqual({ items: [first, second] });
  });

  // proves: endpoint DELETE /v2/{account_id}/webhooks/{webhook_id}
  it('a webhook can be deleted once', async () => {
    await using server = await start({ seed: mailingAccount() });
    const { id } = await create(server, {});
    const answer = await server.delete(`webhooks/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await server.get(`webhooks/${id}`)).status).toBe(404);
    expect((await server.delete(`webhooks/${id}`)).status).toBe(404);
    expect((await list(server, 'webhooks')).items).toEqual([]);
  });
});

// U-35, U-153
it.each([
  ['', 'presence_error'],
  ...['http://user:p%ZZ@acme.test/', 'https://acme.test/a b', 'acme.test'].map((url) => [url, 'url_error']),
  ['https://acme.test/\r\nX: 1', 'url_error'],
])('a webhook at %j is rejected without background work', async (post_url, code) => {
  await using server = await startServer({ seed: mailingAccount() });
  const answer = await server.post('webhooks', { webhooks: [{ post_url }] });
  expect(issuesIn(answer)).toEqual([`post_url: ${code}`]);
  await server.upsert({ email: 'ann@acme.test' });
  expect(await server.settle()).toBe(0);
});

describe('the events of a new webhook', () => {
  const created = 'subscriber.created' as const;

  // U-58
  // proves: note A webhook created without events has all but subscriber.received_email
  it.each([
    ['no events', {}, others, false],
    ['an empty list', { events: [] }, others, false],
    ['no events, and received emails', { include_received_email: true }, [...others, RECEIVED], true],
    ['an event', { events: [created] }, [created], false],
    ['an event twice', { events: [created, created] }, [created], false],
    ['received emails, not included', { events: [created, RECEIVED] }, [created, RECEIVED], false],
    ['received emails', { events: [created], include_received_email: true }, [created, RECEIVED], true],
    ['both', { events: [RECEIVED, created], include_received_email: true }, [RECEIVED, created], true],
  ])('a webhook with %s gets the right events', async (_, record, events, include_received_email) => {
    await using server = await startServer({ seed: mailingAccount() });
    expect(await create(server, record)).toMatchObject({ events, include_received_email });
  });

  // proves: note Webhook: version is 2
  it('a webhook of a seed gets the same events', async () => {
    const webhooks = [{ post_url }, { post_url, include_received_email: true, events: [created] }];
    await using server = await startServer({ seed: mailingAccount({ webhooks }) });
    const { items } = await list(server, 'webhooks');
    expect(pluck(items, 'events')).toEqual([others, [created, RECEIVED]]);
    expect(pluck(items, 'version')).toEqual(['2', '2']);
  });
});

describe('the number of webhooks', () => {
  // U-311
  it('an account has a hundred webhooks at most, however they are added', async () => {
    const webhooks = Array.from({ length: 99 }, () => ({ post_url }));
    await using server = await startServer({ seed: mailingAccount({ webhooks }) });
    await create(server, {});
    const refused = await server.post('webhooks', { webhooks: [{ post_url }] });
    expect([refused.status, issuesIn(refused)]).toEqual([422, ['webhooks: length_error']]);
    await expect(server.extend({ webhooks: [{ post_url }] })).rejects.toThrow(
      'an account can have 100; this would make 101',
    );
    const seed = mailingAccount({ webhooks: [...webhooks, ...webhooks] });
    await expect(startServer({ seed })).rejects.toThrow('an account can have 100; this would make 198');
  });
});
