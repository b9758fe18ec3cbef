import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount, one } from './mailing-account.ts';

/** Subscribers in the first and last time zones of a day, and one in between. */
const SUBSCRIBERS = [
  { email: 'kiritimati@acme.test', time_zone: 'Pacific/Kiritimati' },
  { email: 'tokyo@acme.test', time_zone: 'Asia/Tokyo' },
  { email: 'chicago@acme.test', time_zone: 'America/Chicago' },
  { email: 'baker@acme.test', time_zone: 'Etc/GMT+12' },
  { email: 'gone@acme.test', status: 'unsubscribed' as const },
];

const seed = (broadcast: object = {}, account: object = {}) =>
  mailingAccount({
    subscribers: SUBSCRIBERS,
    broadcasts: [{ id: 'b', name: 'Sale', subject: 'Oars', html_body: '<p>Row on</p>', ...broadcast }],
    ...account,
  });

const status = async (server: TestServer) => (await one(server, 'broadcasts/b')).status;
const sent = async ({ server }: TestServer) =>
  (await server.outbox()).map(({ to, sentAt }) => `${to.split('@')[0]} ${sentAt}`);
const schedule = ({ server }: TestServer, send_at = '2026-03-07T09:30:00Z') =>
  server.broadcasts.schedule('b', { send_at });

scenarios('broadcasts', (start) => {
  // U-17
  it('a scheduled broadcast is sent to all active subscribers at its time', async () => {
    await using server = await start({ seed: seed() });
    expect(await status(server)).toBe('draft');
    await schedule(server);
    expect(await one(server, 'broadcasts/b')).toMatchObject({
      status: 'scheduled',
      send_at: '2026-03-07T09:30:00Z',
    });
    await server.advance({ hours: 21 });
    expect(await sent(server)).toEqual([]);
    await server.advance({ hours: 1 });
    expect((await sent(server)).sort()).toEqual(
      ['baker', 'chicago', 'kiritimati', 'tokyo'].map((name) => `${name} 2026-03-07T09:30:00Z`),
    );
    expect(await status(server)).toBe('sent');
    expect((await server.mail.deliveries({ broadcastId: 'b' }))[0]).toMatchObject({
      broadcastId: 'b',
      campaignId: null,
      emailId: 'b',
      emailSubject: 'Oars',
    });
  });

  // U-108
  it("a localized broadcast is sent at each subscriber's local time and is sending meanwhile", async () => {
    await using server = await start({ seed: seed({ localize_sending_time: true }) });
    await schedule(server);
    await server.advance({ hours: 8 });
    expect(await status(server)).toBe('sending');
    await server.advance({ hours: 26 });
    expect(await sent(server)).toEqual([
      'kiritimati 2026-03-06T19:30:00Z',
      'tokyo 2026-03-07T00:30:00Z',
      'chicago 2026-03-07T15:30:00Z',
      'baker 2026-03-07T21:30:00Z',
    ]);
    expect(await status(server)).toBe('sent');
  });
});

describe('broadcasts', () => {
  // U-108
  it("a broadcast's time is in the owner's time zone", async () => {
    const users = [{ email: 'olive@acme.test', token: 'olive-token', time_zone: 'Asia/Tokyo' }];
    const broadcast = { localize_sending_time: true, status: 'scheduled', send_at: '2026-03-08T00:00:00Z' };
    await using server = await startServer({ seed: seed(broadcast, { users }) });
    await server.advance({ days: 4 });
    // Nine in the morning everywhere; Chicago has already switched to daylight saving time.
    expect(await sent(server)).toEqual([
      'kiritimati 2026-03-07T19:00:00Z',
      'tokyo 2026-03-08T00:00:00Z',
      'chicago 2026-03-08T14:00:00Z',
      'baker 2026-03-08T21:00:00Z',
    ]);
  });

  // U-108
  it('a broadcast is sent at once to subscribers whose local time has passed', async () => {
    await using server = await startServer({ seed: seed({ localize_sending_time: true }) });
    await schedule(server, '2026-03-06T13:00:00Z');
    await server.advance({ days: 2 });
    expect(await sent(server)).toEqual([
      expect.stringMatching(/^(kiritimati|tokyo) 2026-03-06T12:00:00Z$/),
      expect.stringMatching(/^(kiritimati|tokyo) 2026-03-06T12:00:00Z$/),
      'chicago 2026-03-06T19:00:00Z',
      'baker 2026-03-07T01:00:00Z',
    ]);
  });

  // U-17
  it('a broadcast can be rescheduled or canceled until it is sending', async () => {
    await using server = await startServer({ seed: seed() });
    await schedule(server);
    await schedule(server, '2026-03-08T09:30:00Z');
    await server.advance({ days: 1 });
    expect([await status(server), await sent(server)]).toEqual(['scheduled', []]);
    await server.broadcasts.cancel('b');
    await server.advance({ days: 5 });
    expect([await status(server), await sent(server)]).toEqual(['canceled', []]);
    await expect(schedule(server)).rejects.toThrow(/status/);
    await expect(server.broadcasts.cancel('b')).rejects.toThrow(/status/);
  });

  // U-17
  it('a broadcast cannot be scheduled without subject, sender and postal address', async () => {
    const nothing = { default_from_email: undefined, default_postal_address: undefined };
    await using server = await startServer({ seed: seed({ subject: '' }, nothing) });
    await expect(schedule(server)).rejects.toMatchObject({
      issues: ['subject', 'postal_address', 'from_email'].map((attribute) => ({
        code: 'presence_error',
        attribute,
        message: expect.any(String),
      })),
    });
    expect(await status(server)).toBe('draft');
    await expect(server.broadcasts.cancel('x')).rejects.toThrow(/Broadcast not found: x$/);
  });

  it('a broadcast reaches each of many subscribers once, except those who left meanwhile', async () => {
    const subscribers = Array.from({ length: 1203 }, (_, i) => ({ email: `p${i}@acme.test` }));
    const zoned = subscribers.map((one, i) => ({ ...one, time_zone: i % 2 ? 'Asia/Tokyo' : 'Etc/UTC' }));
    const broadcast = { localize_sending_time: true };
    await using server = await startServer({ seed: seed(broadcast, { subscribers: zoned }) });
    await schedule(server);
    await server.advance({ hours: 14 });
    expect(await server.outbox()).toHaveLength(601);
    await server.post('subscribers/p0@acme.test/unsubscribe_all', {});
    await server.delete('subscribers/p2@acme.test');
    await server.advance({ hours: 24 });
    const to = (await server.outbox()).map((mail) => mail.to);
    expect([to.length, new Set(to).size]).toEqual([1201, 1201]);
    expect(await status(server)).toBe('sent');
  });

  it('a broadcast without recipients is marked as sent', async () => {
    await using server = await startServer({ seed: seed({}, { subscribers: [] }) });
    await schedule(server);
    await server.advance({ days: 1 });
    expect(await status(server)).toBe('sent');
  });
});
