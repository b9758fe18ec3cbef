import { describe, expect, it } from 'vitest';
import { type Body, type Start, startServer, type TestServer } from './harness.ts';
import { message, scriptShop, VISITOR } from './script-shop.ts';

/** Two accounts with a common page. Their scripts send the same ids. */
const FIRST = '9999999';
const SECOND = '999999'; // an account id that begins with another one is distinct

type AccountSeed = Parameters<typeof scriptShop>[0];

async function startTwo(one: AccountSeed, other: AccountSeed, more: Start = {}): Promise<TestServer> {
  const [first] = scriptShop(one).accounts ?? [];
  const [second] =
    scriptShop({ users: [{ email: 'o@other.test', token: 'other' }], ...other }).accounts ?? [];
  return startServer({ seed: { accounts: [{ ...first }, { ...second, id: SECOND }] }, ...more });
}

interface Sent {
  readonly visitor?: string | null;
  readonly messages?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

function post(server: TestServer, account: string, { visitor = VISITOR, messages, headers }: Sent = {}) {
  return server.send('POST', `/client/${account}/messages`, {
    headers: { authorization: '', 'content-type': 'text/plain', ...headers },
    body: { visitor, messages: messages ?? [message('track', { action: 'Looked' })] },
  });
}

const subscriberOf = async (server: TestServer, account: string, key = VISITOR) => {
  const token = account === FIRST ? 'olive-token' : 'other';
  const { body } = await server.send('GET', `/v2/${account}/subscribers/${key}`, { token });
  return body.subscribers?.[0];
};

const resultsIn = ({ results = [] }: Body) => results.map(({ success, anonymous }) => [success, anonymous]);

describe('two accounts on one page', () => {
  it('both accounts apply messages with the same ids and the same visitor', async () => {
    await using server = await startTwo({}, {});
    const messages = [
      message('track', { action: 'Looked' }),
      message('identify', { email: 'cy@acme.test', tags: ['new'] }),
      message('subscribe', { campaign_id: '111', fields: { email: 'dee@acme.test' } }),
    ];
    const all = [true, false, false].map((anonymous) => [true, anonymous]);
    for (const account of [FIRST, SECOND, SECOND, FIRST]) {
      const { body } = await post(server, account, { messages });
      expect(resultsIn(body), account).toEqual(all);
    }
    for (const accountId of [FIRST, SECOND]) {
      expect(await subscriberOf(server, accountId)).toMatchObject({ email: 'cy@acme.test', tags: ['new'] });
      const actions = (await server.timeline({ accountId })).map(({ action }) => action);
      expect([accountId, actions]).toEqual([accountId, ['Looked']]);
      const emitted = await server.events({ accountId, event: 'subscriber.subscribed_to_campaign' });
      expect(emitted).toHaveLength(1);
    }
    const [one, other] = [await subscriberOf(server, FIRST), await subscriberOf(server, SECOND)];
    expect(one?.id).not.toBe(other?.id);
  });

  it('both accounts know the visitor, each as its own subscriber', async () => {
    await using server = await startTwo({}, {});
    await post(server, FIRST, { messages: [message('identify', { email: 'cy@acme.test' })] });
    expect(resultsIn((await post(server, SECOND)).body)).toEqual([[true, true]]);
    await post(server, SECOND, { messages: [message('identify', { email: 'dee@acme.test' })] });
    expect((await subscriberOf(server, FIRST))?.email).toBe('cy@acme.test');
    expect((await subscriberOf(server, SECOND))?.email).toBe('dee@acme.test');
    const submitted = [message('submitForm', { form_id: '1', entries: [] })];
    expect(resultsIn((await post(server, SECOND, { messages: submitted })).body)).toEqual([[false, false]]);
  });

  // U-75
  it('each account has its own rate limits and origins', async () => {
    const limits = { scriptVisitor: 2, scriptAddress: 3 };
    const road = 'over a socket';
    await using server = await startTwo({ script_origins: ['https://acme.test'] }, {}, { limits, road });
    const status = async (account: string, sent?: Sent) => (await post(server, account, sent)).status;
    const acme = { headers: { origin: 'https://acme.test' } };
    expect(await status(FIRST)).toBe(403);
    for (const code of [200, 200, 429]) expect(await status(FIRST, acme)).toBe(code);
    for (const code of [200, 200, 429]) expect(await status(SECOND)).toBe(code);
    const other = { ...acme, visitor: 'd'.repeat(32) };
    expect([await status(FIRST, other), await status(FIRST, other)]).toEqual([200, 429]);
  });

  // U-74
  it('each account shares visitors across domains separately', async () => {
    const shared = { enable_third_party_cookies: true };
    await using server = await startTwo(shared, shared);
    const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
    const cookieOf = async (account: string, visitor: string) =>
      (await post(server, account, { visitor })).headers.get('set-cookie') ?? '';
    const cookies = [await cookieOf(FIRST, one), await cookieOf(SECOND, other)];
    // By default, a cookie is for the paths beside that of its response: /client/{account_id}.
    expect(cookies.filter((cookie) => /Path=/i.test(cookie))).toEqual([]);
    // Not even if a proxy sends all cookies together.
    const cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    const visitorAt = async (account: string) => {
      const { body } = await post(server, account, { visitor: 'd'.repeat(32), headers: { cookie } });
      return body.results?.[0]?.visitor_uuid;
    };
    expect([await visitorAt(FIRST), await visitorAt(SECOND)]).toEqual([one, other]);
  });

  it('an account that shares visitors does not affect an account that does not', async () => {
    await using server = await startTwo({ enable_third_party_cookies: true }, {});
    const first = await post(server, FIRST);
    const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0]?.replace(FIRST, SECOND) ?? '';
    const { body, headers } = await post(server, SECOND, { visitor: 'd'.repeat(32), headers: { cookie } });
    expect([body.results?.[0]?.visitor_uuid, headers.get('set-cookie')]).toEqual(['d'.repeat(32), null]);
  });
});

