import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adminRoutes } from '../src/admin/http/routes.ts';
import { type AccountSeed, createServer, SeedError } from '../src/index.ts';
import { adminOf, type Json } from './admin-client.ts';
import { ANN } from './boat-shop.ts';
import { scenarios, startServer } from './harness.ts';

const account = { users: [{ email: 'owner@acme.test' }] };
const campaign = {
  name: 'Tips',
  emails: [{ subject: 'One' }],
  subscribers: [{ email: 'cy@acme.test', deliveries: [{ email_index: 1, sent_at: '2026-03-01T00:00:00Z' }] }],
};

const rob = { email: 'rob@acme.test' };
const twice = <T>(record: T) => [record, { ...record }];
const trigger = { id: 't', provider: 'p', trigger_type: 't' };

/** The values that neither a seed nor the admin API accepts, and the problems. */
const refused: readonly (readonly [what: string, seed: object, problem: string])[] = [
  [
    'an event of an unknown subscriber',
    { events: [{ email: 'nobody@acme.test', action: 'Rowed' }] },
    'events[0].email: subscriber not found in this account: nobody@acme.test',
  ],
  [
    'a purchase of an unknown subscriber',
    { purchases: [{ email: 'nobody@acme.test', amount: 1 }] },
    'purchases[0].email: subscriber not found in this account: nobody@acme.test',
  ],
  [
    'an order of an unknown subscriber',
    { orders: [{ email: 'nobody@acme.test', amount: 1 }] },
    'orders[0].email: subscriber not found in this account: nobody@acme.test',
  ],
  [
    'a campaign of an unknown subscriber',
    {
      subscribers: [rob],
      campaigns: [{ name: 'x', subscribers: [{ email: 'Rob@acme.test' }, { email: 'x@acme.test' }] }],
    },
    'campaigns[0].subscribers[1].email: subscriber not found in this account: x@acme.test',
  ],
  [
    'a workflow of an unknown subscriber',
    { workflows: [{ name: 'x' }, { name: 'y', subscribers: [{ email: 'x@acme.test' }] }] },
    'workflows[1].subscribers[0].email: subscriber not found in this account: x@acme.test',
  ],
  [
    'a delivery of an email that the campaign lacks',
    { subscribers: [{ email: 'cy@acme.test' }], campaigns: [campaign] },
    'campaigns[0].subscribers[0].deliveries[0].email_index: email not found in this campaign: 1',
  ],
  [
    'a form of an unknown campaign',
    { campaigns: [{ id: '403', name: 'x' }], forms: [{ campaign_id: '403' }, { campaign_id: '404' }] },
    'forms[1].campaign_id: campaign not found in this account: 404',
  ],
  [
    'the id of a visitor in another form',
    { subscribers: [{ email: 'cy@acme.test', visitor_uuid: 'visitor-1' }] },
    "subscribers[0].visitor_uuid must be 32 hexadecimal digits, not 'visitor-1'",
  ],
  [
    'an address that is given twice',
    { subscribers: [rob, { email: 'ROB@acme.test' }] },
    "subscribers: email: 'rob@acme.test' is not unique",
  ],
  [
    'a user id that is given twice',
    { subscribers: [rob, { email: 'cy@acme.test' }].map((one) => ({ ...one, user_id: 'u' })) },
    "subscribers: user_id: 'u' is not unique",
  ],
  [
    'the id of a subscriber that is given twice',
    { subscribers: [rob, { email: 'cy@acme.test' }].map((one) => ({ ...one, id: 'i' })) },
    "subscribers: id: 'i' is not unique",
  ],
  [
    'the id of a purchase that is given twice',
    { subscribers: [rob], purchases: twice({ ...rob, id: '1', amount: 1 }) },
    "purchases: id: '1' is not unique",
  ],
  [
    'the id of a goal that is given twice',
    { goals: twice({ id: 'g', name: 'x' }) },
    "goals: id: 'g' is not unique",
  ],
  [
    'a subscriber who is on a campaign twice',
    { subscribers: [rob], campaigns: [{ name: 'x', subscribers: [rob, { email: 'ROB@acme.test' }] }] },
    "campaigns[0].subscribers: email: 'rob@acme.test' is not unique",
  ],
  [
    'the id of a trigger that two workflows have',
    { workflows: twice({ name: 'x', triggers: [trigger] }) },
    "workflows: triggers: id: 't' is not unique",
  ],
];

