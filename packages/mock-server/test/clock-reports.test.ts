import { expect, it } from 'vitest';
import type { Responses } from '../src/admin/api-types.ts';
import type { Seed } from '../src/index.ts';
import type { Json } from './admin-client.ts';
import { scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver } from './webhook-receiver.ts';

/** Ann is on a series and Bob on a workflow, a broadcast is scheduled, and every email is reported to a webhook. */
const shop = (hook: string): Seed =>
  mailingAccount({
    users: [{ email: 'owner@acme.test', time_zone: 'Europe/Berlin', token: 'owner_token' }],
    subscribers: [
      { id: 'ann', email: 'ann@acme.test' },
      { id: 'bob', email: 'bob@acme.test' },
    ],
    campaigns: [
      {
        id: '11',
        name: 'Welcome',
        status: 'active',
        emails: [
          { id: 'e1', subject: 'Hello', html_body: '<p>Hello</p>' },
          { id: 'e2', subject: 'Tips', html_body: '<p>Tips</p>', delay: { days: 3 } },
        ],
        subscribers: [{ email: 'ann@acme.test' }, { email: 'bob@acme.test' }],
      },
    ],
    broadcasts: [
      {
        id: '31',
        name: 'News',
        status: 'scheduled',
        send_at: '2026-03-08T10:00:00Z',
        subject: 'Spring',
        html_body: '<p>Spring</p>',
      },
    ],
    webhooks: [{ id: '41', post_url: hook, events: ['subscriber.received_email'] }],
  });

type Report = Responses['GET /_admin/clock/report'];

const reportOf = async (server: TestServer, path: string): Promise<Report> =>
  (await server.admin.get(`/clock/${path}`)).body;

scenarios('reports of the clock', (start) => {
  it('a preview says what the same advance then does, and leaves the account and others alone', async () => {
    await using receiver = await Receiver.start();
    await using server = await start({ seed: shop(receiver.url) });
    await server.settle();
    const received = receiver.came.length;
    const { id } = await server.snapshot();
    const now = server.time.now();
    const until = new Date(now.getTime() + 9 * 86_400_000).toISOString();

    const preview = await reportOf(server, `preview?until=${until}`);
    expect(String(await server.diff(id))).toBe('');
    expect(receiver.came.length).toBe(received);
    expect(preview.emails.map(({ subject, count }) => [subject, count])).toEqual([
      ['Spring', 2],
      ['Tips', 2],
    ]);
    expect(preview.emails[0]).toMatchObject({
      kind: 'broadcast',
      mailing: 'News',
      recipients: [{ email: 'ann@acme.test' }, { email: 'bob@acme.test' }],
    });
    expect(preview.days.map(({ emails }) => emails)).toEqual([2, 2]);

    await server.advance({ until });
    const since = new Date(now.getTime() + 1000).toISOString();
    const after = new Date(Date.parse(until) + 1).toISOString();
    expect(await reportOf(server, `report?since=${since}&until=${after}`)).toEqual(preview);
    const clock = { now: until, time_zone: 'Europe/Berlin' };
    expect((await server.admin.get('/clock')).body).toMatchObject(clock);
  });

  it('the numbers of a report are those of the lists of the same time', async () => {
    await using receiver = await Receiver.start();
    await using server = await start({ seed: shop(receiver.url) });
    await server.advance({ days: 9 });
    const span = 'since=2026-03-07T00:00:00Z&until=2026-03-12T00:00:00Z';
    const { emails, events } = await reportOf(server, `report?${span}`);
    const { outbox } = (await server.admin.get(`/outbox?${span}`)).body;
    for (const { subject, count } of emails) {
      expect(outbox.filter((one: Json) => one.subject === subject)).toHaveLength(count);
    }
    expect(events.length).toBeGreaterThan(0);
    for (const { action, count } of events) {
      const { body } = await server.admin.get(`/all_events?${span}&action=${action}`);
      expect(body.events, action).toHaveLength(count);
    }
  });

  it('an invalid time, or one that has passed, is refused', async () => {
    await using server = await start();
    for (const [path, reason] of [
      ['preview?until=2020-01-01T00:00:00Z', 'is before the time of the clock'],
      ['preview?until=soon', 'until'],
      ['report?since=soon', 'since'],
    ] as const) {
      const { status, text } = await server.get(`/_admin/clock/${path}`);
      expect([status, text]).toEqual([422, expect.stringContaining(reason)]);
    }
  });

  it('the clock cannot be advanced to a time before its own, or to a time and by a length', async () => {
    await using server = await start();
    await expect(server.advance({ until: '2020-01-01T00:00:00Z' })).rejects.toThrow(/before the time/);
    await expect(server.advance({ until: '2030-01-01T00:00:00Z', days: 1 })).rejects.toThrow(/without days/);
  });
});
