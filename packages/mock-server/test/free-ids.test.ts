import { describe, expect, it } from 'vitest';
import type { Seed, Server } from '../src/index.ts';
import { startServer } from './harness.ts';

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

const body = { webhooks: [{ post_url: 'https://hooks.acme.test' }] };
const trigger = { triggers: [{ provider: 'p', trigger_type: 't' }] };

/** Functions that generate an id, and seeds in which that id is taken. */
const draws: Record<
  string,
  [(server: Awaited<ReturnType<typeof start>>) => Promise<string>, (id: string) => Partial<AccountSeed>]
> = {
  webhook: [
    async (server) =>
      idIn((await server.send('POST', 'webhooks', { token: 'olive', body })).text, 'webhooks'),
    (id) => ({ webhooks: [{ id, post_url: 'https://hooks.acme.test' }] }),
  ],
  trigger: [
    async (server) =>
      idIn(
        (await server.send('POST', 'workflows/1/triggers', { token: 'olive', body: trigger })).text,
        'triggers',
      ),
    (id) => ({
      workflows: [{ id: '1', name: 'One', triggers: [{ id, provider: 'p', trigger_type: 't' }] }],
    }),
  ],
  campaign: [
    async ({ server }) => idAfterExtending(server, { campaigns: [{ name: 'New' }] }, 'campaigns'),
    (id) => ({ campaigns: [{ id, name: 'Old' }] }),
  ],
  form: [
    async ({ server }) => idAfterExtending(server, { forms: [{ headline: 'New' }] }, 'forms'),
    (id) => ({ forms: [{ id, headline: 'Old' }] }),
  ],
};

const idIn = (text: string, noun: string): string => JSON.parse(text)[noun][0].id;
const idAfterExtending = async (server: Server, given: Parameters<Server['extend']>[0], noun: string) =>
  (await server.extend(given))[noun]?.[0] ?? '';

describe('a generated id', () => {
  it.each(Object.entries(draws))('a generated id for a %s does not exist yet', async (_, [draw, withId]) => {
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