describe('accounts with their own clocks', () => {
  it("messages and forms use the account's own clock", async () => {
    await using server = await startServer({ seed: scriptShop() });
    const seed = { forms: [{ id: '7' }], users: [{ email: 'o@other.test', token: 'other' }] };
    const account = await server.createAccount({ seed, clock: { now: '2030-01-01T00:00:00Z', speed: 0 } });
    const { accountId } = account;
    await post(server, accountId, { messages: [message('identify', { email: 'cy@acme.test' })] });
    const entries = [['fields[email]', 'dee@acme.test']];
    await post(server, accountId, { messages: [message('submitForm', { form_id: '7', entries })] });
    const form = new URLSearchParams({ 'fields[email]': 'eve@acme.test', account_id: accountId });
    await server.fetch(new Request(`${server.url}/forms/7/submissions`, { method: 'POST', body: form }));
    const times = (await account.events()).map(({ occurredAt }) => occurredAt);
    expect(new Set(times)).toEqual(new Set(['2030-01-01T00:00:00Z']));
    expect(await account.formSubmissions()).toHaveLength(2);
  });

  // U-191
  it("the request log has the server's time of each request, whatever the account's clock shows", async () => {
    await using server = await startServer({ seed: scriptShop() });
    const { accountId, connection, requests } = await server.createAccount({
      seed: { forms: [{ id: '7' }] },
      clock: { now: '2030-01-01T00:00:00Z', speed: 0 },
    });
    await post(server, accountId, { messages: [message('track', { action: 'Looked' })] });
    const form = new URLSearchParams({ 'fields[email]': 'eve@acme.test', account_id: accountId });
    await server.fetch(new Request(`${server.url}/forms/7/submissions`, { method: 'POST', body: form }));
    await server.send('GET', `/v2/${accountId}/subscribers`, { token: connection.apiKey });
    await server.send('GET', `/v2/${accountId}/subscribers/nobody`, { token: connection.apiKey });
    const at = '2026-03-06T12:00:00Z';
    expect(await requests.find()).toMatchObject([{ at }, { at }, { at }, { at }]);
  });

  it('an account with a clock far ahead does not affect the rate limits of others', async () => {
    await using server = await startServer({ seed: scriptShop(), limits: { scriptVisitor: 1 } });
    const ahead = await server.createAccount({ clock: { now: '2030-01-01T00:00:00Z', speed: 0 } });
    expect((await post(server, FIRST)).status).toBe(200);
    expect((await post(server, ahead.accountId)).status).toBe(200);
    expect((await post(server, FIRST)).status).toBe(429);
    expect((await post(server, ahead.accountId)).status).toBe(429);
    await ahead.advance({ minutes: 1 });
    expect((await post(server, ahead.accountId)).status).toBe(200);
    expect((await post(server, FIRST)).status).toBe(429);
  });
});
