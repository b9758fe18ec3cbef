import { describe, expect, it } from 'vitest';
import { readGoldens } from '../../sdk/test/wire/read-goldens.ts';
import { scenarios, startServer } from './harness.ts';
import { EMAIL, faults, list, mailingAccount, one, pluck } from './mailing-account.ts';
import { shareServers } from './shared-servers.ts';
import { expectSorted } from './sorted-list.ts';

const serverWith = shareServers();

const subscriber = (number: number) => ({ email: `p${number}@acme.test` });

scenarios('campaigns', (start) => {
  // proves: endpoint GET /v2/{account_id}/campaigns/{campaign_id}
  it('campaigns show every field, with defaults', async () => {
    await using server = await start({ seed: mailingAccount({ campaigns: [{ id: '1', name: 'Bare' }] }) });
    expect(await one(server, 'campaigns/1')).toEqual({
      id: '1',
      status: 'draft',
      name: 'Bare',
      minutes_from_midnight: 480,
      localize_sending_time: false,
      days_of_the_week_mask: '1111111',
      start_immediately: true,
      double_optin: false,
      confirmation_url: null,
      bcc: null,
      email_count: 0,
      active_subscriber_count: 0,
      unsubscribed_subscriber_count: 0,
      email_open_rate: 0,
      email_click_rate: 0,
      created_at: '2026-03-06T12:00:00Z',
      updated_at: '2026-03-06T12:00:00Z',
      href: `${server.url}/v2/9999999/campaigns/1`,
      links: { account: '9999999', forms: [] },
    });
  });

  // proves: endpoint GET /v2/{account_id}/campaigns
  it('campaigns are listed in order of creation, with the sort order in meta', async () => {
    const campaigns = ['b', 'a', 'c'].map((name, i) => ({ name, created_at: `2026-01-0${i + 1}` }));
    await using server = await start({ seed: mailingAccount({ campaigns }) });
    const { meta, items } = await list(server, 'campaigns');
    expect(pluck(items, 'name')).toEqual(['b', 'a', 'c']);
    expect(meta).toEqual({
      page: 1,
      count: 3,
      total_pages: 1,
      total_count: 3,
      sort: 'created_at',
      direction: 'asc',
      status: 'all',
    });
  });

  // proves: transition Email series campaign: draft, paused → POST /v2/{account_id}/campaigns/{campaign_id}/activate
  // proves: endpoint POST /v2/{account_id}/campaigns/{campaign_id}/activate
  // proves: transition Email series campaign: active → POST /v2/{account_id}/campaigns/{campaign_id}/pause
  // proves: endpoint POST /v2/{account_id}/campaigns/{campaign_id}/pause
  it.each([
    ['draft', 'activate', 'active'],
    ['paused', 'activate', 'active'],
    ['active', 'pause', 'paused'],
  ] as const)('a campaign that is %s can be changed by %s and is %s', async (before, move, after) => {
    const campaigns = [{ id: '1', name: 'One', status: before, emails: [EMAIL] }];
    await using server = await start({ seed: mailingAccount({ campaigns }) });
    server.clock.set('2026-04-01T00:00:00Z');
    const { status, text } = await server.send('POST', `campaigns/1/${move}`);
    expect([status, text]).toEqual([204, '']);
    expect(await one(server, 'campaigns/1')).toMatchObject({
      status: after,
      created_at: '2026-03-06T12:00:00Z',
      updated_at: '2026-04-01T00:00:00Z',
    });
  });
});

