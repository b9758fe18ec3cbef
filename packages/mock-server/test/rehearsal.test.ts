import { createClient } from '@trickle/sdk';
import { describe, expect, it } from 'vitest';
import { createServer, type Plan } from '../src/index.ts';
import { Endpoint } from './content-account.ts';
import { type Start, scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver } from './webhook-receiver.ts';

type Account = NonNullable<NonNullable<Start['seed']>['accounts']>[number];

const lapsed = { provider: 'drip', trigger_type: 'applied_tag', properties: { tag: 'lapsed' } };

/** Ann is on a series whose next email is due in any case. Bob is not. */
const shop = (more: Partial<Account> = {}) =>
  mailingAccount({
    tags: ['vip'],
    subscribers: [
      { id: 'ann', email: 'ann@acme.test', first_name: 'Ann', tags: ['vip'] },
      { id: 'bob', email: 'bob@acme.test', first_name: 'Bob' },
    ],
    campaigns: [
      {
        ...{ id: '11', name: 'Welcome', status: 'active', subscribers: [{ email: 'ann@acme.test' }] },
        emails: [
          { id: 'e1', subject: 'Hello {{ subscriber.first_name }}', html_body: '<p>Hello</p>' },
          { id: 'e2', subject: 'Tips', html_body: '<p>Tips</p>', delay: { days: 3 } },
        ],
      },
    ],
    workflows: [
      {
        ...{ id: '21', name: 'Win back', status: 'active', triggers: [lapsed] },
        steps: [
          { type: 'send_email', id: 'w1', subject: 'We miss you', html_body: '<p>Come back</p>' },
          { type: 'delay', days: 2 },
          { type: 'apply_tag', tag: 'asked' },
        ],
      },
    ],
    ...more,
  });

const subscribe = (server: TestServer, email: string) =>
  server.post('campaigns/11/subscribers', { subscribers: [{ email, double_optin: false }] });

const tagged = (server: TestServer, email: string, tag: string) =>
  server.post('tags', { tags: [{ email, tag }] });

const nounOf = (plan: Plan, noun: string) => plan.records.find((one) => one.noun === noun);

