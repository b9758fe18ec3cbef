// @thorough: thousands of random steps
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { readJson } from '../../setup/repository.ts';
import { withReceivers } from './account.ts';
import { beforeHistory, makeHistory } from './history.ts';
import { openReceivers } from './receivers.ts';

const seed = readJson('packages/mock-server/demo-seed.json');
const now = Date.parse('2026-03-06T12:00:00Z');

/** Counts items by a property. */
const countBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
};

test('three weeks of the demo account leave no page of the inspector empty', async () => {
  const receivers = await openReceivers();
  const server = await createServer({ seed: withReceivers(seed, receivers.url), ...beforeHistory(now) });
  await makeHistory(server, { now, receivers: receivers.url });
  expect(server.time.now().getTime()).toBeGreaterThanOrEqual(now);
  expect(server.time.now().getTime()).toBeLessThan(now + 60_000);

  const client = createClient(server.connection);
  const state = await server.exportState();
  const { jobs = [], tokens = [] } = state.tables;
  const statusesOf = (table: 'subscribers' | 'broadcasts' | 'campaigns' | 'workflows') =>
    [...new Set(state.tables[table]?.map(({ status }) => status))].sort();
  expect(statusesOf('subscribers')).toEqual(['active', 'removed', 'undeliverable', 'unsubscribed']);
  expect(statusesOf('broadcasts')).toEqual(['canceled', 'draft', 'scheduled', 'sent']);
  expect(statusesOf('campaigns')).toEqual(['active', 'draft', 'paused']);
  expect(statusesOf('workflows')).toEqual(['active', 'paused']);
  const subscribers = await client.subscribers.list({ status: 'all' }).toArray();
  expect(subscribers.length).toBeGreaterThan(200);
  expect(subscribers.some(({ lifetime_value }) => lifetime_value > 0)).toBe(true);
  expect(subscribers.some(({ lead_score = 0 }) => Number(lead_score) > 30)).toBe(true);

  const { orders, refunds, carts, products } = await server.commerce();
  for (const [name, items] of Object.entries({
    ...{ orders, refunds, carts, products },
    conversions: await server.conversions(),
    forms: await server.formSubmissions(),
    waiting: (await server.memberships()).filter(({ waitsFor }) => waitsFor !== null),
    refused: (await server.outcomes()).filter(({ errors }) => errors.length > 0),
    outbox: await server.outbox(),
    content: await server.contentCalls(),
    notices: await server.notices(),
    faults: await server.faults.list(),
    checkpoints: await server.checkpoints(),
    warnings: await server.warnings(),
    errors: (await server.requests.find({})).filter(({ status = 0 }) => status >= 400),
    waitingJobs: jobs.filter(({ failure }) => failure === null),
    failedJobs: jobs.filter(({ failure }) => failure !== null),
    grants: tokens.filter(({ kind }) => kind === 'oauth'),
  })) {
    expect(items.length, name).toBeGreaterThan(0);
  }
  const deliveries = await server.webhooks.deliveries();
  expect(countBy(deliveries, ({ state: one }) => one)).toMatchObject({
    delivered: expect.any(Number),
    pending: expect.any(Number),
    given_up: expect.any(Number),
  });
  // The same choices are made at every start.
  expect(await server.requests.find({ operation: 'subscribers.upsert', status: 200 })).toHaveLength(144);
  await server.close();
  await receivers.close();
});
