import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { startServer } from './harness.ts';
import { list, one, pluck } from './mailing-account.ts';

/** Two accounts of one owner with the same ids. Their records are named after the account. */
const account = (id: string) => ({
  id,
  users: [{ email: 'olive@acme.test', token: id === '9999999' ? TOKENS.owner : `${TOKENS.owner}-2` }],
  subscribers: [{ id: 'ann', email: 'ann@acme.test', first_name: id }],
  campaigns: [{ id: '1', name: id, subscribers: [{ email: 'ann@acme.test' }] }],
  broadcasts: [{ id: '1', name: id }],
  workflows: [
    {
      id: '1',
      name: id,
      triggers: [{ id: '1', provider: id, trigger_type: 't' }],
      subscribers: [{ email: 'ann@acme.test' }],
    },
  ],
  forms: [{ id: '1', headline: id, campaign_id: '1' }],
  goals: [{ id: '1', name: id }],
  webhooks: [{ id: '1', post_url: `https://hooks.acme.test/${id}` }],
});
const seed = (): Seed => ({ accounts: ['9999999', '8888888'].map(account) });

const nouns = ['campaigns', 'broadcasts', 'workflows', 'forms', 'goals', 'webhooks'];
const paths = [...nouns, 'campaigns/1/subscribers', 'workflows/1/triggers'];

describe('two accounts with the same ids', () => {
  it.each(['9999999', '8888888'])('each of them shows its own data: %s', async (id) => {
    await using server = await startServer({ seed: seed() });
    for (const path of paths) {
      const { items } = await list(server, `/v2/${id}/${path}`);
      expect([path, items.length]).toEqual([path, 1]);
      expect(JSON.stringify(items[0])).toContain(id);
    }
    for (const noun of nouns) {
      expect([await one(server, `/v2/${id}/${noun}/1`)]).toEqual(
        (await list(server, `/v2/${id}/${noun}`)).items,
      );
    }
    expect(await one(server, `/v2/${id}/campaigns/1`)).toMatchObject({
      active_subscriber_count: 1,
      links: { account: id, forms: ['1'] },
    });
  });

  it('two accounts with the same ids are changed separately', async () => {
    await using server = await startServer({ seed: seed() });
    const other = async () => {
      const shown = [];
      for (const path of [...paths, 'subscribers', 'subscribers/ann/campaign_subscriptions']) {
        shown.push(await list(server, `/v2/8888888/${path}`));
      }
      return [shown, await server.memberships({ accountId: '8888888' })];
    };
    const before = await other();
    await server.post('subscribers/ann/remove', {});
    await server.delete('workflows/1/subscribers/ann');
    await server.delete('webhooks/1');
    const trigger = { provider: 'x', trigger_type: 'x' };
    await server.send('PUT', 'workflows/1/triggers/1', { body: { triggers: [trigger] } });
    await server.send('POST', 'workflows/1/activate');
    await server.post('subscribers/ann/unsubscribe_all', {});
    await server.delete('subscribers/ann');
    expect(await other()).toEqual(before);
    expect(pluck((await list(server, 'workflows')).items, 'status')).toEqual(['active']);
    expect(await server.memberships()).toEqual([]);
  });
});
