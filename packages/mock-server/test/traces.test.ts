import { expect, it } from 'vitest';
import type { Trace } from '../src/index.ts';
import type { Json } from './admin-client.ts';
import { scenarios, type TestServer } from './harness.ts';
import { give } from './script-shop.ts';
import { account } from './trace-account.ts';

const email = 'ann@acme.test';

/** The rows of a trace as a tree, each below the row that led to it. */
function treeOf({ rows }: Trace): string[] {
  const lines: string[] = [];
  const add = (parent: number | null, depth: number) => {
    for (const { number, sentence, state } of rows.filter((row) => row.parent === parent)) {
      lines.push(`${'  '.repeat(depth)}${sentence}${state === 'done' ? '' : ` [${state}]`}`);
      add(number, depth + 1);
    }
  };
  add(null, 0);
  return lines;
}

const traceOf = async ({ admin }: TestServer, of: string): Promise<Trace> => {
  const { status, body } = await admin.get(`/trace?of=${encodeURIComponent(of)}`);
  expect(status).toBe(200);
  const rows = body.rows.map(({ subscriber_id: subscriberId, ...row }: Json) => ({ ...row, subscriberId }));
  return { of: body.of, total: body.total, isCut: body.is_cut, rows };
};

const lastRequest = async ({ admin }: TestServer): Promise<string> =>
  (await admin.get('/requests?limit=1&order=newest')).body.requests[0].id;

/** Subscribes Ann to the campaign. Returns the id of the request. */
async function subscribe(server: TestServer, double_optin: boolean): Promise<string> {
  await server.post('campaigns/c1/subscribers', { subscribers: [{ email, double_optin }] });
  return lastRequest(server);
}

/** Follows the first link of the newest email. */
async function followLink(server: TestServer): Promise<void> {
  const [mail] = (await server.admin.get('/outbox')).body.outbox;
  const { links } = (await server.admin.get(`/outbox/${mail.id}`)).body;
  await server.fetch(new Request(links[0].url, { redirect: 'manual' }));
}

