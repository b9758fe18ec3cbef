import { expect, it } from 'vitest';
import { createServer, type LogEntry } from '../src/index.ts';
import { basic, scenariosOverHttp } from './harness.ts';

/** Collects the entries of a log. */
function collector() {
  const entries: LogEntry[] = [];
  return { entries, log: (entry: LogEntry) => void entries.push(entry) };
}

// U-232
scenariosOverHttp('the log', (start) => {
  it('has an entry for each request, whether it succeeds or not', async () => {
    const { entries, log } = collector();
    await using server = await start({ log });
    await server.get('tags?sort=name&email=ann%40acme.test');
    await server.send('GET', 'tags', { token: 'wrong-token' });
    await server.get('/_admin/accounts');
    await server.get('/healthz');
    const requests = entries.filter(({ event }) => event === 'request');
    const [found] = await server.requests.find();
    expect(requests).toMatchObject([
      {
        ...{ level: 'warn', requestId: found?.id, account: '9999999', operation: 'tags.list', method: 'GET' },
        ...{ path: '/v2/9999999/tags', query: 'sort=name&email=[redacted]', status: 200 },
        warnings: ['unknown parameter sort', 'unknown parameter email'],
      },
      { level: 'warn', operation: 'tags.list', status: 401, warnings: [] },
      { level: 'info', operation: 'admin', path: '/_admin/accounts', status: 200 },
    ]);
    for (const entry of requests) expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.stringify(entries)).not.toMatch(/olive-token|wrong-token|b2xpdmUt/);
  });

  it('has the internal errors with the request that failed, and does not repeat its credentials', async () => {
    const { entries, log } = collector();
    const errors: unknown[][] = [];
    await using server = await start({
      log,
      onRequest: () => {
        throw new Error('cannot note the request with olive-token');
      },
      onError: (...args) => errors.push(args),
    });
    await server.get('tags');
    const [request, error] = entries.slice(-2);
    expect(request).toMatchObject({ event: 'request', status: 200 });
    expect(error).toMatchObject({
      ...{ event: 'error', level: 'error' },
      error: { name: 'Error', message: 'cannot note the request with [redacted]' },
      requestId: request?.event === 'request' && request.requestId,
    });
    expect(errors).toEqual([
      [expect.any(Error), request?.event === 'request' ? request.requestId : undefined],
    ]);
    expect(JSON.stringify(entries)).not.toContain('olive-token');
  });

  it('names the injected fault, and has no status for a dropped connection', async () => {
    const { entries, log } = collector();
    await using server = await start({ log });
    await server.faults.add({ id: 'cut', drop: 'before' });
    await expect(server.get('tags')).rejects.toThrow();
    const [entry] = entries.filter(({ event }) => event === 'request');
    expect(entry).toMatchObject({ faultId: 'cut', operation: 'tags.list' });
    expect(entry).not.toHaveProperty('status');
  });
});

it('the log has the start, the port and the end of a server once', async () => {
  const { entries, log } = collector();
  const server = await createServer({ log });
  const url = await server.listen();
  await Promise.all([server.close(), server.close()]);
  await server.close();
  const { pid } = process;
  const time = expect.any(String);
  expect(entries).toEqual([
    { time, level: 'info', event: 'start', pid, skippedAccounts: [] },
    { time, level: 'info', event: 'listen', pid, url },
    { time, level: 'info', event: 'closing', pid },
    { time, level: 'info', event: 'stop', pid },
  ]);
});

it('without onError, the log alone has internal errors', async () => {
  const { entries, log } = collector();
  await using server = await createServer({
    log,
    onRequest: () => {
      throw new Error('cannot note the request');
    },
  });
  const headers = { authorization: basic('trickle_demo_token') };
  expect((await server.fetch(new Request('http://x.test/v2/user', { headers }))).status).toBe(200);
  expect(entries.at(-1)).toMatchObject({ event: 'error', error: { message: 'cannot note the request' } });
});