describe('a campaign', () => {
  it('a campaign matches the documented example except for its counts', async () => {
    await using server = await startServer();
    const golden = readGoldens(server.url).find(({ key }) => key === 'campaigns.get');
    const wanted = golden?.examples[0].result as Record<string, unknown>;
    const { linked, email_open_rate, email_click_rate, active_subscriber_count, ...members } = wanted;
    const { unsubscribed_subscriber_count, updated_at, ...shown } = members;
    const campaign = await one(server, 'campaigns/111');
    expect(campaign).toMatchObject(shown);
    expect(Object.keys(campaign).sort()).toEqual(
      Object.keys(wanted)
        .filter((key) => key !== 'linked')
        .sort(),
    );
    expect(JSON.parse((await server.get('campaigns/111')).text).linked).toEqual(linked);
  });

  // proves: note Campaign: forms is there only when a form was created for it; a fetch returns linked.forms
  it('a campaign links its forms and shows the first one', async () => {
    const seed = mailingAccount({
      campaigns: [{ id: '1', name: 'One' }],
      forms: [
        { id: '7', campaign_id: '1', headline: 'First' },
        { id: '8', headline: 'Of no campaign' },
        { id: '9', campaign_id: '1', headline: 'Second' },
      ],
    });
    await using server = await startServer({ seed });
    const { campaigns, linked } = JSON.parse((await server.get('campaigns/1')).text);
    expect(campaigns[0].links).toEqual({ account: '9999999', forms: ['7', '9'] });
    expect(linked.forms).toEqual((await list(server, 'forms')).items.filter(({ id }) => id !== '8'));
    expect(campaigns[0].forms).toEqual(linked.forms[0]);
  });

  // proves: note Campaign: email_count, subscriber counts and rates tell what happened
  it('a campaign counts its subscribers, emails, opens and clicks', async () => {
    const sent_at = '2026-02-01T08:00:00Z';
    const sent = (email_index: number, more: object = {}) => ({ email_index, sent_at, ...more });
    const opened = { opened_at: sent_at };
    const clicked = { clicked_at: sent_at };
    const left = { unsubscribed_at: sent_at };
    const subscribers = [
      { ...subscriber(1), deliveries: [sent(0, { ...opened, ...clicked }), sent(1, opened)] },
      { ...subscriber(2), status: 'removed' as const, deliveries: [sent(0, opened)] },
      { ...subscriber(3), status: 'unsubscribed' as const, deliveries: [sent(0, left), sent(1, left)] },
      { ...subscriber(4), status: 'unsubscribed' as const },
      { ...subscriber(5), status: 'unconfirmed' as const },
    ];
    const third = [{ ...subscriber(1), deliveries: [sent(0, clicked)] }];
    const seed = mailingAccount({
      subscribers: [1, 2, 3, 4, 5].map(subscriber),
      campaigns: [
        { id: '1', name: 'One', emails: [EMAIL, { subject: 'Two' }], subscribers },
        { id: '2', name: 'Two', subscribers: [subscriber(1), subscriber(2)] },
        { id: '3', name: 'Three', emails: [{ subject: 'Three' }], subscribers: third },
      ],
    });
    await using server = await startServer({ seed });
    expect(await one(server, 'campaigns/1')).toMatchObject({
      email_count: 2,
      active_subscriber_count: 1,
      unsubscribed_subscriber_count: 1,
      email_open_rate: 0.6,
      email_click_rate: 0.2,
    });
    expect(await one(server, 'campaigns/2')).toMatchObject({
      email_count: 0,
      active_subscriber_count: 2,
      unsubscribed_subscriber_count: 0,
      email_open_rate: 0,
      email_click_rate: 0,
    });
    expect(await one(server, 'campaigns/3')).toMatchObject({ email_open_rate: 0, email_click_rate: 1 });
  });

  it('an unknown campaign is not found', async () => {
    const server = await serverWith(mailingAccount());
    for (const [path, method] of [
      ['campaigns/404', 'GET'],
      ['campaigns/404/activate', 'POST'],
      ['campaigns/404/pause', 'POST'],
      ['campaigns/404/subscribers', 'GET'],
    ] as const) {
      const { status, body } = await server.send(method, path);
      const message = 'The resource you requested was not found. Campaign not found: 404';
      expect([path, status, body.errors]).toEqual([path, 404, [{ code: 'not_found_error', message }]]);
    }
  });
});

