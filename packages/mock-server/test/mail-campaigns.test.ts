import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount, one } from './mailing-account.ts';

type CampaignSeed = NonNullable<NonNullable<NonNullable<Seed['accounts']>[number]['campaigns']>[number]>;
type Emails = NonNullable<CampaignSeed['emails']>;

const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `e${i}`, subject: `Mail ${i}`, html_body: `<p>${i}</p>` }));

/** Ann, in Chicago, is on campaign 1 unless other subscribers are given. It is Friday, 12:00 UTC. */
const seed = (campaign: Partial<CampaignSeed> = {}, account: object = {}) =>
  mailingAccount({
    subscribers: [{ id: 'ann', email: 'ann@acme.test', time_zone: 'America/Chicago' }],
    campaigns: [
      {
        ...{ id: '1', name: 'Tides', status: 'active', emails: letters(3) },
        subscribers: [{ email: 'ann@acme.test' }],
        ...campaign,
      },
    ],
    ...account,
  });

/** The sent emails and their times. */
const sent = async ({ server }: TestServer) =>
  (await server.outbox()).map(({ subject, sentAt }) => `${subject} ${sentAt}`);

const subscription = (server: TestServer) => one(server, 'subscribers/ann/campaign_subscriptions');

const activate = (server: TestServer, verb = 'activate') => server.post(`campaigns/1/${verb}`, {});

const bounceFirst = async ({ mail }: TestServer) => mail.bounce((await mail.deliveries())[0]?.id ?? '');

scenarios('campaigns', (start) => {
  // U-30
  // proves: event subscriber.received_email
  // proves: event subscriber.completed_campaign
  it('a campaign sends the first email at once, then one a day, and emits an event for each', async () => {
    await using server = await start({ seed: seed() });
    await server.advance({ days: 10 });
    // The first email may have been sent before the clock moved.
    const events = (await server.events()).filter(({ event }) => /received|completed/.test(event));
    expect(await sent(server)).toEqual([
      'Mail 0 2026-03-06T12:00:00Z',
      'Mail 1 2026-03-07T08:00:00Z',
      'Mail 2 2026-03-08T08:00:00Z',
    ]);
    const deliveries = await server.mail.deliveries({ campaignId: '1' });
    expect(events.map(({ event, properties }) => [event, properties])).toEqual([
      ...deliveries.map(({ id }, i) => [
        'subscriber.received_email',
        { delivery_id: id, email_id: `e${i}`, email_subject: `Mail ${i}` },
      ]),
      ['subscriber.completed_campaign', { campaign_id: '1', campaign_name: 'Tides' }],
    ]);
    expect(await subscription(server)).toMatchObject({
      status: 'active',
      is_complete: true,
      lap: 1,
      last_sent_email_index: 2,
      last_sent_email_at: '2026-03-08T08:00:00Z',
    });
  });

  // proves: note starting_email_index is zero-based and defaults to 0
  it('a campaign starts with the email that the subscription asks for', async () => {
    await using server = await start({ seed: seed({ subscribers: [] }) });
    const subscribers = [{ email: 'ann@acme.test', starting_email_index: 1 }];
    await server.post('campaigns/1/subscribers', { subscribers });
    await server.advance({ days: 5 });
    expect(await sent(server)).toEqual(['Mail 1 2026-03-06T12:00:00Z', 'Mail 2 2026-03-07T08:00:00Z']);
    await server.post('campaigns/1/subscribers', { subscribers: [{ email: 'bob@acme.test' }] });
    await server.settle();
    expect((await sent(server)).at(-1)).toBe('Mail 0 2026-03-11T12:00:00Z');
  });
});