scenarios('the trace of a request', (start) => {
  it('has what the request led to, in the order in which it happened, with a frozen clock', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const { admin } = server;
    await admin.post('/clock/freeze');
    await server.faults.add({ on: 'webhook', status: 500, times: 1 });
    await server.post('events', { events: [{ email, action: 'Signed up' }] });
    const id = await lastRequest(server);
    await server.settle();
    expect(treeOf(await traceOf(server, id))).toEqual([
      'POST /v2/9999999/events (events.record) was answered with 204',
      `  ${email} was created`,
      `  ${email} can receive emails`,
      `  ${email} performed “Signed up”`,
      `    ${email} reached the conversion “Signed up”`,
      `    The event “Signed up” of ${email} was reported`,
      `      ${email} entered the workflow “Onboarding”, and waits for the end of a delay [waiting]`,
      `        ${email} got the email “Hello”`,
      `          The email to ${email} was reported as received`,
    ]);
    await admin.post('/clock/advance', { days: 3 });
    await server.settle();
    const trace = await traceOf(server, id);
    const url = 'https://hooks.acme.test/';
    expect(treeOf(trace).slice(6)).toEqual([
      `      ${email} entered the workflow “Onboarding”, and has left it`,
      `        ${email} got the email “Hello”`,
      `          The email to ${email} was reported as received`,
      `        ${email} got the tag “done”`,
      `          The webhook request subscriber.applied_tag to ${url} waits for its next attempt [waiting]`,
      '            Attempt 1 was answered with 500 [failed]',
    ]);
    const [waiting] = trace.rows.filter(({ state }) => state === 'waiting');
    const { next_attempt_at } = (await admin.get(`/webhook_deliveries/${waiting?.id}`)).body;
    expect(waiting?.until).toBe(next_attempt_at);
    for (const { id } of trace.rows) expect((await traceOf(server, id)).rows).toEqual(trace.rows);
    expect((await traceOf(server, email)).rows).toEqual(trace.rows);
  });

  it('continues with what recipients of its emails do', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const id = await subscribe(server, false);
    await server.settle();
    await followLink(server);
    const [mail] = await server.outbox();
    await server.mail.open(mail?.id ?? '');
    await server.advance({ days: 3 });
    await server.settle();
    const trace = await traceOf(server, id);
    expect(treeOf(trace)).toEqual([
      'POST /v2/9999999/campaigns/c1/subscribers (campaigns.subscribe) was answered with 201',
      `  ${email} was created`,
      `  ${email} can receive emails`,
      `  ${email} is subscribed to the campaign “Welcome”, and has received all of its emails`,
      `    ${email} was subscribed to the campaign “Welcome”`,
      `    ${email} got the email “Ahoy”`,
      `      The email to ${email} was reported as received`,
      expect.stringMatching(/^ {6}GET \/e\/9999999\/.* was answered with 302$/),
      `        ${email} clicked “https://acme.test/oars”`,
      `      ${email} opened “Ahoy”`,
      `    ${email} got the email “Again”`,
      `      The email to ${email} was reported as received`,
      `    ${email} has received all emails of the campaign “Welcome”`,
    ]);
    const click = trace.rows.find(({ type, parent }) => type === 'request' && parent !== null);
    expect(await traceOf(server, click?.id ?? '')).toEqual({ ...trace, of: click?.number });
  });

  it('has the confirmation of a subscription, and what follows it', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const id = await subscribe(server, true);
    const [mail] = await server.outbox();
    expect(treeOf(await traceOf(server, mail?.id ?? '')).slice(-2)).toEqual([
      `  ${email} has to confirm the subscription to the campaign “Welcome” [waiting]`,
      `    ${email} was asked to confirm: “Please confirm your subscription to Welcome”`,
    ]);
    await followLink(server);
    await server.settle();
    expect(treeOf(await traceOf(server, id)).slice(3)).toEqual([
      `  ${email} waits for the next email of the campaign “Welcome” [waiting]`,
      `    ${email} was asked to confirm: “Please confirm your subscription to Welcome”`,
      expect.stringMatching(/^ {6}GET \/e\/9999999\/confirm\/.* was answered with 200$/),
      `        ${email} was subscribed to the campaign “Welcome”`,
      `    ${email} got the email “Ahoy”`,
      `      The email to ${email} was reported as received`,
    ]);
  });

  it('names the campaign of an earlier subscription, which has a later one in its row', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const first = await subscribe(server, false);
    await server.post(`subscribers/${email}/remove`, { campaign_id: 'c1' });
    await subscribe(server, false);
    const { rows } = await traceOf(server, first);
    const sentence = `An earlier subscription of ${email} to the campaign “Welcome”`;
    expect(rows.find(({ type }) => type === 'subscription')).toMatchObject({
      ref: { type: 'campaign', id: 'c1' },
      sentence,
    });
  });

  it('promises no email that is kept back, and says who keeps it back', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const id = await subscribe(server, false);
    await server.settle();
    const rowOf = async () => (await traceOf(server, id)).rows.find(({ type }) => type === 'subscription');
    const { verdict, at } = await server.whyNot(email, { campaign: 'c1' });
    expect(verdict).toBe('planned');
    const until = expect.stringContaining(`${at}`.slice(0, 19));
    expect(await rowOf()).toMatchObject({ state: 'waiting', until });
    const [mail] = await server.outbox();
    await server.mail.bounce(mail?.id ?? '');
    const kept = await server.whyNot(email, { campaign: 'c1' });
    expect(kept.verdict).toBe('kept_back');
    const sentence = expect.stringContaining(kept.text);
    expect(await rowOf()).toMatchObject({ state: 'done', until: null, sentence });
    const { subscriptions } = (await server.admin.get(`/subscribers/${email}`)).body;
    expect(subscriptions.map((one: Json) => one.next_send_at)).toEqual([null]);
  });

  it('of an action says which operation was called', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    await server.upsert({ email });
    const send_at = new Date(server.time.now().getTime() + 3_600_000).toISOString();
    await server.broadcasts.schedule('b1', { send_at });
    expect(treeOf(await traceOf(server, 'b1'))).toEqual([
      'The operation POST /_admin/broadcasts/b1/schedule was called',
      '  The broadcast “Sale” is scheduled [waiting]',
    ]);
    await server.advance({ hours: 1 });
    expect(treeOf(await traceOf(server, 'b1'))).toEqual([
      'The operation POST /_admin/broadcasts/b1/schedule was called',
      '  The broadcast “Sale” was sent',
      `    ${email} got the email “Sale”`,
      `      The email to ${email} was reported as received`,
    ]);
  });

  it('of a seed has what follows from it later, in a restored state too', async () => {
    const seeded = {
      ...account,
      subscribers: [{ email }],
      campaigns: account.campaigns.map((campaign) => ({ ...campaign, subscribers: [{ email }] })),
      workflows: account.workflows.map((workflow, i) =>
        i > 0 ? workflow : { ...workflow, subscribers: [{ email }] },
      ),
    };
    await using server = await start({ seed: { accounts: [seeded] } });
    await server.settle();
    const tree = treeOf(await traceOf(server, email));
    expect(tree[0]).toBe('The seed was applied');
    for (const subject of ['Ahoy', 'Hello'])
      expect(tree).toContain(`    ${email} got the email “${subject}”`);
    const state = await server.exportState();
    await server.reset();
    await server.importState(state);
    expect(treeOf(await traceOf(server, email))).toEqual(tree);
  });

  it('of a webhook has its retries, and its replay is one of the action', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    await server.faults.add({ on: 'webhook', status: 500, times: 2 });
    await server.upsert({ email, tags: ['vip'] });
    await server.settle();
    const [{ id } = { id: '' }] = await server.webhooks.deliveries();
    const replay = (await server.admin.post(`/webhook_deliveries/${id}/replay`)).body;
    await server.settle();
    const request = 'The webhook request subscriber.applied_tag to https://hooks.acme.test/';
    expect(treeOf(await traceOf(server, id)).slice(-3)).toEqual([
      `  ${email} got the tag “vip”`,
      `    ${request} waits for its next attempt [waiting]`,
      '      Attempt 1 was answered with 500 [failed]',
    ]);
    expect(treeOf(await traceOf(server, replay.id))).toEqual([
      `The operation POST /_admin/webhook_deliveries/${id}/replay was called`,
      `  ${request} waits for its next attempt [waiting]`,
      '    Attempt 1 was answered with 500 [failed]',
    ]);
  });

  it('has the records of a batch, those that wait and those that were refused', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const subscribers = [{ email, tags: ['vip'] }, { email: 'none' }, { email: 'bob@acme.test' }];
    await server.post('subscribers/batches', { batches: [{ subscribers }] });
    const id = await lastRequest(server);
    await server.settle();
    const trace = await traceOf(server, id);
    expect(treeOf(trace).filter((line) => !line.includes('hooks') && !line.includes('Attempt'))).toEqual([
      'POST /v2/9999999/subscribers/batches (subscribers.upsertBatch) was answered with 201',
      `  Record 1 was processed for ${email}`,
      `    ${email} was created`,
      `    ${email} can receive emails`,
      `    ${email} got the tag “vip”`,
      '  Record 2 was refused: email must be a valid email address [refused]',
      '  Record 3 was processed for bob@acme.test',
      '    bob@acme.test was created',
      '    bob@acme.test can receive emails',
    ]);
    expect((await traceOf(server, 'bob@acme.test')).rows).toEqual(trace.rows);
  });

  it('has the conversion that an unknown visitor reached, before and after the visitor is known', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    await give(server, 'visit', {}, { url: 'https://acme.test/thanks' });
    const id = await lastRequest(server);
    const conversions = async () =>
      (await traceOf(server, id)).rows.filter(({ type }) => type === 'conversion').map((row) => row.sentence);
    expect(await conversions()).toEqual(['A visitor reached the conversion “Thanks”']);
    await give(server, 'identify', { email });
    expect(await conversions()).toEqual([`${email} reached the conversion “Thanks”`]);
  });

  it('is read in pages, and refuses an unknown id', async () => {
    await using server = await start({ seed: { accounts: [account] } });
    const { admin } = server;
    const subscribers = Array.from({ length: 200 }, (_, i) => ({ email: `p${i}@acme.test` }));
    await server.post('subscribers/batches', { batches: [{ subscribers }] });
    const id = await lastRequest(server);
    await server.settle();
    const { body: first } = await admin.get(`/trace?of=${id}`);
    expect([first.total, first.rows.length, first.is_cut]).toEqual([601, 500, false]);
    const { body: rest } = await admin.get(`/trace?of=${id}&after=500&limit=1000`);
    expect([rest.rows[0].number, rest.rows.length]).toEqual([501, 101]);
    const { status, body } = await admin.get('/trace?of=nothing');
    expect(status).toBe(404);
    expect(body.errors[0].message).toContain('not found: nothing. Pass the id of a recorded request');
    expect((await admin.get('/trace')).status).toBe(422);
  });
});