scenarios('a rehearsal', (start) => {
  it('a plan has the records, names, entries, emails and requests of a program', async () => {
    await using server = await start({ seed: shop() });
    const plan = await server.rehearse(async () => {
      await server.upsert({ email: 'cleo@acme.test', custom_fields: { size: 'M' }, tags: ['lapsed'] });
      await server.upsert({ email: 'bob@acme.test', first_name: 'Robert' });
      await subscribe(server, 'bob@acme.test');
      await server.post('events', { events: [{ email: 'bob@acme.test', action: 'Came back' }] });
      await server.delete('subscribers/ann@acme.test/tags/vip');
      await server.get('subscribers/nobody@acme.test');
    });
    expect(nounOf(plan, 'subscribers')).toMatchObject({ added: 1, changed: 1, deleted: 0 });
    expect(nounOf(plan, 'subscribers')?.examples).toEqual([
      { change: 'added', label: 'cleo@acme.test' },
      { change: 'changed', label: 'bob@acme.test', changes: { first_name: ['Bob', 'Robert'] } },
    ]);
    expect(nounOf(plan, 'tags of subscribers')).toMatchObject({ added: 1, deleted: 1 });
    expect(nounOf(plan, 'events')).toMatchObject({
      added: 1,
      examples: [{ change: 'added', label: 'Came back of bob@acme.test' }],
    });
    expect(plan.names).toEqual({ tags: ['lapsed'], fields: ['size'], actions: ['Came back'] });
    expect(plan.entries).toEqual([
      { kind: 'campaign', name: 'Welcome', count: 1, examples: ['bob@acme.test'] },
      { kind: 'workflow', name: 'Win back', count: 1, examples: ['cleo@acme.test'] },
    ]);
    const mails = plan.emails.map(({ first, ...mail }) => Object.values(mail).join(', '));
    expect(mails.sort()).toEqual([
      'campaign, Welcome, Hello {{ subscriber.first_name }}, 1, 0',
      'campaign, Welcome, Tips, 1, 0',
      'workflow, Win back, We miss you, 1, 0',
    ]);
    expect(plan.others).toBe(1); // the second one of Ann
    expect(plan.requests).toContainEqual({
      operation: 'subscribers.get',
      count: 1,
      refused: [{ status: 404, count: 1, problem: expect.stringContaining('nobody@acme.test') }],
      warnings: [],
    });
    expect(plan.limits).toContainEqual({ budget: 'individual', used: 6, limit: 3600 });
    expect([plan.wait, plan.notes]).toEqual([0, []]);
  });

  it('emails of the days ahead are sent on a copy only', async () => {
    await using server = await start({ seed: shop() });
    await server.settle();
    const before = server.time.now().toISOString();
    const plan = await server.rehearse(() => subscribe(server, 'bob@acme.test'), { days: 1 });
    expect(plan).toMatchObject({ days: 1, emails: [{ subject: 'Hello {{ subscriber.first_name }}' }] });
    expect(server.time.now().toISOString()).toBe(before);
    const sent = await server.outbox();
    expect(sent.filter(({ to }) => to.includes('bob'))).toHaveLength(1);
    await server.advance({ days: 30 });
    expect((await server.outbox()).filter(({ to }) => to.includes('bob'))).toHaveLength(2);
  });

  it('emails that no longer go out are in the plan', async () => {
    await using server = await start({ seed: shop() });
    const plan = await server.rehearse(() => server.delete('subscribers/ann@acme.test'));
    expect(plan.emails).toEqual([
      { kind: 'campaign', name: 'Welcome', subject: 'Tips', count: 0, fewer: 1, first: null },
    ]);
    expect([plan.others, nounOf(plan, 'subscribers')]).toMatchObject([0, { deleted: 1 }]);
  });

  it('subscribers who pass a workflow at once are counted, and those who were on it before are not', async () => {
    const steps = [{ type: 'apply_tag', tag: 'done' } as const];
    const short = { id: '22', name: 'Short', status: 'active', triggers: [lapsed], steps } as const;
    const workflows = [...(shop().accounts?.[0]?.workflows ?? []), short];
    await using server = await start({ seed: shop({ workflows }) });
    await tagged(server, 'ann@acme.test', 'lapsed');
    await server.settle();
    const plan = await server.rehearse(() => tagged(server, 'bob@acme.test', 'lapsed'));
    expect(plan.entries.map(({ name, examples }) => [name, examples]).sort()).toEqual([
      ['Short', ['bob@acme.test']],
      ['Win back', ['bob@acme.test']],
    ]);
  });

  it('a subscriber who has to confirm has not entered the campaign, and is asked to confirm', async () => {
    await using server = await start({ seed: shop() });
    const subscribers = [{ email: 'bob@acme.test', double_optin: true }];
    const plan = await server.rehearse(() => server.post('campaigns/11/subscribers', { subscribers }));
    expect(plan).toMatchObject({ entries: [], emails: [{ kind: 'confirmation', count: 1 }] });
  });

  it('records of a batch are processed before the plan, and count against their limit', async () => {
    await using server = await start({ seed: shop() });
    const subscribers = Array.from({ length: 30 }, (_, i) => ({ email: `p${i}@acme.test`, emial: 'x' }));
    const batches = [{ subscribers }];
    const plan = await server.rehearse(() => server.post('subscribers/batches', { batches }));
    expect(nounOf(plan, 'subscribers')).toMatchObject({ added: 30 });
    expect(nounOf(plan, 'subscribers')?.examples).toHaveLength(10);
    expect(plan.limits).toMatchObject([
      { budget: 'individual', used: 0 },
      { budget: 'batch', used: 1 },
      { budget: 'records', used: 30 },
    ]);
    expect(plan.requests[0]?.warnings[0]?.text).toContain('emial');
  });

  it('an error of the program is thrown, and the account goes online again', async () => {
    await using server = await start({ seed: shop() });
    const work = async () => {
      await server.upsert({ email: 'cleo@acme.test' });
      throw new TypeError('out of stock');
    };
    await expect(server.rehearse(work)).rejects.toThrow(new TypeError('out of stock'));
    expect((await server.get('subscribers/cleo@acme.test')).status).toBe(200);
    expect(JSON.stringify(await server.exportState())).not.toContain('is_offline');
    expect((await server.rehearse(() => undefined)).records).toEqual([]);
  });
});

