import { describe, expect, it } from 'vitest';
import type { Json } from './admin-client.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { livelyAccount, liven, startLively, startLivened } from './lively-account.ts';
import { shareLivened } from './shared-servers.ts';

const ID = '9999999';

const livened = shareLivened();

scenarios('the overview of the admin API', (start) => {
  it('the overview counts each hour, the records, the jobs and the failures', async () => {
    await using server = await startLively(start, { limits: {} });
    const seeded = (await server.events()).length; // no activity
    await liven(server, ID);
    server.clock.set('2026-03-06T13:30:00Z');
    await server.get('subscribers/nobody');
    const { body } = await server.admin.get('/overview?hours=3');
    expect([body.now, body.buckets.map(({ start }: Json) => start)]).toEqual([
      '2026-03-06T13:30:00.000Z',
      ['2026-03-06T11:00:00.000Z', '2026-03-06T12:00:00.000Z', '2026-03-06T13:00:00.000Z'],
    ]);
    expect(body.buckets[0]).toMatchObject({ requests: 0, events: 0, emails: 0, webhook_deliveries: 0 });
    expect(body.buckets[1]).toMatchObject({
      failed_requests: 0,
      events: (await server.events()).length - seeded,
      emails: 2,
      webhook_deliveries: 1,
      failed_webhook_deliveries: 1,
    });
    expect(body.buckets[2]).toMatchObject({ requests: 1, failed_requests: 1 });
    expect(body.counts).toMatchObject({ subscribers: 3, campaigns: 1, webhooks: 1, emails: 2, orders: 1 });
    expect(body.jobs).toMatchObject({ waiting: 3, failed: 0 });
    expect(body.failing_webhooks).toMatchObject([{ id: '1', status: 'active', failures: 1 }]);
    expect(body.limits).toMatchObject([
      { budget: 'individual', used: 1, limit: 3600, resets_at: expect.stringMatching(/^2026-03-06T1/) },
      { budget: 'batch', used: 0 },
      { budget: 'records', used: 0 },
    ]);
  });

  it('the hours of an account with its own clock are those of that clock', async () => {
    await using server = await startLively(start);
    const made = await server.admin.post('/accounts', { clock: { now: '2030-01-01T00:10:00Z', speed: 0 } });
    const { account_id: id, api_key: token } = made.body;
    const record = { subscribers: [{ email: 'a@b.test' }] };
    await server.send('POST', `/v2/${id}/subscribers`, { token, body: record });
    const { body } = await server.admin.get(`/overview?hours=1&account_id=${id}`);
    expect(body.buckets).toMatchObject([{ start: '2030-01-01T00:00:00.000Z', requests: 1, events: 2 }]);
  });

  it('an account has its users, tokens and limits, and the seed can be read', async () => {
    await using server = await startLively(start);
    const { body } = await server.admin.get(`/accounts/${ID}`);
    expect(body).toMatchObject({
      id: ID,
      has_own_clock: false,
      limits: null,
      settings: { name: `of-${ID}`, lead_scoring: { points: { 'Signed up': 10 } } },
      users: [{ role: 'owner', tokens: [{ kind: 'api' }] }],
    });
    expect((await server.admin.get('/seed')).body).toEqual({ seed: { accounts: [livelyAccount(ID)] } });
    expect((await server.admin.get('/accounts/1')).status).toBe(404);
  });
});

