import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adminRoutes } from '../src/admin/http/routes.ts';
import { type AccountSeed, createServer, SeedError } from '../src/index.ts';
import { allPages, type Json } from './admin-client.ts';
import { ANN } from './boat-shop.ts';
import { requestIdOf, scenarios, startServer } from './harness.ts';

const account = { users: [{ email: 'owner@acme.test' }] };
const campaign = {
  name: 'Tips',
  emails: [{ subject: 'One' }],
  subscribers: [{ email: 'cy@acme.test', deliveries: [{ email_index: 1, sent_at: '2026-03-01T00:00:00Z' }] }],
};

const rob = { email: 'rob@acme.test' };
const twice = <T>(record: T) => [record, { ...record }];
const both = (more: object) => [rob, { email: 'cy@acme.test' }].map((one) => ({ ...one, ...more }));

const orphan = { email: 'x@acme.test' };
const unknown = 'subscriber not found in this account: x@acme.test';
const again = { email: 'ROB@acme.test' };

/** The values that neither a seed nor the admin API accepts, and the problems. */
const refused: readonly (readonly [problem: string, seed: object])[] = [
  [`events[0].email: ${unknown}`, { events: [{ ...orphan, action: 'Rowed' }] }],
  [`purchases[0].email: ${unknown}`, { purchases: [{ ...orphan, amount: 1 }] }],
  [`orders[0].email: ${unknown}`, { orders: [{ ...orphan, amount: 1 }] }],
  [
    `campaigns[0].subscribers[1].email: ${unknown}`,
    { subscribers: [rob], campaigns: [{ name: 'x', subscribers: [again, orphan] }] },
  ],
  [
    `workflows[1].subscribers[0].email: ${unknown}`,
    { workflows: [{ name: 'x' }, { name: 'y', subscribers: [orphan] }] },
  ],
  [
    'campaigns[0].subscribers[0].deliveries[0].email_index: email not found in this campaign: 1',
    { subscribers: [{ email: 'cy@acme.test' }], campaigns: [campaign] },
  ],
  [
    'forms[1].campaign_id: campaign not found in this account: 404',
    { campaigns: [{ id: '403', name: 'x' }], forms: [{ campaign_id: '403' }, { campaign_id: '404' }] },
  ],
  [
    "subscribers[0].visitor_uuid must be 32 hexadecimal digits, not 'visitor-1'",
    { subscribers: [{ email: 'cy@acme.test', visitor_uuid: 'visitor-1' }] },
  ],
  ["subscribers: email: 'rob@acme.test' is not unique", { subscribers: [rob, again] }],
  ["subscribers: user_id: 'u' is not unique", { subscribers: both({ user_id: 'u' }) }],
  ["subscribers: id: 'i' is not unique", { subscribers: both({ id: 'i' }) }],
  [
    "purchases: id: '1' is not unique",
    { subscribers: [rob], purchases: twice({ ...rob, id: '1', amount: 1 }) },
  ],
  ["goals: id: 'g' is not unique", { goals: twice({ id: 'g', name: 'x' }) }],
  [
    "campaigns[0].subscribers: email: 'rob@acme.test' is not unique",
    { subscribers: [rob], campaigns: [{ name: 'x', subscribers: [rob, again] }] },
  ],
  [
    "workflows: triggers: id: 't' is not unique",
    { workflows: twice({ name: 'x', triggers: [{ id: 't', provider: 'p', trigger_type: 't' }] }) },
  ],
];

describe('seeds', () => {
  it.each(refused)('a seed is refused: %s', async (problem, seed) => {
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
    expect((await server.admin.post('/applications', application)).status).toBe(422);
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
  it.each(refused)('an extension of an account is refused: %s', async (problem, seed) => {
    await using server = await start();
    const before = await server.state();
    const forms = (await server.admin.get('/forms')).body;
    const { status, body } = await server.admin.post('/accounts/9999999/seed', seed);
    expect([status, body.errors.map(({ message }: Json) => message)]).toEqual([422, [problem]]);
    expect(await server.state()).toBe(before);
    expect((await server.admin.get('/forms')).body).toEqual(forms);
  });

  it('an extension may refer to what the account has', async () => {
    await using server = await start();
    const { admin } = server;
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
    expect(await server.admin.put('/applications/nobody', { name: 'App' })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'not_found_error', message: 'Application not found: nobody' }] },
    });
  });

  it('background requests and outcomes of one moment are listed in the order of their arrival', async () => {
    await using server = await start();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      const subscribers = [{ email: `a${i}@acme.test` }, { email: `b${i}@acme.test` }];
      ids.push(requestIdOf(await server.post('subscribers/batches', { batches: [{ subscribers }] })));
      if (i === 5) await server.settle();
    }
    const newest = ids.toReversed();
    const listed = async () =>
      (await allPages(server, '/background_requests', 5)).map((one) => one.request_id);
    expect(await listed()).toEqual(newest);
    await server.settle();
    expect(await listed()).toEqual(newest);
    const { body } = await server.admin.get('/outcomes?order=newest&limit=24');
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