describe('campaigns', () => {
  // U-100
  it.each([
    ['owner', { minutes_from_midnight: 420 }, ['06T15', '07T15', '08T15']],
    ['subscriber', { minutes_from_midnight: 480, localize_sending_time: true }, ['06T14', '07T14', '08T13']],
  ])("a campaign's sending time follows daylight saving time of the %s", async (_, campaign, hours) => {
    const users = [{ email: 'olive@acme.test', token: 'olive-token', time_zone: 'Pacific/Pitcairn' }];
    const given = { ...campaign, start_immediately: false };
    await using server = await startServer({ seed: seed(given, { users }) });
    await server.advance({ days: 10 });
    // Pitcairn is eight hours behind all year; Chicago changes from six hours to five on March 8.
    const moments = (await server.outbox()).map(({ sentAt }) => sentAt);
    expect(moments).toEqual(hours.map((hour) => `2026-03-${hour}:00:00Z`));
  });

  // U-100
  it("a campaign respects its weekdays and its emails' delays", async () => {
    const [first, second, third] = letters(3);
    const emails = [first, { ...second, delay: { days: 4 } }, { ...third, delay: { hours: 2, minutes: 30 } }];
    const campaign = { days_of_the_week_mask: '1111100', start_immediately: false };
    await using server = await startServer({ seed: seed({ ...campaign, emails: emails as Emails }) });
    await server.advance({ days: 20 });
    expect(await sent(server)).toEqual([
      'Mail 0 2026-03-09T08:00:00Z',
      'Mail 1 2026-03-13T08:00:00Z',
      'Mail 2 2026-03-13T10:30:00Z',
    ]);
  });

  it('an activated campaign sends once to all waiting subscribers', async () => {
    const subscribers = Array.from({ length: 501 }, (_, i) => ({ email: `p${i}@acme.test` }));
    await using server = await startServer({ seed: seed({ status: 'draft', subscribers }, { subscribers }) });
    await server.advance({ days: 3 });
    expect(await sent(server)).toEqual([]);
    await activate(server);
    await activate(server, 'pause');
    await activate(server);
    await server.settle();
    const mails = await server.outbox();
    expect(mails).toHaveLength(501);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(501);
    expect(await one(server, 'campaigns/1')).toMatchObject({ email_open_rate: 0 });
  });

  // U-100
  it.each<[string, (server: TestServer) => Promise<unknown>, (server: TestServer) => Promise<unknown>]>([
    ['a pause', (server) => activate(server, 'pause'), activate],
    ['a bounce', bounceFirst, (server) => server.mail.makeDeliverable('ann')],
  ])('a campaign resumes after %s, without missed emails', async (_, stop, resume) => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    await stop(server);
    await server.advance({ days: 5 });
    expect(await sent(server)).toHaveLength(1);
    await resume(server);
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Mail 0 2026-03-06T12:00:00Z', 'Mail 1 2026-03-12T08:00:00Z']);
  });

  it.each([
    ['removed', (server: TestServer) => server.post('subscribers/ann/remove?campaign_id=1', {})],
    ['unsubscribed', (server: TestServer) => server.post('subscribers/ann/unsubscribe_all', {})],
    ['deleted', (server: TestServer) => server.delete('subscribers/ann')],
  ])('a campaign sends nothing more to a subscriber who was %s', async (_, leave) => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    await leave(server);
    await server.advance({ days: 5 });
    expect(await sent(server)).toEqual(['Mail 0 2026-03-06T12:00:00Z']);
  });

  it('a campaign sends another lap from the first email', async () => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    await server.post('subscribers/ann/remove', {});
    await server.advance({ days: 1 });
    await server.post('campaigns/1/subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
    await server.advance({ days: 5 });
    expect(await sent(server)).toEqual([
      'Mail 0 2026-03-06T12:00:00Z',
      'Mail 0 2026-03-07T12:00:00Z',
      'Mail 1 2026-03-08T08:00:00Z',
      'Mail 2 2026-03-09T08:00:00Z',
    ]);
    expect(await subscription(server)).toMatchObject({ lap: 2, is_complete: true });
  });

  // U-100
  it("a campaign follows a subscriber's change of time zone", async () => {
    await using server = await startServer({ seed: seed({ localize_sending_time: true }) });
    await server.settle();
    await server.save({ id: 'ann', time_zone: 'Asia/Tokyo' });
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Mail 0 2026-03-06T12:00:00Z', 'Mail 1 2026-03-06T23:00:00Z']);
  });

  // U-100
  it.each([
    ['beyond the last email, where they wait', { starting_email_index: 3 }, []],
    [
      'after the deliveries of the seed',
      { deliveries: [{ email_index: 0, sent_at: '2026-03-05T08:00:00Z' }] },
      ['Mail 1 2026-03-07T08:00:00Z'],
    ],
  ])('a subscriber of a seed starts %s', async (_, more, mails) => {
    const subscribers = [{ email: 'ann@acme.test', ...more }];
    await using server = await startServer({ seed: seed({ subscribers }) });
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(mails);
    expect(await subscription(server)).toMatchObject({ is_complete: false });
  });

  // U-102
  it('a campaign skips an email with an invalid template and notifies the account once', async () => {
    const [first, second, third] = letters(3);
    const emails = [first, { ...second, html_body: '{{ oops ' }, third] as Emails;
    const subscribers = [{ email: 'ann@acme.test' }, { email: 'bob@acme.test' }];
    await using server = await startServer({ seed: seed({ emails, subscribers }, { subscribers }) });
    await server.advance({ days: 5 });
    const subjects = (await server.outbox()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(['Mail 0', 'Mail 0', 'Mail 2', 'Mail 2']);
    const why = /^The email 'Mail 1' was not sent: its template is not valid \(output/;
    const details = { email_id: 'e1', campaign_id: '1' };
    const notice = { kind: 'email_not_sent', message: expect.stringMatching(why), details };
    expect(await server.notices()).toMatchObject([notice]);
  });

  // U-101
  it('a campaign sends nothing without a postal address', async () => {
    await using server = await startServer({ seed: seed({}, { default_postal_address: '' }) });
    await server.advance({ days: 5 });
    expect(await sent(server)).toEqual([]);
    expect(await server.notices()).toHaveLength(3);
  });

  // U-100
  it('an appended email is sent only to subscribers who have not completed the campaign', async () => {
    const known = [{ email: 'ann@acme.test' }, { email: 'late@acme.test' }];
    await using server = await startServer({ seed: seed({}, { subscribers: known }) });
    await server.advance({ days: 2 });
    const subscribers = [{ email: 'late@acme.test' }];
    await server.post('campaigns/1/subscribers', { subscribers });
    await server.advance({ hours: 1 });
    await server.campaigns.change('1', { emails: letters(5) });
    await server.advance({ days: 10 });
    const to = (address: string) => server.outbox({ to: address });
    expect(await to('ann@acme.test')).toHaveLength(3);
    expect((await to('late@acme.test')).map(({ subject }) => subject)).toEqual(
      letters(5).map(({ subject }) => subject),
    );
  });

  // U-100
  it('a campaign uses changed sending times and refuses invalid ones', async () => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    await server.campaigns.change('1', { minutes_from_midnight: 1200, days_of_the_week_mask: '0000001' });
    await server.advance({ days: 7 });
    expect((await sent(server)).slice(1)).toEqual(['Mail 1 2026-03-08T20:00:00Z']);
    const wrong = server.campaigns.change('1', { days_of_the_week_mask: '0000000' });
    await expect(wrong).rejects.toMatchObject({ issues: [{ code: 'days_of_the_week_error' }] });
  });

  it("a campaign uses the account's own clock", async () => {
    await using server = await startServer({ seed: mailingAccount() });
    const { id: _, users: __, ...account } = seed({ start_immediately: false }).accounts?.[0] ?? {};
    const clock = { now: '2027-01-04T00:00:00Z', speed: 0 };
    const tenant = await server.createAccount({ clock, seed: account });
    await server.advance({ days: 30 });
    expect(await tenant.outbox()).toEqual([]);
    await tenant.advance({ days: 2 });
    expect((await tenant.outbox()).map(({ sentAt }) => sentAt)).toEqual([
      '2027-01-04T08:00:00Z',
      '2027-01-05T08:00:00Z',
    ]);
    expect(await server.outbox()).toEqual([]);
  });

  it('a campaign shows statistics of its emails', async () => {
    await using server = await startServer({ seed: seed() });
    await server.advance({ days: 1 });
    const [first, second] = await server.mail.deliveries();
    await server.mail.open(first?.id ?? '');
    await server.mail.open(second?.id ?? '');
    await server.mail.click(second?.id ?? '', 'https://acme.test/');
    await server.mail.unsubscribe(second?.id ?? '');
    expect(await one(server, 'campaigns/1')).toMatchObject({
      email_open_rate: 1,
      email_click_rate: 0.5,
      active_subscriber_count: 0,
      unsubscribed_subscriber_count: 1,
    });
  });
});