describe('seeds', () => {
  it.each(refused)('a seed with %s is refused', async (_, seed, problem) => {
    const start = createServer({ seed: { accounts: [{ ...account, ...seed }] } });
    await expect(start).rejects.toThrow(new SeedError([`accounts[0].${problem}`]));
  });

  it.each([
    'https://ann:secret@app.example/back',
    'https://app.example/back#top',
    'https://app.example\\back',
    'javascript:alert(1)',
  ])('neither a seed nor the admin API registers the callback URL %s', async (url) => {
    const application = { client_id: 'app', client_secret: 's', name: 'App', redirect_uris: [url] };
    await expect(createServer({ seed: { oauth_applications: [application] } })).rejects.toThrow(SeedError);
    await using server = await startServer();
    expect((await adminOf(server).post('/applications', application)).status).toBe(422);
  });
});

// U-333
it.each(['\ud83d', 'a\ude00', 'a\0'])('neither a seed nor an extension has the text %j', async (text) => {
  const problem = 'contains half of a surrogate pair or NUL';
  await using server = await createServer();
  const cases: readonly (readonly [seed: AccountSeed, place: string])[] = [
    [{ tags: ['vip', text] }, 'tags[1]'],
    [{ subscribers: [{ email: 'cy@acme.test', first_name: text }] }, 'subscribers[0].first_name'],
    [{ campaigns: [{ name: text }] }, 'campaigns[0].name'],
    [
      { events: [{ email: 'ann@acme.test', action: 'Rowed', properties: { [text]: 1 } }] },
      `events[0].properties.${text}`,
    ],
  ];
  for (const [seed, place] of cases) {
    const start = createServer({ seed: { accounts: [seed] } });
    await expect(start).rejects.toThrow(`accounts[0].${place} ${problem}`);
    await expect(server.extend(seed)).rejects.toThrow(`${place} ${problem}`);
  }
});

scenarios('the admin API', (start) => {
  it.each(refused)('an account cannot be extended by %s', async (_, seed, problem) => {
    await using server = await start();
    const admin = adminOf(server);
    const before = await server.state();
    const forms = (await admin.get('/forms')).body;
    const { status, body } = await admin.post('/accounts/9999999/seed', seed);
    expect([status, body.errors.map(({ message }: Json) => message)]).toEqual([422, [problem]]);
    expect(await server.state()).toBe(before);
    expect((await admin.get('/forms')).body).toEqual(forms);
  });

  it('an extension may refer to what the account has', async () => {
    await using server = await start();
    const admin = adminOf(server);
    const made = await admin.post('/accounts/9999999/campaigns', { name: 'Tips' });
    const seed = {
      events: [{ email: ANN.email.toUpperCase(), action: 'Rowed' }],
      forms: [{ headline: 'Join', campaign_id: made.body.id }],
    };
    expect((await admin.post('/accounts/9999999/seed', seed)).status).toBe(201);
    const form = { headline: 'Join', campaign_id: '404' };
    expect((await admin.post('/accounts/9999999/forms', form)).status).toBe(422);
  });

  it('changing an unknown application is 404', async () => {
    await using server = await start();
    const answer = await adminOf(server).put('/applications/nobody', { name: 'App' });
    expect([answer.status, answer.body.errors[0]]).toEqual([
      404,
      { code: 'not_found_error', message: 'Application not found: nobody' },
    ]);
  });

  it('background requests and outcomes of one moment are listed in the order of their arrival', async () => {
    await using server = await start();
    const admin = adminOf(server);
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      const subscribers = [{ email: `a${i}@acme.test` }, { email: `b${i}@acme.test` }];
      const { headers } = await server.post('subscribers/batches', { batches: [{ subscribers }] });
      ids.push(headers.get('location')?.split('/').at(-1) ?? '');
      if (i === 5) await server.settle();
    }
    const newest = ids.toReversed();
    const listed = async () => {
      const found: string[] = [];
      let next: string | null = '';
      do {
        const page: string = next === '' ? '' : `&cursor=${next}`;
        const { body } = await admin.get(`/background_requests?limit=5${page}`);
        found.push(...body.requests.map(({ request_id: id }: Json) => id));
        next = body.next_cursor;
      } while (next !== null);
      return found;
    };
    expect(await listed()).toEqual(newest);
    await server.settle();
    expect(await listed()).toEqual(newest);
    const { body } = await admin.get('/outcomes?order=newest&limit=24');
    const order = body.outcomes.map(({ request_id: id, position }: Json) => `${id} ${position}`);
    expect(order).toEqual(newest.flatMap((id) => [`${id} 1`, `${id} 0`]));
  });
});

describe('the OpenAPI document', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

  it('every operation of the admin API that takes an account documents the 404 of an unknown one', () => {
    const taking = adminRoutes.filter(({ input }) => {
      const type: Json = input?.(); // schemas of other kinds have no shape
      return type?.shape !== undefined && 'account_id' in type.shape;
    });
    expect(taking.length).toBeGreaterThan(60);
    for (const { method, path } of taking) {
      const { responses } = paths[path][method.toLowerCase()];
      expect(Object.keys(responses), `${method} ${path}`).toContain('404');
    }
  });
});
