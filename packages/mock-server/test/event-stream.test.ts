import { describe, expect, test } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { startServer } from './harness.ts';

describe('the event stream', () => {
  test("the stream shows each event's account and time in order, and can be filtered by subscriber or event", async () => {
    await using server = await startServer({ now: '2026-03-07T08:00:00Z' });
    const { id } = await server.save({ email: 'new@acme.test', tags: ['vip'] });
    server.clock.set('2026-03-07T09:00:00Z');
    await server.upsert({ email: ANN.email, tags: ['new'] });
    expect(await server.events({ event: 'subscriber.applied_tag', subscriberId: id })).toEqual([
      {
        seq: expect.any(Number),
        accountId: '9999999',
        subscriberId: id,
        event: 'subscriber.applied_tag',
        properties: { tag: 'vip' },
        occurredAt: '2026-03-07T08:00:00Z',
        cause: { type: 'request', id: expect.any(String) },
      },
    ]);
    const applied = await server.events({ event: 'subscriber.applied_tag' });
    expect(applied.slice(-2).map(({ subscriberId, occurredAt }) => [subscriberId, occurredAt])).toEqual([
      [id, '2026-03-07T08:00:00Z'],
      [ANN.id, '2026-03-07T09:00:00Z'],
    ]);
  });

  test('the stream of one account has only its events', async () => {
    await using server = await startServer();
    const others = { method: 'POST', path: '/v2/8888888/subscribers' };
    await server.send(others.method, others.path, {
      token: TOKENS.stranger,
      body: { subscribers: [{ email: 'new@other.test' }] },
    });
    const emitted = await server.events({ accountId: '8888888', event: 'subscriber.created' });
    expect(emitted.at(-1)).toMatchObject({ accountId: '8888888' });
    const ours = await server.events();
    expect(ours.every(({ accountId }) => accountId === '9999999')).toBe(true);
  });

  test('rejected requests emit no events', async () => {
    await using server = await startServer();
    const before = await server.events();
    await server.post('tags', { tags: [{ email: 'not an address', tag: 'x' }] });
    await server.post('events', { events: [{ id: 'nobody', action: 'Rowed' }] });
    expect(await server.events()).toEqual(before);
  });
});
