import { describe, expect, it } from 'vitest';
import { adminRoutes } from '../src/admin/http/routes.ts';
import { createServer, StateError } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/store/engine/migrations/migrations.ts';
import type { Json } from './admin-client.ts';
import { scenarios, startServer } from './harness.ts';

/** The member names on all levels that are not snake_case, except within free-form members. */
function camelNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(camelNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(/[A-Z]/.test(name) && !/^[A-Z]/.test(name) ? [name] : []), // headers keep their capitals
    ...(['tables', 'headers'].includes(name) ? [] : camelNames(member)),
  ]);
}

const order = { provider: 'shop', email: 'ann@acme.test', upstream_id: 'o1', amount: 500 };

scenarios('the admin API', (start) => {
  it('all members are in snake_case', async () => {
    await using server = await start();
    await server.upsert({ email: 'ann@acme.test' });
    await server.post('orders', { orders: [order] });
    await server.post('orders/o1/refunds', { refunds: [{ amount: 100 }] });
    await server.post('/v3/9999999/shopper_activity/cart', { ...cart, action: 'created' });
    await server.post('/v3/9999999/shopper_activity/product', { ...product, action: 'created' });
    await server.post('/v3/9999999/shopper_activity/order', { ...cart, action: 'placed', order_id: 'v3' });
    await server.settle();
    await server.admin.post('/checkpoints');
    await server.admin.post('/clock/freeze');
    const commerce = (await server.admin.get('/commerce')).body;
    expect(commerce.orders[0].data).toMatchObject({ originated_at: expect.any(String) });
    const answers = new Map<string, Json>([['orders.commerce', commerce]]);
    for (const { name, method, path } of adminRoutes) {
      if (method !== 'GET' || path.includes('{')) continue;
      answers.set(name, (await server.admin.get(path.replace('/_admin', ''))).body);
    }
    expect(answers.get('state.export')).toMatchObject({
      exported_at: expect.any(String),
      clocks: [{ id: '', state: { resume_speed: 1 } }],
    });
    expect(camelNames([...answers.values()])).toEqual([]);
  });

  // U-160
  it('an account is exported without the tokens of other accounts', async () => {
    await using server = await start();
    const made = await server.admin.post('/accounts', {
      seed: { subscribers: [{ email: 'own@acme.test' }] },
      clock: { now: '2026-01-01T00:00:00Z', speed: 0 },
    });
    const { account_id: id, api_key: token } = made.body;
    await server.admin.post(`/accounts/${id}/users`, { email: 'both@acme.test', token: 'opens-both' });
    await server.admin.post('/accounts/9999999/users', { email: 'both@acme.test' });
    const { status, body } = await server.admin.get(`/state?account_id=${id}`);
    expect([status, body.account_id]).toEqual([200, id]);
    expect(body.tables.accounts.map((row: Json) => row.id)).toEqual([id]);
    expect(body.tables.tokens.map((row: Json) => row.token)).toEqual([token]);
    expect(JSON.stringify(body)).not.toContain('9999999');
    expect((await server.admin.get('/state?account_id=1')).status).toBe(404);

    await using other = await start();
    expect((await other.admin.put('/state', body)).status).toBe(204);
    const shown = await other.send('GET', `/v2/${id}/subscribers/own@acme.test`, { token });
    expect(shown.status).toBe(200);
    expect((await other.admin.get(`/clock?account_id=${id}`)).body).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      speed: 0,
      is_frozen: true,
      time_zone: 'Etc/UTC',
    });
  });

  // U-160
  it('a state of an account with tokens that open another account is refused', async () => {
    await using server = await start();
    const made = await server.admin.post('/accounts', {
      seed: { users: [{ email: 'mine@acme.test', token: 'opens-mine' }] },
    });
    const { account_id: id } = made.body;
    const state = (await server.admin.get(`/state?account_id=${id}`)).body;
    const users = (await server.admin.get('/state')).body.tables.users;
    const owner = users.find(({ email }: Json) => email === 'owner@acme.test');
    const [member] = state.tables.memberships;
    const [token] = state.tables.tokens;
    const stolen = { ...token, token: 'opens-both', user_id: owner.id };
    const refused = async (tables: object) => {
      const { status, body } = await server.admin.put('/state', {
        ...state,
        tables: { ...state.tables, ...tables },
      });
      expect(status).toBe(422);
      expect((await server.send('GET', '/v2/user', { token: 'opens-both' })).status).toBe(401);
      expect((await server.send('GET', '/v2/user', { token: 'opens-mine' })).status).toBe(200);
      return body.errors[0].message;
    };
    expect(await refused({ tokens: [token, stolen] })).toMatch(
      /^tables\.tokens\[1\] does not belong to account/,
    );
    expect(
      await refused({
        memberships: [member, { ...member, user_id: owner.id }],
        tokens: [token, stolen],
      }),
    ).toBe(`the state has a token of user '${owner.id}', which would open other accounts too`);
    expect(await refused({ accounts: [{ ...state.tables.accounts[0], id: '9999999' }] })).toMatch(
      /accounts\[0\]/,
    );
    expect(await refused({ users: [owner] })).toMatch(/users\[0\]/);
    const application = { client_id: 'x', created_at: token.created_at, data: '{}' };
    expect(await refused({ oauth_applications: [application] })).toMatch(/oauth_applications\[0\]/);
    expect((await server.admin.put('/state', state)).status).toBe(204);
  });

  it('a restored checkpoint of an account brings back no token that opens another account', async () => {
    await using server = await start();
    const made = await server.admin.post('/accounts', {
      seed: { users: [{ email: 'ann@acme.test', token: 'old' }] },
    });
    const { account_id: id } = made.body;
    const checkpoint = (await server.admin.post(`/checkpoints?account_id=${id}`)).body;
    await server.admin.post('/accounts/9999999/users', { email: 'ann@acme.test', token: 'new' });
    await server.admin.delete(`/accounts/${id}/tokens/old`);
    expect((await server.send('GET', '/v2/user', { token: 'old' })).status).toBe(401);
    expect((await server.admin.post(`/checkpoints/${checkpoint.id}/restore`)).status).toBe(204);
    expect((await server.send('GET', '/v2/user', { token: 'old' })).status).toBe(401);
    expect((await server.send('GET', '/v2/user', { token: 'new' })).status).toBe(200);
  });

  const types = 'delay, send_email, apply_tag, remove_tag, record_event, goal, exit';

  it.each([
    ['a preview of nothing', {}, 'subscriber is required'],
    [
      'a preview without an email',
      { subscriber: 'ann@acme.test' },
      'campaign_id or broadcast_id or html_body or text_body is required',
    ],
    ['a step', { type: 'dely', days: 1 }, `steps[1].type must be one of ${types}, did you mean delay?`],
    ['a step', {}, `steps[1].type must be one of ${types}`],
    ['a step', { type: 'delay', dayz: 1 }, 'steps[1]: unknown member dayz, did you mean days?'],
  ])('the error names what is missing or wrong in %s: %j', async (what, given, message) => {
    await using server = await start();
    const [path, input] =
      what === 'a step'
        ? ['/accounts/9999999/workflows', { name: 'Flow', steps: [{ type: 'exit' }, given] }]
        : ['/emails/preview', given];
    const { status, body } = await server.admin.post(path, input);
    expect([status, body.errors[0].message]).toEqual([422, message]);
  });
});