describe('the network in a rehearsal', () => {
  it('webhooks are planned and never posted, neither in the meantime nor later', async () => {
    await using receiver = await Receiver.start();
    const webhooks = [{ id: '1', post_url: receiver.url }];
    await using server = await createServer({ seed: shop({ webhooks }) });
    const client = createClient(server.connection);
    await server.settle();
    const before = receiver.came.length;
    const plan = await server.rehearse(async () => {
      await expect(server.extend({ is_offline: false })).rejects.toThrow(
        'is_offline must not be false during a rehearsal',
      );
      await client.subscribers.upsert({ email: 'cleo@acme.test', tags: ['vip'] });
      await server.settle();
    });
    const origin = new URL(receiver.url).origin;
    expect(plan.webhooks).toContainEqual({ event: 'subscriber.created', receiver: origin, count: 1 });
    expect(JSON.stringify(plan)).not.toContain('secret');
    const held = await server.webhooks.deliveries({ state: 'held' });
    expect(held.map(({ event }) => event)).toContain('subscriber.created');
    await server.settle();
    expect(receiver.came).toHaveLength(before);
    await client.subscribers.upsert({ email: 'dan@acme.test' });
    await server.settle();
    expect(receiver.came.length).toBeGreaterThan(before); // the account is online again
  });

  it('a delivery that waits when the rehearsal ends is not posted afterwards', async () => {
    await using receiver = await Receiver.start();
    await using server = await createServer({
      seed: shop({ webhooks: [{ id: '1', post_url: receiver.url }] }),
    });
    await server.faults.add({ on: 'webhook', hold: 3600 });
    await server.settle();
    await server.advance({ days: 1 });
    const before = receiver.came.length;
    await server.rehearse(() =>
      createClient(server.connection).subscribers.upsert({ email: 'cleo@acme.test' }),
    );
    await server.faults.clear();
    await server.advance({ hours: 2 });
    expect(receiver.came.filter(({ event }) => event === 'subscriber.created')).toEqual([]);
    expect(receiver.came).toHaveLength(before);
  });

  it('dynamic content is not requested, and its emails are planned', async () => {
    await using endpoint = await Endpoint.answering({ body: '{"name":"Boots"}' });
    const dynamic_content = { endpoints: [{ shortcode: 'shoes', base_url: endpoint.url }] };
    const name = '{{ my.shoes.name }}';
    const emails = [{ id: 'e1', subject: `News ${name}`, html_body: `<p>${name}</p>` }];
    const campaigns = [{ id: '11', name: 'News', status: 'active' as const, emails }];
    await using server = await createServer({ seed: shop({ dynamic_content, campaigns, workflows: [] }) });
    const client = createClient(server.connection);
    const plan = await server.rehearse(() =>
      client.campaigns.subscribe('11', { email: 'bob@acme.test', double_optin: false }),
    );
    expect(plan.emails).toMatchObject([{ name: 'News', count: 1 }]);
    expect(endpoint.asked).toEqual([]);
  });
});