describe('the list of campaigns', () => {
  const campaigns = [
    { id: '1', name: 'beta', status: 'active' as const, created_at: '2026-01-03' },
    { id: '2', name: 'Alpha', status: 'draft' as const, created_at: '2026-01-01' },
    { id: '3', name: 'beta', status: 'paused' as const, created_at: '2026-01-01' },
    { id: '4', name: 'alpha', status: 'active' as const, created_at: '2026-01-02' },
  ];

  // U-50
  // proves: note The campaign list takes status, sort and direction
  // proves: note Sorted lists return meta.sort, meta.direction and meta.status
  // U-14
  it.each([
    ['', ['2', '3', '4', '1']],
    ['?sort=created_at&direction=desc', ['1', '4', '3', '2']],
    ['?sort=name', ['2', '4', '1', '3']],
    ['?sort=name&direction=desc', ['3', '1', '4', '2']],
    ['?status=active', ['4', '1']],
    ['?status=draft', ['2']],
    ['?status=paused&sort=name&direction=desc', ['3']],
    ['?status=all', ['2', '3', '4', '1']],
  ])('the list of campaigns is filtered and sorted by %s, then by order of creation', async (query, ids) => {
    const server = await serverWith(mailingAccount({ campaigns }));
    await expectSorted(server, 'campaigns', query, { ids });
  });

  // proves: limit Page size
  // proves: note Without per_page, a page holds at most 100 items
  it('the list of campaigns has pages of 100, whatever per_page says', async () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, name: `${i}` }));
    await using server = await startServer({ seed: mailingAccount({ campaigns: many }) });
    const { meta, items } = await list(server, 'campaigns?page=2&per_page=7');
    expect(meta).toMatchObject({ page: 2, count: 1, total_pages: 2, total_count: 101 });
    expect(pluck(items, 'id')).toEqual(['100']);
  });
});

describe('activating a campaign', () => {
  // proves: error 422 Campaign or workflow cannot be activated or paused
  // proves: note Activate and pause return 422, not the transition 403
  it('activating an incomplete campaign reports all missing fields and changes nothing', async () => {
    const bare = { default_from_email: undefined, default_postal_address: undefined };
    const seed = mailingAccount({ ...bare, campaigns: [{ id: '1', name: 'One', status: 'paused' }] });
    await using server = await startServer({ seed });
    const before = await one(server, 'campaigns/1');
    const answer = await server.send('POST', 'campaigns/1/activate');
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual([
      ['presence_error', 'emails'],
      ['presence_error', 'postal_address'],
      ['presence_error', 'from_email'],
    ]);
    for (const { attribute = '?', message } of answer.body.errors ?? []) expect(message).toContain(attribute);
    expect(await one(server, 'campaigns/1')).toEqual(before);
  });

  it.each([
    ['account', { default_postal_address: 'Here', default_from_email: 'a@acme.test' }, {}],
    ['campaign', {}, { postal_address: 'Here', from_email: 'a@acme.test' }],
    ['one each', { default_postal_address: 'Here' }, { from_email: 'a@acme.test' }],
  ])('a campaign uses the addresses of the %s', async (_, account, campaign) => {
    const bare = { default_from_email: undefined, default_postal_address: undefined };
    const campaigns = [{ id: '1', name: 'One', emails: [EMAIL], ...campaign }];
    await using server = await startServer({ seed: mailingAccount({ ...bare, ...account, campaigns }) });
    expect((await server.send('POST', 'campaigns/1/activate')).status).toBe(204);
  });

  // U-52
  it.each([
    ['activate', 'active'],
    ['pause', 'paused'],
    ['pause', 'draft'],
  ] as const)('to %s a campaign that is %s is rejected', async (move, status) => {
    const campaigns = [{ id: '1', name: 'One', status, emails: [EMAIL] }];
    await using server = await startServer({ seed: mailingAccount({ campaigns }) });
    const answer = await server.send('POST', `campaigns/1/${move}`);
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual([['unavailable_error', 'status']]);
    expect(answer.body.errors?.[0]?.message).toContain(`it is ${status}`);
    expect(await one(server, 'campaigns/1')).toMatchObject({ status });
  });
});
