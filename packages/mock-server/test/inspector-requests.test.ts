import { PLAIN } from '@trickle/design/terminal';
import { describe, expect, it } from 'vitest';
import { requestLines } from '../src/cli/request-line.ts';
import type { Json } from './admin-client.ts';
import { TOKENS } from './boat-shop.ts';
import { basic, scenarios, scenariosOverHttp, startServer, type TestServer } from './harness.ts';

/** The newest recorded request. */
async function lastOf({ admin }: TestServer): Promise<Json> {
  const [{ id }] = (await admin.get('/requests?limit=1&order=newest')).body.requests;
  return (await admin.get(`/requests/${id}`)).body;
}

scenariosOverHttp('a recorded request', (start) => {
  it('a recorded request has its headers without credentials, its response and its duration', async () => {
    await using server = await start();
    await server.send('POST', 'subscribers', {
      headers: { cookie: 'secret=1', 'x-trace': 'abc' },
      body: { subscribers: [{ email: 'cy@acme.test' }] },
    });
    const body = await lastOf(server);
    expect(body.operation).toBe('subscribers.upsert');
    expect(body.request_headers).toMatchObject({
      authorization: 'Basic [redacted]',
      cookie: '[redacted]',
      'x-trace': 'abc',
    });
    expect(JSON.stringify(body)).not.toContain(basic(TOKENS.owner));
    expect(body.response_headers['content-type']).toBe('application/vnd.api+json');
    expect(body.response_body.subscribers[0].email).toBe('cy@acme.test');
    expect([body.response_truncated, body.milliseconds > 0]).toEqual([false, true]);
    expect((await server.admin.get('/requests/none')).status).toBe(404);
    expect((await server.admin.get(`/requests/${body.id}?account_id=8888888`)).status).toBe(404);
  });

  it('secrets in a query, and in the URLs of headers, are recorded nowhere', async () => {
    const lines: string[] = [];
    await using server = await start({
      onRequest: (request) => lines.push(requestLines(request, undefined, PLAIN)),
    });
    const secret = 'hush-hush';
    const query = ['client_secret', 'code', 'access_token', 'api_key', 'code_verifier']
      .map((name) => `${name}=${secret}`)
      .join('&');
    await server.send('GET', `tags?page=7&${query}`, { headers: { referer: `https://app.test/?${query}` } });
    await server.send('POST', `/oauth/token?${query}&grant_type=authorization_code`);
    await server.faults.add({ path: '/none', status: 503 });
    await server.send('POST', '/oauth/token', { body: new URLSearchParams(query).toString() });
    const { requests } = (await server.admin.get('/requests')).body;
    expect(requests).toHaveLength(3);
    expect(requests[0].query).toMatchObject({ page: '7', client_secret: '[redacted]' });
    const shown = [lines, requests, await server.requests.find(), await server.exportState()];
    for (const { id } of requests) shown.push((await server.admin.get(`/requests/${id}`)).body);
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('rejected requests and injected faults are recorded with their responses', async () => {
    await using server = await start();
    await server.upsert({ email: 'no address' });
    expect((await lastOf(server)).response_body.errors).toMatchObject([{ code: 'email_error' }]);
    await server.get('subscribers/nobody');
    expect((await lastOf(server)).response_body.errors).toMatchObject([{ code: 'not_found_error' }]);
    await server.send('GET', 'tags', { token: 'wrong' });
    expect((await lastOf(server)).response_body).toBe('HTTP access denied.\n');
    await server.faults.add({ status: 503, answer: { out: 'of order' } });
    await server.get('tags');
    expect(await lastOf(server)).toMatchObject({ status: 503, response_body: { out: 'of order' } });
  });

  it('only the first 64 KB of a long response are recorded', async () => {
    await using server = await start();
    const long = Array.from({ length: 15 }, (_, i) => [`long_${i}`, 'x'.repeat(5000)]);
    await server.upsert({ email: 'cy@acme.test', custom_fields: Object.fromEntries(long) });
    const body = await lastOf(server);
    expect([body.response_truncated, body.response_body.length]).toEqual([true, 65_536]);
  });

  it('the summary of a list has no bodies, and a search reads path, query and body', async () => {
    await using server = await start();
    await server.upsert({ email: 'cy@acme.test' });
    await server.get('tags?page=7');
    const { requests } = (await server.admin.get('/requests?fields=summary')).body;
    expect(requests.map(({ body }: Json) => body)).toEqual([undefined, undefined]);
    const paths = async (search: string) =>
      (await server.admin.get(`/requests?search=${search}`)).body.requests.map(({ path }: Json) => path);
    expect(await paths('CY@ACME')).toEqual(['/v2/9999999/subscribers']);
    expect(await paths('page=7')).toEqual(['/v2/9999999/tags']);
    expect(await paths('nothing')).toEqual([]);
  });

  it('a list is narrowed by ranges of statuses and durations and by outcomes, page by page', async () => {
    await using server = await start();
    await server.upsert({ email: 'cy@acme.test' });
    await server.upsert({ email: 'cy@acme.test', frist_name: 'Cy' });
    await server.upsert({ email: 'no address' });
    await server.faults.add({ status: 503, times: 1 });
    await server.get('tags');
    await server.faults.add({ drop: 'before', times: 1 });
    await server.get('tags').catch(() => undefined);
    const found = async (filter: string) => {
      const { status, body } = await server.admin.get(`/requests?limit=2&${filter}`);
      if (status !== 200) return body.errors[0].attribute;
      const rest =
        body.next_cursor && (await server.admin.get(`/requests?${filter}&cursor=${body.next_cursor}`));
      return [...body.requests, ...(rest?.body.requests ?? [])].map(({ seq }: Json) => seq).join();
    };
    const [first] = (await server.admin.get('/requests')).body.requests;
    const nth = (...places: number[]) => places.map((place) => first.seq + place).join();
    for (const [filter, expected] of [
      ['status=422', nth(2)],
      ['status=2xx', nth(0, 1)],
      ['status=>=400', nth(2, 3)],
      ['status=<500', nth(0, 1, 2)],
      ['status=400..422', nth(2)],
      ['status=many', 'status'],
      ['duration=>=0', nth(0, 1, 2, 3, 4)],
      ['duration=<0', ''],
      ['duration=4x', 'duration'],
      ['outcome=good', nth(0, 1)],
      ['outcome=failed', nth(2, 3, 4)],
      ['outcome=warned', nth(1)],
      ['outcome=fault', nth(3, 4)],
      ['outcome=failed&status=5xx', nth(3)],
    ] as const)
      expect(await found(filter), filter).toBe(expected);
  });
});

scenarios('requests that the admin API sends', (start) => {
  it('a request is sent with a token of the account and recorded like any other', async () => {
    await using server = await start();
    const { status, body } = await server.admin.post('/requests/send', {
      method: 'POST',
      path: '/v2/9999999/subscribers?x=1',
      body: { subscribers: [{ email: 'cy@acme.test', frist_name: 'Cy' }] },
      headers: { 'x-trace': 'abc' },
    });
    expect([status, body.status, body.body.subscribers[0].email]).toEqual([200, 200, 'cy@acme.test']);
    expect(body.headers['x-trickle-warnings']).toContain('frist_name');
    const { body: recorded } = await server.admin.get(`/requests/${body.request_id}`);
    expect(recorded).toMatchObject({
      operation: 'subscribers.upsert',
      request_headers: { 'x-trace': 'abc' },
    });
    const { events } = (await server.admin.get('/events?event=subscriber.created&limit=1&order=newest')).body;
    expect(events[0].cause).toEqual({ type: 'request', id: body.request_id });
  });

  it('a rejected request is answered with its rejection, and a dropped one without a status', async () => {
    await using server = await start();
    const get = { method: 'GET', path: '/v2/9999999/subscribers/nobody' };
    expect((await server.admin.post('/requests/send', get)).body).toMatchObject({ status: 404 });
    await server.faults.add({ drop: 'before' });
    expect((await server.admin.post('/requests/send', get)).body).toMatchObject({
      request_id: expect.any(String),
      status: null,
      body: null,
    });
  });

  it('nothing is sent elsewhere', async () => {
    await using server = await start();
    for (const path of [
      ...['https://elsewhere.test/v2/9999999/tags', '//elsewhere.test/v2/9999999/tags'],
      ...['/_admin/state', '/v2/../_admin/state', '/client/9999999', 'v2/9999999/tags', '/v2/8888888/tags'],
    ]) {
      const { status } = await server.admin.post('/requests/send', { method: 'GET', path });
      expect([path, status, await server.requests.find()]).toEqual([path, 422, []]);
    }
  });
});

describe('the size of the request log', () => {
  it('recorded responses count towards its limit', async () => {
    await using server = await startServer({ retention: { characters: 3000 } });
    for (let i = 0; i < 20; i++) await server.get('subscribers');
    const kept = (await server.requests.find()).length;
    const { text } = await server.get('subscribers');
    expect(kept).toBe(Math.floor(3000 / text.length));
  });
});
