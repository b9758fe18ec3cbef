import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { act, NOON, orderOf, till } from './till.ts';

type Goals = NonNullable<NonNullable<Seed['accounts']>[number]['goals']>;

const goals: Goals = [
  { id: '61', name: 'Bought', default_value: 4900, counting_method: 'all' },
  { id: '62', name: 'Signed up', counting_method: 'one_per_visitor' },
  { id: '63', name: 'Left', status: 'disabled' },
];

const record = (server: TestServer, event: Readonly<Record<string, unknown>>) =>
  server.post('events', { events: [{ email: 'ann@acme.test', ...event }] });

const converted = async (server: TestServer) =>
  (await server.conversions()).map(({ goalId, subscriberId, value }) => [goalId, subscriberId, value]);

/** Sends a page script message of a visitor. */
async function page(server: TestServer, visitor: string, command: string, given: object) {
  const id = crypto.randomUUID().replaceAll('-', ''); // messages with the same id count once
  const messages = [{ id, command, arguments: given }];
  const body = { visitor, page: { url: 'https://acme.test/', title: '', referrer: '' }, messages };
  const answer = await server.post('/client/9999999/messages', body);
  expect(answer.body.results, answer.text).toMatchObject([{ success: true }]);
}

scenarios('conversions', (start) => {
  // proves: note A conversion reads properties.value
  it("a conversion is recorded for an event with the goal's name", async () => {
    await using server = await start(till({ goals }));
    const event = { action: 'Bought', properties: { value: 7000 }, occurred_at: '2026-01-10' };
    expect((await record(server, event)).status).toBe(204);
    expect(await server.conversions()).toEqual([
      {
        id: expect.any(String),
        goalId: '61',
        subscriberId: 'ann',
        visitorUuid: null,
        value: 7000,
        occurredAt: '2026-01-10T00:00:00Z',
        cause: { type: 'request', id: expect.any(String) },
      },
    ]);
  });
});

describe('conversions', () => {
  it('a conversion counts each time or once per subscriber, as its counting method says', async () => {
    await using server = await startServer(till({ goals }));
    for (const action of ['Bought', 'Bought', 'Signed up', 'Signed up']) {
      for (const email of ['ann@acme.test', 'bob@acme.test']) await record(server, { action, email });
    }
    const batch = [
      { id: 'ann', action: 'Signed up' },
      { id: 'ann', action: 'Bought' },
    ];
    await server.post('events/batches', { batches: [{ events: batch }] });
    await server.settle();
    expect(await converted(server)).toEqual([
      ['61', 'ann', 4900],
      ['61', 'bob', 4900],
      ['61', 'ann', 4900],
      ['61', 'bob', 4900],
      ['62', 'ann', 0],
      ['62', 'bob', 0],
      ['61', 'ann', 4900],
    ]);
    expect(await server.conversions({ goalId: '62', subscriberId: 'bob' })).toHaveLength(1);
    const { accountId } = await server.server.createAccount();
    expect(await server.conversions({ accountId })).toEqual([]);
  });

  it('every goal with exactly the name of the event converts, while it is active', async () => {
    const twins: Goals = [...goals, { id: '64', name: 'Bought', default_value: 1 }];
    await using server = await startServer(till({ goals: twins }));
    for (const action of ['bought', 'Bought ', 'Buy', 'Left']) await record(server, { action });
    await act(server, 'order', orderOf('placed', { grand_total: 1 }));
    expect(await converted(server)).toEqual([]);
    await record(server, { action: 'Bought' });
    expect(await converted(server)).toEqual([
      ['61', 'ann', 4900],
      ['64', 'ann', 1],
    ]);
  });

  const WORTH = [
    [7000, 7000],
    [0, 0],
    [-5, -5],
    [2_147_483_646, 2_147_483_646],
    ['7000', 7000],
    ['2147483647', 4900],
    [70.5, 4900],
    ['a lot', 4900],
    [null, 4900],
    [[1], 4900],
  ] as const;

  // U-64
  it('a conversion is worth the whole cents of its value, or else those of the goal', async () => {
    await using server = await startServer(till({ goals }));
    for (const [value] of WORTH) {
      expect((await record(server, { action: 'Bought', properties: { value } })).status).toBe(204);
    }
    expect(await converted(server)).toEqual(WORTH.map(([, cents]) => ['61', 'ann', cents]));
  });

  // proves: limit Conversion value
  it.each(['Bought', 'Rowed'])('%s with a value of 2,147,483,647 or more is rejected', async (action) => {
    await using server = await startServer(till({ goals }));
    for (const value of [2_147_483_647, 1e12]) {
      const answer = await record(server, { action, properties: { value } });
      expect([answer.status, issuesIn(answer)]).toEqual([422, ['properties.value: range_error']]);
    }
    expect(await server.timeline()).toEqual([]);
  });

  it('a conversion emits no event and does not change the subscriber', async () => {
    await using server = await startServer(till({ goals }));
    const before = await server.subscriber('ann');
    await record(server, { action: 'Bought' });
    expect(await server.subscriber('ann')).toEqual(before);
    const events = await server.events({ subscriberId: 'ann' });
    expect(events.slice(2).map(({ event }) => event)).toEqual(['subscriber.performed_custom_event']);
  });

  it("a seed's events create conversions", async () => {
    const events = [{ email: 'ann@acme.test', action: 'Bought', occurred_at: NOON }];
    await using server = await startServer(till({ goals, events }));
    expect(await converted(server)).toEqual([['61', 'ann', 4900]]);
  });
});

describe('conversions of visitors', () => {
  const one = '1'.repeat(32);
  const two = '2'.repeat(32);

  // proves: note track triggers a conversion when the action equals a goal name
  it("a visitor's conversion counts once per visitor until the visitor is identified", async () => {
    await using server = await startServer(till({ goals }));
    for (const visitor of [one, two, one]) {
      await page(server, visitor, 'track', { action: 'Signed up', value: visitor === one ? 1 : 2 });
    }
    await page(server, one, 'track', { action: 'Signed up' });
    const found = await server.conversions();
    expect(found.map(({ visitorUuid, subscriberId, value }) => [visitorUuid, subscriberId, value])).toEqual([
      [one, null, 1],
      [two, null, 2],
    ]);
  });

  // U-64
  it("a visitor's conversions become the subscriber's, except those that count once and were reached before", async () => {
    await using server = await startServer(till({ goals }));
    await record(server, { action: 'Signed up', properties: { value: 1 } });
    await record(server, { action: 'Bought', properties: { value: 2 } });
    await page(server, one, 'track', { action: 'Signed up', value: 3 });
    await page(server, one, 'track', { action: 'Bought', value: 4 });
    await page(server, two, 'track', { action: 'Signed up', value: 5 });
    await page(server, one, 'identify', { email: 'ann@acme.test' });
    expect(await converted(server)).toEqual([
      ['62', 'ann', 1],
      ['61', 'ann', 2],
      ['61', 'ann', 4],
      ['62', null, 5],
    ]);
    await page(server, one, 'track', { action: 'Signed up', value: 6 });
    expect(await converted(server)).toHaveLength(4);
  });
});