scenarios('the jobs of the admin API', (start) => {
  it('waiting jobs are listed by their time and can run at once', async () => {
    await using server = await startLivened(start);
    await server.faults.clear();
    const { body } = await server.admin.get('/jobs?limit=2');
    expect(body.jobs.map(({ kind, state }: Json) => [kind, state])).toEqual([
      ['webhook', 'waiting'],
      ['campaign_emails', 'waiting'],
    ]);
    expect(body.total).toBe(3);
    expect(body.jobs[1].cause).toEqual({ type: 'campaign', id: '1' });
    expect(body.jobs[1].payload).toEqual({ campaign_id: '1' });
    const rest = await server.admin.get(`/jobs?limit=2&cursor=${body.next_cursor}`);
    const [steps] = rest.body.jobs;
    expect([steps.kind, rest.body.next_cursor]).toEqual(['workflow_steps', null]);
    const ran = await server.admin.post(`/jobs/${encodeURIComponent(steps.id)}/run`);
    expect([ran.status, ran.body.state]).toEqual([200, 'done']);
    expect((await server.get('subscribers/ann')).text).toContain('"done"');
    expect((await server.admin.post('/jobs/none/run')).status).toBe(404);
    expect((await server.admin.post(`/jobs/${encodeURIComponent(steps.id)}/run`)).status).toBe(404);
  });

  it('background requests are listed with their progress, newest first', async () => {
    const server = await livened();
    const { requests, total } = (await server.admin.get('/background_requests')).body;
    const batch = { operation: 'subscribers.upsertBatch', state: 'done', records: 2, failed: 1 };
    expect(requests).toContainEqual(expect.objectContaining(batch));
    expect(total).toBe(requests.length);
    for (const { request_id: id } of requests) {
      expect((await server.admin.get(`/request_status/${id}`)).status).toBe(200);
    }
  });
});

describe('the stream of changes', () => {
  const open = async (server: TestServer, query = '') => {
    const response = await server.fetch(new Request(`${server.url}/_admin/changes/stream${query}`));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader?.read())?.value ?? '';
    expect(await next()).toBe(': listening\n\n');
    /** The topics of messages until one of them has come. */
    const topicsUntil = async (topic: string) => {
      const topics = new Set<string>();
      while (!topics.has(topic)) {
        for (const [, data = ''] of (await next()).matchAll(/^data: (.*)$/gm)) {
          for (const one of JSON.parse(data).topics) topics.add(one);
        }
      }
      return topics;
    };
    return { topicsUntil, next, cancel: () => reader?.cancel() };
  };

  it('a change is streamed with its topics, several in one message', async () => {
    await using server = await startLively(startServer);
    const { topicsUntil, cancel } = await open(server, `?account_id=${ID}`);
    const first = topicsUntil('events');
    await server.upsert({ email: 'cy@acme.test' });
    expect([...(await first)]).toEqual(expect.arrayContaining(['records', 'events']));
    expect(await topicsUntil('requests')).not.toContain('clock');
    await server.faults.add({ status: 503 });
    await topicsUntil('faults');
    await server.snapshot();
    await topicsUntil('checkpoints');
    await server.time.setSpeed(2);
    await topicsUntil('clock');
    await cancel();
  });

  it('the changes that happen while nobody reads are one message', async () => {
    await using server = await startLively(startServer);
    const response = await server.fetch(new Request(`${server.url}/_admin/changes/stream?account_id=${ID}`));
    const reader = response.body?.getReader();
    await server.faults.add({ status: 503 });
    await server.snapshot();
    await server.time.setSpeed(2);
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe(': listening\n\n');
    expect(await read()).toBe('event: change\ndata: {"topics":["faults","clock","checkpoints"]}\n\n');
    await reader?.cancel();
  });

  it('changes of other accounts are not streamed, and the stream ends with the server', async () => {
    const both = { accounts: [livelyAccount(ID), livelyAccount('8888888')] };
    const server = await startServer({ seed: both });
    const { topicsUntil, next } = await open(server, '?account_id=8888888');
    await liven(server, ID); // runs jobs, and adds a fault that they hit
    await server.snapshot({ accountId: ID });
    await server.admin.post('/accounts', { clock: { now: '2030-01-01T00:00:00Z', speed: 0 } });
    await server.faults.add({ account: '8888888', status: 503 });
    const topics = await topicsUntil('faults');
    // Users and tokens are shared: a new account has some.
    expect([...topics].filter((topic) => topic !== 'records')).toEqual(['faults']);
    await server.server.close();
    expect(await next()).toBe('');
  });
});
