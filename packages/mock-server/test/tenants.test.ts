import { createClient } from '@trickle/sdk';
import { describe, expect, it } from 'vitest';
import { createServer, SeedError, type Tenant } from '../src/index.ts';

const clientOf = (account: Tenant) => createClient(account.connection);

const welcome = { name: 'Welcome', emails: [{ subject: 'One' }], subscribers: [{ email: 'ann@acme.test' }] };

describe('tenants', () => {
  it('a new account is ready to use with its seed', async () => {
    await using server = await createServer();
    await using account = await server.createAccount({
      seed: { name: 'Sails', subscribers: [{ email: 'ann@acme.test', tags: ['vip'] }] },
    });
    const client = clientOf(account);
    expect((await client.accounts.get()).name).toBe('Sails');
    expect(await client.tags.list()).toEqual(['vip']);
    expect(await server.accounts()).toContainEqual({ id: account.accountId, tokens: [account.apiKey] });
  });

  it('a new account has the id and token of its seed', async () => {
    await using server = await createServer();
    const users = [
      { email: 'viewer@acme.test', role: 'viewer' as const, token: 'viewer' },
      { email: 'owner@acme.test', token: 'owner' },
    ];
    const account = await server.createAccount({ seed: { id: '77', users } });
    expect([account.accountId, account.apiKey]).toEqual(['77', 'owner']);
  });

  it('an account with an invalid seed or a taken id is refused and leaves nothing behind', async () => {
    await using server = await createServer();
    const wrong = { subscriberz: [] } as object;
    await expect(server.createAccount({ seed: wrong, clock: {} })).rejects.toThrow(SeedError);
    await expect(server.createAccount({ seed: { id: '9999999' }, clock: { speed: 0 } })).rejects.toThrow(
      "account '9999999' already exists",
    );
    expect(await server.accounts()).toHaveLength(1);
    // The existing account still uses the shared clock.
    expect((await server.exportState()).clocks.map(({ id }) => id)).toEqual(['']);
  });

  it('accounts share no subscribers, events, requests, faults, outcomes or limits', async () => {
    await using server = await createServer({ limits: { individual: 5 } });
    const one = await server.createAccount();
    const other = await server.createAccount();
    await clientOf(one).subscribers.upsertBatch([{ email: 'ann@acme.test', tags: ['one'] }]);
    await one.settle();
    await one.faults.add({ operation: 'tags.list', status: 503 });
    await expect(clientOf(other).tags.list()).resolves.toEqual([]);
    await expect(createClient({ ...one.connection, retries: 0 }).tags.list()).rejects.toMatchObject({
      status: 503,
    });
    expect((await one.events()).map(({ event }) => event)).toContain('subscriber.applied_tag');
    expect([await other.events(), await other.outcomes()]).toEqual([[], []]);
    expect((await one.requests.find()).map(({ operation }) => operation)).toEqual([
      'subscribers.upsertBatch',
      'tags.list',
    ]);
    expect((await other.requests.find()).map(({ status }) => status)).toEqual([200]);
    await one.expectRequest({ operation: 'subscribers.upsertBatch' });
    await expect(other.expectRequest({ operation: 'subscribers.upsertBatch' })).rejects.toThrow(
      'no request reached subscribers.upsertBatch',
    );
    expect([(await one.faults.list()).length, (await other.faults.list()).length]).toEqual([1, 0]);
    await other.requests.clear();
    expect(await one.requests.find()).toHaveLength(2);
    await one.faults.clear();
    await expect(
      createClient({ ...other.connection, accountId: one.accountId }).tags.list(),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('an account can have its own clock, which does not affect others', async () => {
    await using server = await createServer();
    const account = await server.createAccount({ clock: { now: '2026-03-06T12:00:00Z', speed: 0 } });
    const other = await server.createAccount({ clock: { now: '2020-01-01T00:00:00Z', speed: 0 } });
    await account.advance({ days: 3 });
    expect(account.now().toISOString()).toBe('2026-03-09T12:00:00.000Z');
    expect(other.now().toISOString()).toBe('2020-01-01T00:00:00.000Z');
    const subscriber = await clientOf(account).subscribers.upsert({ email: 'ann@acme.test' });
    expect(subscriber.created_at).toBe('2026-03-09T12:00:00Z');
    const shared = await server.createAccount();
    await expect(shared.advance({ days: 1 })).rejects.toThrow('has no clock of its own');
  });

  it('removing an account deletes all its data', async () => {
    await using server = await createServer();
    const before = await server.exportState();
    {
      await using account = await server.createAccount({
        clock: { speed: 0 },
        seed: {
          subscribers: [{ email: 'ann@acme.test', tags: ['vip'], custom_fields: { size: 'm' } }],
          events: [{ email: 'ann@acme.test', action: 'Signed up' }],
          campaigns: [welcome],
          workflows: [{ name: 'Flow', subscribers: [{ email: 'ann@acme.test' }] }],
        },
      });
      await account.faults.add({ status: 500 });
      await clientOf(account)
        .tags.list()
        .catch(() => 'the fault');
    }
    const after = await server.exportState();
    expect(after.tables).toEqual(before.tables);
    expect(after.clocks.map(({ id }) => id)).toEqual(['']);
    expect([await server.faults.list(), await server.requests.find()]).toEqual([[], []]);
  });

  it('removing an account keeps users who are members of another account', async () => {
    await using server = await createServer();
    const users = [{ email: 'both@acme.test', token: 'first' }];
    const stays = await server.createAccount({ seed: { users } });
    const goes = await server.createAccount({
      seed: { users: [{ email: 'both@acme.test', token: 'second' }] },
    });
    await goes.remove();
    expect(await clientOf(stays).tags.list()).toEqual([]);
  });

  it('a hundred tests can use their own accounts on one server at once', async () => {
    await using server = await createServer({ limits: false });
    const run = async (i: number) => {
      await using account = await server.createAccount({ clock: { now: '2026-01-01', speed: 0 } });
      const client = clientOf(account);
      await client.subscribers.upsertBatch([
        { email: `p${i}@acme.test` },
        { email: 'same@acme.test', tags: [`${i}`] },
      ]);
      await account.settle();
      await account.advance({ days: i });
      return [(await client.tags.list()).join(), account.now().getTime(), (await account.events()).length];
    };
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    expect(await Promise.all(numbers.map(run))).toEqual(
      numbers.map((i) => [`${i}`, Date.parse('2026-01-01') + i * 86_400_000, 5]),
    );
  });
});

describe('extending an account', () => {
  it('applying a seed adds records that the REST API cannot create and returns their ids', async () => {
    await using server = await createServer();
    const made = await server.extend({
      default_postal_address: '1 Harbour Street',
      users: [{ email: 'viewer@acme.test', role: 'viewer' }],
      subscribers: [{ email: 'ann@acme.test' }],
      campaigns: [welcome],
      goals: [{ id: '5', name: 'Bought' }],
      forms: [{ headline: 'Sign up' }],
    });
    expect(made).toEqual({
      subscribers: [expect.any(String)],
      campaigns: [expect.any(String)],
      goals: ['5'],
      forms: [expect.any(String)],
      tokens: [expect.any(String)],
    });
    const viewer = createClient({ ...server.connection, apiKey: made.tokens?.[0] ?? '' });
    expect((await viewer.accounts.get()).default_postal_address).toBe('1 Harbour Street');
    expect((await viewer.campaigns.get(made.campaigns?.[0] ?? '')).email_count).toBe(1);
    await expect(viewer.tags.apply({ email: 'ann@acme.test', tag: 'x' })).rejects.toMatchObject({
      status: 403,
    });
    expect((await viewer.accounts.get()).name).toBe('Demo'); // omitted settings stay unchanged
  });

  it('applying a seed is atomic', async () => {
    await using server = await createServer();
    await server.extend({ goals: [{ id: '5', name: 'Bought' }], subscribers: [{ email: 'ann@acme.test' }] });
    const before = await server.exportState();
    const twice = {
      subscribers: [{ email: 'bob@acme.test' }, { email: 'ANN@acme.test' }],
      goals: [{ id: '5', name: 'x' }],
    };
    await expect(server.extend(twice)).rejects.toMatchObject({
      problems: ["subscribers[1].email: 'ANN@acme.test' is taken", "goals[0].id: '5' is taken"],
    });
    await expect(server.extend({ gaols: [] } as object)).rejects.toThrow('did you mean goals?');
    await expect(server.extend({ id: '1' } as object)).rejects.toThrow('unknown member id');
    await expect(server.extend({}, { accountId: '1' })).rejects.toThrow("unknown account '1'");
    expect((await server.exportState()).tables).toEqual(before.tables);
  });
});
