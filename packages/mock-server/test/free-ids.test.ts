import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { startServer, type TestServer } from './harness.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** A seed with all ids, so that none is generated. */
const seedOf = (account: Partial<AccountSeed> = {}): { accounts: [AccountSeed] } => ({
  accounts: [
    {
      id: '9999999',
      users: [{ email: 'olive@acme.test', token: 'olive' }],
      workflows: [{ id: '1', name: 'One' }],
      ...account,
    },
  ],
});

/** A server whose next ids are known from another one with the same random seed. */
const start = (account?: Partial<AccountSeed>) => startServer({ seed: seedOf(account), randomSeed: 11 });

type Draw = (server: TestServer) => Promise<string>;

const posting =
  (noun: string, path: string, record: object): Draw =>
  async (server) => {
    const { text } = await server.send('POST', path, { token: 'olive', body: { [noun]: [record] } });
    return JSON.parse(text)[noun][0].id;
  };
const extending =
  (noun: string, record: object): Draw =>
  async (server) =>
    (await server.extend({ [noun]: [record] }))[noun]?.[0] ?? '';

const hook = { post_url: 'https://hooks.acme.test' };
const trigger = { provider: 'p', trigger_type: 't' };

/** Functions that generate an id, and seeds in which that id is taken. */
const draws: readonly (readonly [noun: string, draw: Draw, withId: (id: string) => Partial<AccountSeed>])[] =
  [
    ['webhook', posting('webhooks', 'webhooks', hook), (id) => ({ webhooks: [{ id, ...hook }] })],
    [
      'trigger',
      posting('triggers', 'workflows/1/triggers', trigger),
      (id) => ({ workflows: [{ id: '1', name: 'One', triggers: [{ id, ...trigger }] }] }),
    ],
    ['campaign', extending('campaigns', { name: 'New' }), (id) => ({ campaigns: [{ id, name: 'Old' }] })],
    ['form', extending('forms', { headline: 'New' }), (id) => ({ forms: [{ id, headline: 'Old' }] })],
  ];

describe('a generated id', () => {
  it.each(draws)('a generated id for a %s does not exist yet', async (_, draw, withId) => {
    await using free = await start();
    const id = await draw(free);
    expect(id).toMatch(/^[1-9]\d{8}$/);
    await using taken = await start(withId(id));
    const other = await draw(taken);
    expect(other).toMatch(/^[1-9]\d{8}$/);
    expect(other).not.toBe(id);
  });

  it('a generated id for a test account does not exist yet', async () => {
    await using free = await start();
    const { accountId } = await free.server.createAccount();
    const [first] = seedOf().accounts;
    const second = { id: accountId, users: [{ email: 'olive@acme.test', token: 'second' }] };
    await using taken = await startServer({ seed: { accounts: [first, second] }, randomSeed: 11 });
    const account = await taken.server.createAccount({ seed: { name: 'Mine' } });
    expect(account.accountId).not.toBe(accountId);
    const { body } = await taken.send('GET', `/v2/accounts/${account.accountId}`, { token: account.apiKey });
    expect(body.accounts).toMatchObject([{ id: account.accountId, name: 'Mine' }]);
  });

  it('records of one seed get distinct generated ids', async () => {
    await using server = await start();
    const forms = Array.from({ length: 300 }, (_, i) => ({ headline: `${i}` }));
    const ids = (await server.extend({ forms })).forms ?? [];
    expect(new Set(ids).size).toBe(300);
  });
});
