import { contract } from '@trickle/sdk/contract';
import { expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { ANN, tag, withReceiver } from './webhook-account.ts';
import { status } from './webhook-receiver.ts';

/** The values of metrics by name and labels, as in `trickle_jobs_due{kind="webhook"}`. */
async function scrape(server: TestServer): Promise<Record<string, number>> {
  const { status: code, text } = await server.get('/metrics');
  expect(code).toBe(200);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

// U-231
scenarios('metrics', (start) => {
  it('requests are counted by operation and status, with their durations', async () => {
    await using server = await start({ metrics: true });
    await server.get('tags');
    await server.get('tags');
    await server.send('GET', 'tags', { token: 'wrong' });
    await server.get('/secret/path?token=abc');
    await server.get('/_admin/accounts');
    const found = await scrape(server);
    expect(found).toMatchObject({
      'trickle_requests_total{operation="tags.list",status="200"}': 2,
      'trickle_requests_total{operation="tags.list",status="401"}': 1,
      'trickle_requests_total{operation="other",status="404"}': 1,
      'trickle_requests_total{operation="admin",status="200"}': 1,
      'trickle_request_duration_seconds_count{operation="tags.list"}': 3,
      trickle_database_up: 1,
    });
    expect(found['trickle_request_duration_seconds_sum{operation="tags.list"}']).toBeGreaterThan(0);
    expect(found.process_cpu_seconds_total).toBeGreaterThan(0);
  });

  it('a scrape is neither counted nor recorded, and meets no faults', async () => {
    await using server = await start({ metrics: true });
    await server.faults.add({ path: '/**', status: 500 });
    await scrape(server);
    const found = await scrape(server);
    expect(Object.keys(found).filter((name) => name.startsWith('trickle_requests_total'))).toEqual([]);
    expect(await server.requests.find()).toEqual([]);
  });

  it('the access rules are those of the admin API', async () => {
    await using server = await start({ metrics: true, adminPassword: 'open sesame' });
    const ask = async (asked: TestServer, headers: Record<string, string>) =>
      (await asked.fetch(new Request(`${asked.url}/metrics`, { headers }))).status;
    expect(await ask(server, {})).toBe(401);
    expect(await ask(server, { authorization: `Basic ${btoa('prometheus:open')}` })).toBe(401);
    expect(await ask(server, { authorization: `Basic ${btoa('prometheus:open sesame')}` })).toBe(200);
    expect(await ask(server, { authorization: 'Bearer x', origin: 'https://evil.example' })).toBe(403);
    await using local = await start({ metrics: true });
    expect(await ask(local, { 'x-forwarded-for': '203.0.113.7' })).toBe(403);
  });

  it('without the option there are no metrics', async () => {
    await using server = await start();
    expect((await server.get('/metrics')).status).toBe(404);
    expect(await server.requests.find()).toEqual([]);
  });

  it('rejected requests are counted by the limit that rejected them', async () => {
    await using server = await start({ metrics: true, limits: { individual: 3, batch: 1, records: 1 } });
    await server.faults.add({ operation: 'tags.list', status: 429 });
    await server.get('tags');
    const records = [{ email: 'a@acme.test' }, { email: 'b@acme.test' }];
    const batch = { batches: [{ subscribers: records }] };
    await server.post('subscribers/batches', batch);
    await server.post('subscribers/batches', batch);
    for (let i = 0; i < 4; i++) await server.get('campaigns');
    const found = await scrape(server);
    for (const [limit, count] of Object.entries({
      records: 1,
      batch: 1,
      subscriber: 0,
      individual: 1,
      script: 0,
    })) {
      expect(found[`trickle_rate_limit_refusals_total{limit="${limit}"}`], limit).toBe(count);
    }
  });

  it('emails are counted', async () => {
    const emails = [{ subject: 'Hello', html_body: '<p>Hi</p>' }];
    const subscribers = [{ email: ANN.email }, { email: 'bo@acme.test' }];
    const campaign = { name: 'Welcome', status: 'active' as const, emails, subscribers };
    const seed = mailingAccount({ subscribers, campaigns: [campaign] });
    await using server = await start({ metrics: true, seed });
    await server.advance({ days: 2 });
    expect(await server.outbox()).toHaveLength(2);
    expect((await scrape(server)).trickle_emails_sent_total).toBe(2);
  });
});

it('a rejected concurrent update of a subscriber is counted', async () => {
  await using server = await startServer({ metrics: true, limits: {} });
  await Promise.all([server.upsert({ email: ANN.email }), server.upsert({ email: ANN.email })]);
  expect((await scrape(server))['trickle_rate_limit_refusals_total{limit="subscriber"}']).toBe(1);
});

it('due jobs are counted by kind, with the age of the oldest, and attempts by the status of the receiver', async () => {
  const answers = [500, 200];
  await using account = await withReceiver(
    startServer,
    (response, ...rest) => status(answers.shift() ?? 200)(response, ...rest),
    { events: ['subscriber.applied_tag'] },
    { metrics: true },
  );
  const { server } = account;
  await tag(server, 'vip');
  await server.settle();
  expect(await scrape(server)).toMatchObject({
    'trickle_webhook_attempts_total{result="5xx"}': 1,
    'trickle_webhook_attempts_total{result="2xx"}': 0,
    'trickle_jobs_due{kind="webhook"}': 0, // the retry is not due yet
  });
  server.clock.set('2026-03-06T13:00:00Z');
  const due = await scrape(server);
  expect(due['trickle_jobs_due{kind="webhook"}']).toBe(1);
  expect(due['trickle_jobs_oldest_due_age_seconds{kind="webhook"}']).toBeGreaterThan(3500);
  expect(due['trickle_jobs_oldest_due_age_seconds{kind="webhook"}']).toBeLessThan(3600);
  await server.settle();
  expect(await scrape(server)).toMatchObject({
    'trickle_webhook_attempts_total{result="2xx"}': 1,
    'trickle_jobs_due{kind="webhook"}': 0,
    'trickle_jobs_oldest_due_age_seconds{kind="webhook"}': 0,
  });
});

it('no label has a value that clients choose', async () => {
  await using server = await startServer({ metrics: true });
  for (let i = 0; i < 20; i++) {
    await server.send('GET', `/path-${i}/x`);
    await server.send('GET', `/v2/account-${i}/tags`);
    await server.send('GET', `/_admin/thing-${i}`);
    await server.send('GET', `/oauth/x${i}?code=secret${i}`);
    await server.send(`METHOD${i}`, '/v2/9999999/tags');
  }
  const known = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.keys(endpoints).map((name) => `${noun}.${name}`),
  );
  const labels = Object.keys(await scrape(server)).flatMap((name) =>
    Array.from(name.matchAll(/operation="([^"]*)"/g), ([, value = '']) => value),
  );
  expect(new Set(labels.filter((label) => !known.includes(label)))).toEqual(
    new Set(['admin', 'oauth', 'other']),
  );
});
