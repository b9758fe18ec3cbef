import { expect, it } from 'vitest';
import { allPages } from './admin-client.ts';
import { TOKENS } from './boat-shop.ts';
import { scenarios } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

const START = '2026-03-02T08:00:00Z';

const email = (id: string) => ({ id, subject: `Mail ${id}`, delay: { days: 1 } });

/** Two campaigns that send an email a day, and a webhook that nobody answers. */
const seed = mailingAccount({
  users: [{ email: 'owner@acme.test', token: TOKENS.owner }],
  subscribers: [{ email: 'ann@acme.test' }, { email: 'bo@acme.test' }],
  campaigns: ['1', '2'].map((id) => ({
    id,
    name: `Campaign ${id}`,
    status: 'active' as const,
    emails: [email(`${id}a`), email(`${id}b`), email(`${id}c`)],
  })),
  webhooks: [{ id: '41', post_url: 'http://127.0.0.1:9/hooks', include_received_email: true }],
});

scenarios('lists of what happened in a time', (start) => {
  it('emails are found by their time and mailing, page by page', async () => {
    await using server = await start({ seed, now: START });
    for (const [campaign, who] of ['1 ann', '1 bo', '2 ann'].map((one) => one.split(' '))) {
      const subscribers = [{ email: `${who}@acme.test` }];
      await server.post(`campaigns/${campaign}/subscribers`, { subscribers });
    }
    await server.advance({ days: 4 });
    const all = await server.outbox();
    expect(all).toHaveLength(9);
    const since = '2026-03-03T00:00:00Z';
    const until = '2026-03-04T00:00:00Z';
    const isThatDay = ({ sentAt }: { readonly sentAt: string }) => sentAt >= since && sentAt < until;
    const thatDay = all.filter(isThatDay);
    expect(thatDay).toHaveLength(3);
    expect(await server.outbox({ since, until })).toEqual(thatDay);
    const ofCampaign = await server.outbox({ since, until, campaignId: '1' });
    expect(ofCampaign.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      expect.stringMatching(/^ann@acme.test Mail 1/),
      expect.stringMatching(/^bo@acme.test Mail 1/),
    ]);
    expect(await server.outbox({ broadcastId: '1' })).toEqual([]);
    expect(await server.mail.deliveries({ since, until, campaignId: '2' })).toHaveLength(1);
    expect(await server.outbox({ since: '2026-03-03T02:00:00+03:00', until })).toEqual(
      await server.outbox({ since: '2026-03-02T23:00:00Z', until }),
    );
    const found = await allPages(server, `/outbox?since=${since}&campaign_id=1&order=newest`, 2);
    const expected = (await server.outbox({ since, campaignId: '1' })).map(({ id }) => id).reverse();
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(expected).toHaveLength(4);
  });

  it('events, webhook deliveries, notices and requests are found by their time', async () => {
    await using server = await start({ seed, now: START });
    await server.save({ email: 'cy@acme.test' });
    await server.advance({ days: 4 }); // the webhook has failed for three days
    await server.save({ email: 'dee@acme.test' });
    const now = server.time.now().toISOString();
    const before = { until: '2026-03-03T00:00:00Z' };
    const emails = async (events: Promise<readonly { readonly subscriberId: string }[]>) => {
      const ids = new Set((await events).map(({ subscriberId }) => subscriberId));
      return (await Promise.all([...ids].map((id) => server.subscriber(id)))).map((one) => one.email);
    };
    expect(await emails(server.events({ ...before, event: 'subscriber.created' }))).toContain('cy@acme.test');
    expect(await emails(server.events({ since: now }))).toEqual(['dee@acme.test']);
    const deliveries = await server.webhooks.deliveries();
    expect(await server.webhooks.deliveries(before)).toEqual(deliveries);
    expect(await server.webhooks.deliveries({ since: now })).toEqual([]); // the webhook is disabled
    expect(await server.notices({ since: before.until, kind: 'webhook_disabled' })).toHaveLength(1);
    expect(await server.notices(before)).toEqual([]);
    const { body } = await server.admin.get(`/requests?method=POST&since=${now}`);
    expect(body.requests).toMatchObject([{ body: { subscribers: [{ email: 'dee@acme.test' }] } }]);
    expect((await server.admin.get('/overview')).body.failing_webhooks).toMatchObject([
      { id: '41', status: 'disabled' },
    ]);
  });

  it('subscribers, events of all kinds and conversions are found by their time', async () => {
    await using server = await start({ seed, now: START });
    await server.save({ email: 'cy@acme.test' });
    await server.advance({ days: 1 });
    const since = server.time.now().toISOString();
    await server.save({ email: 'dee@acme.test', tags: ['vip'] });
    const read = async (path: string, span: string) => (await server.admin.get(`/${path}?${span}`)).body;
    const after = await read('subscribers', `since=${since}`);
    expect(after.total).toBe(1);
    expect(after.subscribers.map(({ email }: { email: string }) => email)).toEqual(['dee@acme.test']);
    const before = await read('subscribers', `until=${since}`);
    expect(before.total).toBe(3);
    const all = (await read('all_events', '')).events;
    const late = (await read('all_events', `since=${since}`)).events;
    expect(late.every(({ email }: { email: string }) => email === 'dee@acme.test')).toBe(true);
    expect([...(await read('all_events', `until=${since}`)).events, ...late]).toEqual(all);
    expect(await read('conversions', `since=${since}`)).toEqual({ conversions: [] });
  });

  it('an invalid time is refused', async () => {
    await using server = await start();
    const { status, body } = await server.admin.get('/outbox?since=yesterday');
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('since')]);
  });

  it('emails, deliveries, conversions and subscribers are found by what they say and what became of them', async () => {
    await using server = await start({ seed, now: START });
    for (const who of ['ann', 'bo'])
      await server.post('campaigns/1/subscribers', { subscribers: [{ email: `${who}@acme.test` }] });
    await server.advance({ days: 4 });
    const [opened, clicked] = await server.mail.deliveries();
    await server.mail.open(opened?.id ?? '');
    await server.mail.click(clicked?.id ?? '', 'https://acme.test/');
    const ids = async (list: string, query: string) => {
      const { body } = await server.admin.get(`/${list}?${query}`);
      return Object.values<{ id: string }[]>(body)[0]?.map(({ id }) => id);
    };
    for (const list of ['outbox', 'deliveries']) {
      expect(await ids(list, 'outcome=opened')).toEqual([opened?.id]);
      expect(await ids(list, 'outcome=unopened')).toHaveLength(4);
      expect(await ids(list, 'outcome=unclicked')).toHaveLength(5);
      expect(await ids(list, 'search=MAIL+1B')).toHaveLength(2);
      expect(await ids(list, 'search=ann@acme')).toHaveLength(3);
      expect(await ids(list, 'search=nobody')).toEqual([]);
    }
    expect(await ids('outbox', 'purpose=campaign&subject=Mail+1c')).toHaveLength(2);
    expect(await ids('outbox', 'purpose=workflow')).toEqual([]);
    const whole = await ids('outbox', 'search=mail&order=newest');
    const paged = await allPages(server, '/outbox?search=mail&order=newest', 4);
    expect(paged.map(({ id }) => id)).toEqual(whole);
    const seen = paged.find(({ id }) => id === opened?.id) ?? paged.at(-1);
    expect(seen.delivery).toMatchObject({ id: seen.delivery_id, sent_at: seen.sent_at });

    const posted = await server.webhooks.deliveries();
    expect(await ids('webhook_deliveries', 'attempts=>1')).toHaveLength(
      posted.filter(({ attempts }) => attempts.length > 1).length,
    );
    expect(await ids('webhook_deliveries', 'status=5xx')).toEqual([]);
    expect(await ids('webhook_deliveries', 'search=Mail+1a')).toHaveLength(
      posted.filter(({ body }) => body.includes('Mail 1a')).length,
    );
    expect(await ids('webhook_deliveries', 'search=received_email')).not.toEqual([]);

    await server.extend({ lead_scoring: { threshold: 50, points: { Visited: 60 } } });
    await server.post('events', { events: [{ email: 'ann@acme.test', action: 'Visited', prospect: true }] });
    await server.settle();
    expect(await ids('subscribers', 'score=>50&value=0')).toHaveLength(1);
    expect(await ids('subscribers', 'value=>0')).toEqual([]);
    await server.extend({ goals: [{ name: 'Signed up', default_value: 2500, counting_method: 'all' }] });
    await server.post('events', { events: [{ email: 'bo@acme.test', action: 'Signed up' }] });
    await server.settle();
    expect(await ids('conversions', 'value=25&search=BO@acme')).toHaveLength(1);
    expect(await ids('conversions', 'value=>25')).toEqual([]);
    expect(await ids('conversions', 'search=ann')).toEqual([]);
  });
});
