import { expect, it, test } from 'vitest';
import { createServer } from '../src/index.ts';
import { callAs as call, type Json } from './admin-client.ts';
import { basic, scenariosOverHttp } from './harness.ts';

const PASSWORD = 'open sesame';
const operator = `Basic ${btoa(`:${PASSWORD}`)}`;

/** Ann owns 1111111, and is a member of 2222222, which Bob owns. Cleo owns both. */
const seed = {
  accounts: [
    {
      id: '1111111',
      users: [
        { email: 'ann@acme.test', token: 'key_of_ann' },
        { email: 'cleo@acme.test', token: 'key_of_cleo' },
        { email: 'mel@acme.test', token: 'key_of_mel', role: 'member' as const },
        { email: 'vic@acme.test', token: 'key_of_vic', role: 'viewer' as const },
      ],
    },
    {
      id: '2222222',
      users: [
        { email: 'bob@acme.test', token: 'key_of_bob' },
        { email: 'cleo@acme.test', token: 'second_key_of_cleo' },
        { email: 'ann@acme.test', token: 'second_key_of_ann', role: 'member' as const },
      ],
    },
  ],
};

const start = () => createServer({ seed, adminPassword: PASSWORD });

// U-278
test('a key shows no token that opens another account', async () => {
  await using server = await start();
  const { body: listed } = await call(server, basic('key_of_bob'), 'GET /_admin/accounts');
  expect(listed).toEqual({ accounts: [{ id: '2222222', tokens: ['key_of_bob'] }] });
  const { body: account } = await call(server, basic('key_of_bob'), 'GET /_admin/accounts/2222222');
  expect(account.tokens.map(({ token }: Json) => token)).toEqual(['key_of_bob']);
  const { body: state } = await call(server, basic('key_of_bob'), 'GET /_admin/state');
  expect(JSON.stringify(state)).not.toMatch(/key_of_(?:ann|cleo)/);
  const all = await call(server, operator, 'GET /_admin/accounts/2222222');
  expect(JSON.stringify(all.body)).toMatch(/second_key_of_ann.*second_key_of_cleo/s);
});

// U-278
test('a request that a key sends has the rights of this key only', async () => {
  await using server = await start();
  const send = async (key: string, path: string) =>
    (await call(server, basic(key), 'POST /_admin/requests/send', { method: 'GET', path })).body.status;
  expect(await send('key_of_bob', '/v2/accounts/2222222')).toBe(200);
  expect(await send('key_of_bob', '/v2/accounts/1111111')).toBe(403);
  expect(await send('key_of_cleo', '/v2/accounts/2222222')).toBe(200);
});

// U-278
test.each(['key_of_mel', 'key_of_vic'])('a key of a user who does not own the account: %s', async (key) => {
  await using server = await start();
  expect((await call(server, basic(key), 'GET /_admin/overview')).status).toBe(401);
});

// U-278
test('a token that a user granted to an application is refused', async () => {
  await using server = await start();
  const state = await server.exportState();
  const { tokens = [] } = state.tables;
  const granted = { ...tokens[0], token: 'granted', kind: 'oauth' };
  await server.importState({ ...state, tables: { ...state.tables, tokens: [...tokens, granted] } });
  expect((await call(server, 'Bearer granted', 'GET /v2/user')).status).toBe(200);
  for (const authorization of ['Bearer granted', basic('granted')]) {
    expect((await call(server, authorization, 'GET /_admin/overview')).status).toBe(401);
  }
});

// U-278
test('a key that opens several accounts chooses one by account_id, also where the operation has none', async () => {
  await using server = await start();
  const cleo = basic('key_of_cleo');
  const list = await call(server, cleo, 'GET /_admin/accounts');
  expect(list.body.accounts.map(({ id }: Json) => id)).toEqual(['1111111', '2222222']);
  await call(server, cleo, 'POST /_admin/faults?account_id=2222222', { status: 500 });
  await call(server, cleo, 'POST /_admin/checkpoints', { account_id: '2222222' });
  const found = async (noun: string, choice = '') =>
    (await call(server, cleo, `GET /_admin/${noun}${choice}`)).body[noun];
  for (const noun of ['faults', 'checkpoints']) {
    expect(await found(noun)).toEqual([]);
    expect(await found(noun, '?account_id=1111111')).toEqual([]);
    expect(await found(noun, '?account_id=2222222')).toHaveLength(1);
  }
  expect((await call(server, cleo, 'GET /_admin/faults?account_id=3333333')).status).toBe(403);
});

