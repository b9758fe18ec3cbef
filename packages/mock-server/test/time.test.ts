import { createServer, OptionsError } from '@trickle/mock-server';
import { describe, expect, test } from 'vitest';
import { boatShop, TOKENS } from './boat-shop.ts';
import { startServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const DAY = 86_400_000;

describe('time', () => {
  test("a server's clock follows the machine's clock by default", async () => {
    await using server = await createServer();
    const before = Date.now();
    const { from } = await server.advance({});
    expect(Date.parse(from)).toBeGreaterThanOrEqual(before - 5000);
    expect(server.time.now().getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('a frozen clock shows the given time until it is moved', async () => {
    await using server = await createServer({ time: { now: '2026-01-01T00:00:00Z', speed: 0 } });
    expect(server.time.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
    const to = '2026-01-02T02:03:04.000Z';
    const advanced = await server.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(advanced).toMatchObject({ from: '2026-01-01T00:00:00.000Z', to, jobs: 0, events: [] });
    expect(server.time.now().toISOString()).toBe(to);
  });

  test("a server's clock can be advanced on top of a fake clock", async () => {
    await using server = await startServer({ now: '2026-03-06T12:00:00Z' });
    await server.advance({ days: 1 });
    expect(server.time.now().toISOString()).toBe('2026-03-07T12:00:00.000Z');
    server.clock.set('2026-03-06T12:00:01Z');
    expect(server.time.now().toISOString()).toBe('2026-03-07T12:00:01.000Z');
  });

  test('records and hourly limits use the advanced clock', async () => {
    await using server = await startServer({ limits: { individual: 1 }, now: '2026-03-06T12:00:00Z' });
    expect((await server.get('tags')).status).toBe(200);
    expect((await server.get('tags')).status).toBe(429);
    await server.advance({ hours: 1 });
    const made = await server.post('subscribers', { subscribers: [{ email: 'late@acme.test' }] });
    expect(made.body.subscribers?.[0]).toMatchObject({ created_at: '2026-03-06T13:00:00Z' });
  });

  test('advancing the clock returns the events that happened meanwhile', async () => {
    // Nothing is due before the clock is moved: work that is due starts by itself.
    const broadcast = {
      ...{ id: '1', name: 'Sale', subject: 'Oars', html_body: '<p>Row on</p>' },
      ...{ status: 'scheduled' as const, send_at: '2026-03-06T12:00:30Z' },
    };
    const seed = mailingAccount({ broadcasts: [broadcast], subscribers: [{ email: 'new@acme.test' }] });
    await using server = await startServer({ seed, now: '2026-03-06T12:00:00Z' });
    const { jobs, events } = await server.advance({ minutes: 1 });
    expect(jobs).toBe(2);
    expect(events.map(({ event }) => event)).toEqual(['subscriber.received_email']);
  });

  test.each([{ days: -1 }, { hours: Number.NaN }, { weeks: 1 }])('no advance by %o', async (duration) => {
    await using server = await createServer();
    await expect(server.advance(duration)).rejects.toThrow(OptionsError);
  });

  test('a clock cannot be advanced past the year 9999, and stays where it was', async () => {
    await using server = await startServer();
    const before = server.time.now();
    await expect(server.advance({ minutes: Number.MAX_SAFE_INTEGER })).rejects.toThrow(
      'cannot pass the end of the year 9999: advance it less',
    );
    expect(server.time.now()).toEqual(before);
  });

  test('concurrent calls advance the clock one after another', async () => {
    await using server = await createServer({ time: { now: '2026-01-01T00:00:00Z', speed: 0 } });
    await Promise.all([1, 2, 3].map((days) => server.advance({ days })));
    expect(server.time.now().toISOString()).toBe('2026-01-07T00:00:00.000Z');
  });

  test('a clock runs at the set speed and resumes at that speed after a freeze', async () => {
    await using server = await startServer({ now: '2026-03-06T12:00:00Z' });
    const { time } = server;
    await time.setSpeed(3600);
    server.clock.set('2026-03-06T12:00:24Z');
    expect(time.now().toISOString()).toBe('2026-03-07T12:00:00.000Z');
    await time.freeze();
    server.clock.set('2026-03-06T12:01:00Z');
    expect(time.now().toISOString()).toBe('2026-03-07T12:00:00.000Z');
    await time.resume();
    server.clock.set('2026-03-06T12:01:01Z');
    expect(time.now().toISOString()).toBe('2026-03-07T13:00:00.000Z');
  });

  test('an advanced clock keeps its offset after a restart on the same database', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('time.db');
    const later = Date.now() + 30 * DAY;
    {
      await using server = await createServer({ db, seed: boatShop() });
      await server.advance({ days: 30 });
    }
    {
      await using server = await createServer({ db });
      expect(server.time.now().getTime()).toBeGreaterThanOrEqual(later);
      await server.time.freeze();
    }
    await using server = await createServer({ db });
    const still = server.time.now();
    expect((await server.advance({})).to).toBe(still.toISOString());
    expect(TOKENS.owner).toBe(server.connection.apiKey);
  });

  test('a reset restores the initial clock', async () => {
    await using server = await createServer({ time: { now: '2026-01-01T00:00:00Z', speed: 0 } });
    await server.advance({ days: 3 });
    await server.reset();
    expect(server.time.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
});
