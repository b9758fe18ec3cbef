import { describe, expect, it } from 'vitest';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';
import { eventsOf, mailingAccount, one } from './mailing-account.ts';
import { expectSorted } from './sorted-list.ts';

const trigger = { provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'vip' } };
const broken = { ...trigger, properties: {} };
const ANN = { id: 'ann', email: 'ann@acme.test' };

const seed = (workflow: object = {}) =>
  mailingAccount({
    subscribers: [ANN, { id: 'bob', email: 'bob@acme.test' }],
    workflows: [
      { id: '0', name: 'Before', subscribers: [{ email: ANN.email }] },
      { id: '1', name: 'Welcome', status: 'active', subscribers: [{ email: 'bob@acme.test' }], ...workflow },
      { id: '2', name: 'After', subscribers: [{ email: ANN.email }] },
    ],
  });

const start201 = async (server: TestServer, record: object) => {
  const answer = await server.post('workflows/1/subscribers', { subscribers: [record] });
  expect(answer.status, answer.text).toBe(201);
  return answer;
};

/** The subscribers on workflow 1. */
const members = async ({ server }: TestServer) =>
  (await server.memberships({ workflowId: '1' })).map(({ subscriberId }) => subscriberId);

scenarios('workflows', (start) => {
  // proves: endpoint GET /v2/{account_id}/workflows/{workflow_id}
  it('workflows show every field', async () => {
    await using server = await start({ seed: mailingAccount({ workflows: [{ id: '1', name: 'Bare' }] }) });
    expect(await one(server, 'workflows/1')).toEqual({
      id: '1',
      href: `${server.url}/v2/9999999/workflows/1`,
      name: 'Bare',
      status: 'draft',
      created_at: '2026-03-06T12:00:00Z',
      links: { account: '9999999' },
    });
  });

  // proves: endpoint POST /v2/{account_id}/workflows/{workflow_id}/activate
  // proves: transition Workflow: draft, paused → POST /v2/{account_id}/workflows/{workflow_id}/activate
  it.each(['draft', 'paused'] as const)('a workflow that was %s can be activated', async (status) => {
    await using server = await start({ seed: seed({ status, triggers: [broken, trigger] }) });
    const answer = await server.send('POST', 'workflows/1/activate');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await one(server, 'workflows/1')).toMatchObject({ status: 'active' });
  });

  // proves: endpoint POST /v2/{account_id}/workflows/{workflow_id}/pause
  // proves: transition Workflow: active → POST /v2/{account_id}/workflows/{workflow_id}/pause
  it('an active workflow can be paused', async () => {
    await using server = await start({ seed: seed() });
    const answer = await server.send('POST', 'workflows/1/pause');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await one(server, 'workflows/1')).toMatchObject({ status: 'paused' });
  });

  // proves: endpoint POST /v2/{account_id}/workflows/{workflow_id}/subscribers
  // proves: transition Workflow membership: none → Start someone on a workflow
  it('starting a subscriber on a workflow returns the subscriber', async () => {
    await using server = await start({ seed: seed() });
    const { headers, body } = await start201(server, { email: ANN.email });
    const subscriber = await server.subscriber('ann');
    expect(body).toEqual({
      links: { 'subscribers.account': `${server.url}/v2/accounts/{subscribers.account}` },
      subscribers: [subscriber],
    });
    expect(headers.get('location')).toBe(subscriber.href);
    expect(await members(server)).toEqual(['bob', 'ann']);
  });

  // proves: endpoint DELETE /v2/{account_id}/workflows/{workflow_id}/subscribers/{id_or_email}
  // proves: transition Workflow membership: on workflow → Remove someone from a workflow
  // proves: note Removing someone who is not on the workflow does nothing
  it.each([
    ['bob', []],
    ['bob@acme.test', []],
    ['ann', ['bob']],
  ])('removing %s from a workflow succeeds whether they are on it or not', async (name, left) => {
    await using server = await start({ seed: seed() });
    const answer = await server.delete(`workflows/1/subscribers/${name}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await members(server)).toEqual(left);
  });
});

describe('the list of workflows', () => {
  const workflows = [
    { id: '1', name: 'b', status: 'active' as const, created_at: '2026-01-03' },
    { id: '2', name: 'a', status: 'draft' as const, created_at: '2026-01-02' },
    { id: '3', name: 'b', status: 'paused' as const, created_at: '2026-01-02' },
  ];

  // proves: endpoint GET /v2/{account_id}/workflows
  // proves: note The workflow list takes status, sort and direction
  // U-14
  it.each([
    ['', ['2', '3', '1']],
    ['?direction=desc', ['1', '3', '2']],
    ['?sort=name', ['2', '1', '3']],
    ['?sort=name&direction=desc', ['3', '1', '2']],
    ['?status=active', ['1']],
    ['?status=draft', ['2']],
    ['?status=paused', ['3']],
    ['?status=all', ['2', '3', '1']],
  ])('the list of workflows is filtered and sorted by %s', async (query, ids) => {
    await using server = await startServer({ seed: mailingAccount({ workflows }) });
    await expectSorted(server, 'workflows', query, { ids });
  });
});

describe('activating a workflow', () => {
  // U-16, U-52
  it.each([
    ['activate', { status: 'paused', triggers: [] }, 'triggers: presence_error'],
    ['activate', { status: 'paused', triggers: [broken, broken] }, 'triggers: presence_error'],
    ['activate', { status: 'active', triggers: [trigger] }, 'status: unavailable_error'],
    ['pause', { status: 'paused', triggers: [trigger] }, 'status: unavailable_error'],
    ['pause', { status: 'draft', triggers: [trigger] }, 'status: unavailable_error'],
  ])('it is refused to %s a workflow with %j', async (move, workflow, issue) => {
    await using server = await startServer({ seed: seed(workflow) });
    const answer = await server.send('POST', `workflows/1/${move}`);
    expect([answer.status, issuesIn(answer)]).toEqual([422, [issue]]);
    expect(await one(server, 'workflows/1')).toMatchObject({ status: workflow.status });
  });
});

describe('starting a subscriber on a workflow', () => {
  it('starting a workflow accepts all arguments and creates an unknown subscriber', async () => {
    await using server = await startServer({ seed: seed() });
    const profile = {
      ...{
        email: 'new@acme.test',
        first_name: 'Cy',
        last_name: 'Oar',
        phone: '218 555 0100',
        user_id: 'u-1',
      },
      ...{ address1: '1 Dock', address2: 'Deck 2', city: 'Duluth', state: 'MN', zip: '55802', country: 'US' },
      ...{ time_zone: 'America/Chicago', custom_fields: { plan: 'pro' }, tags: ['vip'] },
      ...{ prospect: false, eu_consent: 'denied' },
    };
    await start201(server, { ...profile, eu_consent_message: 'No' });
    const subscriber = await server.subscriber('new@acme.test');
    expect(subscriber).toMatchObject(profile);
    expect(await members(server)).toEqual(['bob', subscriber.id]);
  });

  it("starting a workflow emits events for the subscriber's changed attributes", async () => {
    await using server = await startServer({ seed: seed() });
    const record = { id: 'ann', tags: ['vip'], first_name: 'Ann' };
    const tagged = [['subscriber.applied_tag', { tag: 'vip' }]];
    expect(await eventsOf(server, () => start201(server, record))).toEqual(tagged);
    expect(await eventsOf(server, () => start201(server, record))).toEqual([]);
    expect(await server.subscriber('ann')).toMatchObject({ first_name: 'Ann', tags: ['vip'] });
  });

  // U-57
  it('starting a subscriber who is already on the workflow changes nothing', async () => {
    await using server = await startServer({ seed: seed() });
    const before = await server.memberships();
    server.clock.set('2026-04-01T00:00:00Z');
    await start201(server, { id: 'bob' });
    expect(await server.memberships()).toEqual(before);
  });

  // U-57
  // proves: note Nobody is added to a workflow that is not active
  it.each(['draft', 'paused'])('a %s workflow adds no subscriber but returns them', async (status) => {
    await using server = await startServer({ seed: seed({ status }) });
    const { body } = await start201(server, { email: 'new@acme.test', tags: ['vip'] });
    expect(body.subscribers).toEqual([await server.subscriber('new@acme.test')]);
    expect(await members(server)).toEqual(['bob']);
  });

  it('starting an unknown id or an unknown workflow is not found', async () => {
    await using server = await startServer({ seed: seed() });
    const post = (path: string, record: object) => server.post(path, { subscribers: [record] });
    expect((await post('workflows/1/subscribers', { id: 'nobody' })).status).toBe(404);
    expect((await post('workflows/404/subscribers', { email: 'new@acme.test' })).status).toBe(404);
    expect((await server.get('subscribers/new@acme.test')).status).toBe(404);
    expect((await server.delete('workflows/404/subscribers/bob')).status).toBe(404);
    expect((await server.delete('workflows/1/subscribers/nobody')).status).toBe(404);
    expect(await members(server)).toEqual(['bob']);
  });

  it('deleting a subscriber ends their workflows', async () => {
    await using server = await startServer({ seed: seed() });
    await server.delete('subscribers/bob');
    expect(await members(server)).toEqual([]);
  });
});