describe('an account that is offline by its seed', () => {
  it('webhooks are held, and emails stay in the outbox, until it goes online', async () => {
    await using receiver = await Receiver.start();
    const seed = shop({ is_offline: true, webhooks: [{ id: '1', post_url: receiver.url }] });
    await using server = await createServer({ seed, smtp: 'smtp://127.0.0.1:1' });
    const client = createClient(server.connection);
    await client.subscribers.upsert({ email: 'cleo@acme.test', tags: ['lapsed'] });
    await server.settle();
    const states = new Set((await server.webhooks.deliveries()).map(({ state }) => state));
    expect([[...states], receiver.came]).toEqual([['held'], []]);
    const [mail] = await server.outbox({ to: 'cleo@acme.test' });
    expect([mail?.subject, mail?.forwarding]).toEqual(['We miss you', undefined]);
    expect(await client.accounts.get()).not.toHaveProperty('is_offline');
    await server.extend({ is_offline: false });
    await client.subscribers.upsert({ email: 'dan@acme.test' });
    await server.settle();
    expect(receiver.came.length).toBeGreaterThan(0);
  });
});

describe('a rehearsal of a tenant', () => {
  it('tenants are rehearsed at the same time, and an account once at a time', async () => {
    await using server = await createServer();
    const [one, other] = [await server.createAccount({ clock: {} }), await server.createAccount()];
    const upsert = (tenant: typeof one, email: string) =>
      createClient(tenant.connection).subscribers.upsert({ email });
    const plans = await Promise.all([
      one.rehearse(() => upsert(one, 'ann@acme.test')),
      other.rehearse(async () => {
        await upsert(other, 'bob@acme.test');
        await expect(other.rehearse(() => undefined)).rejects.toThrow('is already being rehearsed');
      }),
    ]);
    expect(plans.map((plan) => nounOf(plan, 'subscribers')?.examples)).toEqual([
      [{ change: 'added', label: 'ann@acme.test' }],
      [{ change: 'added', label: 'bob@acme.test' }],
    ]);
  });

  it('over HTTP, a rehearsal begins, ends with a plan, or is cancelled', async () => {
    await using server = await startServer({ road: 'over a socket' });
    const { admin } = server;
    const { accountId, connection } = await server.createAccount({ clock: {} });
    const post = (path: string, body: object = {}) => admin.post(path, { account_id: accountId, ...body });
    expect((await post('/rehearsal')).status).toBe(204);
    expect(await post('/rehearsal')).toMatchObject({
      status: 422,
      body: { errors: [{ message: expect.stringContaining('is already being rehearsed') }] },
    });
    const record = { email: 'ann@acme.test', custom_fields: { shoeSize: '39' } };
    await createClient(connection).subscribers.upsert(record);
    expect(await post('/rehearsal/plan', { days: 2 })).toMatchObject({
      status: 200,
      body: { format: 'trickle-plan', days: 2, names: { fields: ['shoeSize'] } },
    });
    expect((await post('/rehearsal/plan')).status).toBe(404);
    await post('/rehearsal');
    expect((await admin.delete(`/rehearsal?account_id=${accountId}`)).status).toBe(204);
    expect((await admin.delete(`/rehearsal?account_id=${accountId}`)).status).toBe(404);
    expect((await post('/rehearsal/plan', { days: 400 })).status).toBe(422);
  });

  it('ten accounts can be rehearsed at a time; removing one makes room', async () => {
    await using server = await createServer();
    const ends: (() => void)[] = [];
    const begin = async () => {
      const tenant = await server.createAccount();
      const under = Promise.withResolvers<void>();
      const done = tenant.rehearse(() => {
        under.resolve();
        return new Promise<void>((resolve) => ends.push(resolve));
      });
      done.catch(under.reject);
      await under.promise;
      return { tenant, done };
    };
    const first = await begin();
    const others = [];
    for (let i = 0; i < 9; i++) others.push(await begin());
    await expect(begin()).rejects.toThrow('10 accounts are being rehearsed');
    await first.tenant.remove();
    others.push(await begin());
    for (const end of ends) end();
    await expect(first.done).rejects.toThrow('Rehearsal not found');
    for (const { done } of others) expect(await done).toMatchObject({ version: 1 });
  });
});