// U-278
test('a key adds, sees and removes faults of its account only', async () => {
  await using server = await start();
  const [ann, bob] = [basic('key_of_ann'), basic('key_of_bob')];
  const other = await call(server, ann, 'POST /_admin/faults', { status: 500, account: '2222222' });
  expect(other.status).toBe(403);
  expect(JSON.stringify(other.body)).toContain('account 2222222');
  const { body: fault } = await call(server, ann, 'POST /_admin/faults', { status: 500 });
  expect(fault.account).toBe('1111111');
  expect((await call(server, bob, 'GET /_admin/faults')).body.faults).toEqual([]);
  expect((await call(server, bob, `DELETE /_admin/faults/${fault.id}`)).body.cleared).toBe(0);
  expect((await call(server, bob, 'DELETE /_admin/faults')).body.cleared).toBe(0);
  expect((await call(server, bob, 'GET /v2/2222222/tags')).status).toBe(200);
  expect((await call(server, ann, 'GET /v2/1111111/tags')).status).toBe(500);
  expect((await call(server, ann, 'DELETE /_admin/faults')).body.cleared).toBe(1);
});

// U-278
test('a key takes and restores checkpoints of its account only', async () => {
  await using server = await start();
  const [ann, bob] = [basic('key_of_ann'), basic('key_of_bob')];
  const { body: taken } = await call(server, ann, 'POST /_admin/checkpoints');
  expect(taken.account_id).toBe('1111111');
  const add = (id: string) => `POST /_admin/accounts/${id}/goals`;
  await call(server, ann, add('1111111'), { name: 'Bought' });
  await call(server, bob, add('2222222'), { name: 'Bought' });
  for (const route of [
    `POST /_admin/checkpoints/${taken.id}/restore`,
    `GET /_admin/checkpoints/${taken.id}/diff`,
  ]) {
    expect((await call(server, bob, route)).status).toBe(404);
  }
  expect((await call(server, ann, `POST /_admin/checkpoints/${taken.id}/restore`)).status).toBe(204);
  const goals = async (authorization: string) =>
    (await call(server, authorization, 'GET /_admin/goals')).body.goals.length;
  expect([await goals(ann), await goals(bob)]).toEqual([0, 1]);
});

// U-278
test('a key moves the clock of its account, and only reads that of the server', async () => {
  await using server = await start();
  const { accountId, apiKey } = await server.createAccount({
    clock: { now: '2026-03-06T12:00:00Z', speed: 0 },
  });
  const moves = [
    ['advance', { days: 1 }],
    ['freeze', {}],
    ['resume', {}],
    ['speed', { speed: 0 }],
  ] as const;
  const before = server.time.now();
  for (const [move, body] of moves) {
    expect((await call(server, basic(apiKey), `POST /_admin/clock/${move}`, body)).status).toBe(200);
    const refused = await call(server, basic('key_of_ann'), `POST /_admin/clock/${move}`, body);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain('shares the clock of the server');
  }
  expect(server.time.now({ accountId }).toISOString()).toContain('2026-03-07');
  expect(server.time.now().getTime() - before.getTime()).toBeLessThan(86_400_000);
  expect((await call(server, basic('key_of_ann'), 'GET /_admin/clock')).body.is_frozen).toBe(false);
});

// U-278
test('a key adds no users to an account, since one of another account could be among them', async () => {
  await using server = await start();
  const users = [{ email: 'bob@acme.test' }];
  const added = await call(server, basic('key_of_ann'), 'POST /_admin/accounts/1111111/seed', { users });
  expect([added.status, added.body.errors[0].message]).toEqual([
    403,
    'users needs the admin password: an API key controls its account only.',
  ]);
});

// U-278
test("the inspector opens for a key, the server's metrics do not", async () => {
  await using server = await createServer({ seed, adminPassword: PASSWORD, metrics: true });
  const status = async (path: string) => (await call(server, basic('key_of_ann'), `GET ${path}`)).status;
  expect(await status('/_inspector')).toBe(200);
  expect(await status('/metrics')).toBe(401);
});

scenariosOverHttp('keys and the place of a request', (start) => {
  it('pages of other sites cannot use a key, and without a password a key opens nothing from elsewhere', async () => {
    await using server = await start({ seed, adminPassword: PASSWORD });
    const authorization = basic('key_of_ann');
    const ask = async (headers: Record<string, string>) =>
      (await server.send('GET', '/_admin/overview', { headers: { authorization, ...headers } })).status;
    expect(await ask({})).toBe(200);
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    await using open = await start({ seed });
    const proxied = { authorization, 'x-forwarded-for': '203.0.113.7' };
    expect((await open.send('GET', '/_admin/overview', { headers: proxied })).status).toBe(403);
  });
});
