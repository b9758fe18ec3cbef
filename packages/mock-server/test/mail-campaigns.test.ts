import { describe, expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount, one } from './mailing-account.ts';

type CampaignSeed = NonNullable<NonNullable<NonNullable<Seed['accounts']>[number]['campaigns']>[number]>;

const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `e${i}`, subject: `Mail ${i}`, html_body: `<p>${i}</p>` }));

/** Ann, in Chicago, is on campaign 1 unless other subscribers are given. It is Friday, 12:00 UTC. */
const seed = (campaign: Partial<CampaignSeed> = {}, account: object = {}) =>
  mailingAccount({
    subscribers: [{ id: 'ann', email: 'ann@acme.test', time_zone: 'America/Chicago' }],
    campaigns: [
      {
        id: '1',
        name: 'Tides',
        status: 'active',
        emails: letters(3),
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
    ['the owner’s zone', false, ['2026-03-06T15:00:00Z', '2026-03-07T15:00:00Z', '2026-03-08T15:00:00Z']],
    ['the subscriber’s zone', true, ['2026-03-06T14:00:00Z', '2026-03-07T14:00:00Z', '2026-03-08T13:00:00Z']],
  ])(
    'a campaign keeps its sending time in %s when daylight saving time changes',
    async (_, localize_sending_time, moments) => {
      const users = [{ email: 'olive@acme.test', token: 'olive-token', time_zone: 'Pacific/Pitcairn' }];
      const emails = { localize_sending_time, start_immediately: false, minutes_from_midnight: 480 };
      const campaign = localize_sending_time ? emails : { ...emails, minutes_from_midnight: 420 };
      await using server = await startServer({ seed: seed(campaign, { users }) });
      await server.advance({ days: 10 });
      // Pitcairn is eight hours behind all year; Chicago changes from six hours to five on March 8.
      expect((await sent(server)).map((line) => line.slice(-20))).toEqual(moments);
    },
  );

  // U-100
  it("a campaign respects its weekdays and its emails' delays", async () => {
    const [first, second, third] = letters(3);
    const emails = [first, { ...second, delay: { days: 4 } }, { ...third, delay: { hours: 2, minutes: 30 } }];
    const campaign = { days_of_the_week_mask: '1111100', start_immediately: false };
    const given = { ...campaign, emails: emails as NonNullable<CampaignSeed['emails']> };
    await using server = await startServer({ seed: seed(given) });
    await server.advance({ days: 20 });
    expect(await sent(server)).toEqual([
      'Mail 0 2026-03-09T08:00:00Z',
      'Mail 1 2026-03-13T08:00:00Z',
      'Mail 2 2026-03-13T10:30:00Z',
    ]);
  });

  // U-100
  it('a paused campaign sends nothing and resumes at the next sending time', async () => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    await activate(server, 'pause');
    await server.advance({ days: 5 });
    expect(await sent(server)).toHaveLength(1);
    await activate(server);
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Mail 0 2026-03-06T12:00:00Z', 'Mail 1 2026-03-12T08:00:00Z']);
  });

  it('an activated campaign sends once to all waiting subscribers', async () => {
    const subscribers = Array.from({ length: 1201 }, (_, i) => ({ email: `p${i}@acme.test` }));
    await using server = await startServer({
      seed: seed({ status: 'draft', subscribers: subscribers }, { subscribers: subscribers }),
    });
    await server.advance({ days: 3 });
    expect(await sent(server)).toEqual([]);
    await activate(server);
    await activate(server, 'pause');
    await activate(server);
    await server.settle();
    const mails = await server.outbox();
    expect(mails).toHaveLength(1201);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(1201);
    expect(await one(server, 'campaigns/1')).toMatchObject({ email_open_rate: 0 });
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
  it('a campaign resumes for a deliverable subscriber without sending missed emails', async () => {
    await using server = await startServer({ seed: seed() });
    await server.settle();
    const [delivery] = await server.mail.deliveries();
    await server.mail.bounce(delivery?.id ?? '');
    await server.advance({ days: 3 });
    await server.mail.makeDeliverable('ann');
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Mail 0 2026-03-06T12:00:00Z', 'Mail 1 2026-03-10T08:00:00Z']);
  });

  // U-100
  it('a subscriber who starts beyond the last email waits and is not complete', async () => {
    await using server = await startServer({
      seed: seed({ subscribers: [{ email: 'ann@acme.test', starting_email_index: 3 }] }),
    });
    await server.advance({ days: 5 });
    expect(await sent(server)).toEqual([]);
    expect(await subscription(server)).toMatchObject({ is_complete: false });
  });

  it('a campaign continues after the deliveries in a seed', async () => {
    const deliveries = [{ email_index: 0, sent_at: '2026-03-05T08:00:00Z' }];
    await using server = await startServer({
      seed: seed({ subscribers: [{ email: 'ann@acme.test', deliveries }] }),
    });
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Mail 1 2026-03-07T08:00:00Z']);
  });

  // U-102
  it('a campaign skips an email with an invalid template and notifies the account once', async () => {
    const [first, second, third] = letters(3);
    const emails = [first, { ...second, html_body: '{{ oops ' }, third] as NonNullable<
      CampaignSeed['emails']
    >;
    const subscribers = [{ email: 'ann@acme.test' }, { email: 'bob@acme.test' }];
    await using server = await startServer({ seed: seed({ emails, subscribers }, { subscribers }) });
    await server.advance({ days: 5 });
    expect((await sent(server)).filter((line) => line.startsWith('Mail 1'))).toEqual([]);
    expect((await sent(server)).filter((line) => line.startsWith('Mail 2'))).toHaveLength(2);
    expect(await server.notices()).toEqual([
      expect.objectContaining({
        kind: 'email_not_sent',
        message: expect.stringMatching(
          /^The email 'Mail 1' was not sent: its template is not valid \(output/,
        ),
        details: expect.objectContaining({ email_id: 'e1', campaign_id: '1' }),
      }),
    ]);
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
    const tenant = await server.createAccount({
      clock: { now: '2027-01-04T00:00:00Z', speed: 0 },
      seed: account,
    });
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
