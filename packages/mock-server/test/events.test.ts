import { describe, expect, it } from 'vitest';
import { ANN } from './boat-shop.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';

const record = (server: TestServer, event: Readonly<Record<string, unknown>>) =>
  server.post('events', { events: [event] });

scenarios('events', (start) => {
  // proves: endpoint POST /v2/{account_id}/events
  // proves: endpoint GET /v2/{account_id}/event_actions
  it('events are recorded, and their distinct actions are listed by name', async () => {
    await using server = await start();
    for (const action of ['Rowed', 'Bought', 'Rowed', 'ångled']) {
      expect((await record(server, { email: ANN.email, action })).status).toBe(204);
    }
    const { body, headers } = await server.get('event_actions');
    expect(body).toEqual({
      meta: { page: 1, count: 3, total_pages: 1, total_count: 3 },
      event_actions: ['Bought', 'Rowed', 'ångled'],
    });
    expect(headers.get('content-type')).toBe('application/vnd.api+json');
  });
});

describe('single events', () => {
  // proves: event subscriber.performed_custom_event
  // proves: note occurred_at of an event defaults to now
  it('a webhook receives an event with its own time, or else with the time of receipt', async () => {
    await using server = await startServer();
    await record(server, { email: ANN.email, action: 'Rowed', occurred_at: '2026-01-02T10:00:00+02:00' });
    await record(server, { email: ANN.email, action: 'Rowed' });
    const batch = { email: ANN.email, action: 'Rowed', occurred_at: '2025-12-31' };
    await server.post('events/batches', { batches: [{ events: [batch] }] });
    await server.settle();
    const emitted = await server.events({ event: 'subscriber.performed_custom_event' });
    expect(emitted.map(({ occurredAt }) => occurredAt)).toEqual([
      '2026-01-02T08:00:00Z',
      '2026-03-06T12:00:00Z',
      '2025-12-31T00:00:00Z',
    ]);
  });

  // U-09
  it('an event creates the subscriber of an unknown address', async () => {
    await using server = await startServer();
    expect((await record(server, { email: 'cy@acme.test', action: 'Rowed' })).status).toBe(204);
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ status: 'active', prospect: true });
  });

  it('an event can set whether a new or known subscriber is a prospect', async () => {
    await using server = await startServer();
    await record(server, { email: 'cy@acme.test', action: 'Rowed', prospect: false });
    expect((await server.subscriber('cy@acme.test')).prospect).toBe(false);
    await record(server, { id: ANN.id, action: 'Rowed', prospect: false });
    expect((await server.subscriber(ANN.id)).prospect).toBe(false);
  });

  it('an event leaves the rest of a known subscriber unchanged', async () => {
    await using server = await startServer();
    const subscribers = [await server.subscriber(ANN.id), await server.subscriber('p2')];
    await record(server, { id: ANN.id, action: 'Rowed' });
    await record(server, { email: 'BOB@acme.test', action: 'Rowed' });
    expect([await server.subscriber(ANN.id), await server.subscriber('p2')]).toEqual(subscribers);
  });

  // U-09
  it('an event of an unknown id is refused with 404 and not recorded', async () => {
    await using server = await startServer();
    const before = await server.state();
    expect((await record(server, { id: 'nobody', action: 'Rowed' })).status).toBe(404);
    expect((await record(server, { id: 'nobody', email: 'cy@acme.test', action: 'Rowed' })).status).toBe(404);
    expect(await server.state()).toBe(before);
  });
});

describe('the list of event actions', () => {
  // proves: note event_actions lists custom events by page
  it('event actions are listed in pages of 100 by default and up to 1000', async () => {
    await using server = await startServer();
    const actions = Array.from({ length: 103 }, (_, i) => `Action ${String(i).padStart(3, '0')}`);
    for (const action of actions.toReversed()) await record(server, { id: ANN.id, action });
    const first = await server.get('event_actions');
    expect(first.body).toEqual({
      meta: { page: 1, count: 100, total_pages: 2, total_count: 103 },
      event_actions: actions.slice(0, 100),
    });
    const second = await server.get('event_actions?page=2');
    expect(second.body.event_actions).toEqual(actions.slice(100));
    const third = await server.get('event_actions?page=3&per_page=50');
    expect(third.body).toEqual({
      meta: { page: 3, count: 3, total_pages: 3, total_count: 103 },
      event_actions: actions.slice(100),
    });
    expect((await server.get('event_actions?per_page=5000')).body.event_actions).toEqual(actions);
  });

  it('the list of event actions is empty before the first event', async () => {
    await using server = await startServer();
    expect((await server.get('event_actions')).body).toEqual({
      meta: { page: 1, count: 0, total_pages: 1, total_count: 0 },
      event_actions: [],
    });
  });
});