const cart = {
  provider: 'shop',
  email: 'ann@acme.test',
  cart_id: 'c1',
  cart_url: 'https://acme.test/cart',
  items: [{ product_id: 'p1', name: 'Oar', price: 5, quantity: 1 }],
};
const product = { provider: 'shop', product_id: 'p1', name: 'Oar', price: 5 };

scenarios('seed data for an existing account', (start) => {
  it('seed data that conflicts with the account is rejected', async () => {
    await using server = await start();
    for (const [noun, record] of [
      ['subscribers', { email: 'x@acme.test', user_id: 'u1' }],
      ['workflows', { name: 'w', triggers: [{ id: '1', provider: 'p', trigger_type: 't' }] }],
      ['goals', { id: '77', name: 'g' }],
    ] as const) {
      expect((await server.admin.post(`/accounts/9999999/${noun}`, record)).status, noun).toBe(201);
      const again = { ...record, ...(noun === 'subscribers' && { email: 'y@acme.test' }) };
      expect((await server.admin.post(`/accounts/9999999/${noun}`, again)).status, noun).toBe(422);
    }
  });
});

describe('importing a state', () => {
  type Change = (state: Json) => unknown;
  const set =
    (path: string, value: unknown): Change =>
    (state) => {
      const names = path.split('.');
      const last = names.pop() ?? '';
      Object.assign(
        names.reduce((at, name) => at[name], state),
        { [last]: value },
      );
    };
  const fault = { id: 'f', on: 'request', status: 500, seen: 0, fired: 0 };
  const changes: readonly [string, Change][] = [
    ['a clock at no time', set('clocks.0.state.anchor', 'noon')],
    ['a clock beyond all time', set('clocks.0.state.anchor', 1e300)],
    ['a clock of no speed', set('clocks.0.state.speed', -1)],
    ['a clock that never resumes', set('clocks.0.state.resumeSpeed', 0)],
    ['a clock without a state', set('clocks.0.state', undefined)],
    ['two shared clocks', (state) => state.clocks.push(state.clocks[0])],
    ['an invalid clock', set('clocks.1', null)],
    ['a fault that makes no sense', set('faults', [{ ...fault, status: undefined }])],
    ['a fault without counts', set('faults', [{ id: 'f', status: 500 }])],
    ['an invalid fault', set('faults', ['f'])],
    ['two faults of one id', set('faults', [fault, fault])],
    ['an unknown member', set('table', {})],
    ['no tables', set('tables', undefined)],
    ['an unknown table', set('tables.pizzas', [])],
    ['a column that is not a name', set('tables.accounts', [{ 'id) values (1); --': 1 }])],
    ['an unknown column', set('tables.accounts', [{ color: 'red' }])],
    ['rows that are not a list', set('tables.subscribers', {})],
    ['a row that is not an object', set('tables.subscribers', [1])],
    ['a value that no column can hold', set('tables.accounts.0.data', { a: 1 })],
    ['broken JSON', set('tables.accounts.0.data', '{')],
    ['other JSON', set('tables.accounts.0.data', 'null')],
  ];

  it('a state that is wrong is rejected before anything is replaced', async () => {
    await using server = await startServer();
    await server.upsert({ email: 'ann@acme.test' });
    await server.settle(); // a webhook would change the state meanwhile
    await server.faults.add({ operation: 'tags.list', status: 503 });
    const before = await server.exportState();
    for (const wrong of [null, {}] as Json[]) {
      await expect(server.importState(wrong)).rejects.toThrow(StateError);
    }
    const requests = await server.requests.find();
    for (const [title, change] of changes) {
      const state = JSON.parse(JSON.stringify(before));
      change(state);
      await expect(server.importState(state), title).rejects.toThrow(StateError);
      expect((await server.admin.put('/state', state)).status, title).toBe(422);
    }
    const { exportedAt, ...now } = await server.exportState();
    expect({ exportedAt: before.exportedAt, ...now }).toEqual(before);
    expect(await server.requests.find()).toEqual(requests);
  });

  it('a state of one account is rejected if it has rows, clocks or faults of another one', async () => {
    await using server = await createServer();
    await using account = await server.createAccount({ clock: {} });
    const state: Json = await account.exportState();
    const { accountId } = account;
    const whole: Json = await server.exportState();
    for (const wrong of [
      { ...state, clocks: whole.clocks },
      { ...state, faults: [{ id: 'f', on: 'request', status: 500, seen: 0, fired: 0 }] },
      { ...state, tables: { ...state.tables, memberships: whole.tables.memberships } },
    ]) {
      await expect(server.importState(wrong)).rejects.toThrow(`account '${accountId}'`);
    }
    await server.importState(state);
    await expect(account.importState(whole)).rejects.toThrow('the state belongs to a whole server');
  });

  it('a state of another version is refused with the way out', async () => {
    await using server = await startServer();
    const state: Json = await server.exportState();
    await server.upsert({ email: 'ann@acme.test' });
    for (const version of [0, 5, SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]) {
      await expect(server.importState({ ...state, version })).rejects.toThrow(
        `the state has version ${version}, and this server needs ${SCHEMA_VERSION}: export a seed`,
      );
    }
    expect((await server.get('subscribers/ann@acme.test')).status).toBe(200);
  });
});
