import { expect, it } from 'vitest';
import { createServer } from '../src/index.ts';
import { scenariosOverHttp, startServer } from './harness.ts';

// U-229
scenariosOverHttp('health and readiness', (start) => {
  it.each(['/healthz', '/readyz'])('%s answers without credentials, faults and entries', async (path) => {
    const seen: string[] = [];
    const onRequest = (request: { path: string }) => void seen.push(request.path);
    await using server = await start({ cors: false, adminPassword: 'open sesame', onRequest });
    await server.faults.add({ path: '/**', status: 500 });
    await server.faults.add({ drop: 'before' });
    const answer = await server.fetch(new Request(server.url + path));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({ status: path === '/healthz' ? 'ok' : 'ready' });
    expect(await server.requests.find()).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each(['/healthz', '/readyz'])('%s answers HEAD, and rejects other methods', async (path) => {
    await using server = await start();
    const ask = (method: string) => server.fetch(new Request(`${server.url}${path}?probe=1`, { method }));
    const head = await ask('HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await ask('POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await server.requests.find()).toEqual([]);
  });

  // U-162, U-230
  it('while a server drains it is not ready, but healthy, and still accepts requests', async () => {
    await using server = await start();
    const statuses = async () =>
      Promise.all(['/healthz', '/readyz', '/v2/user'].map(async (path) => (await server.get(path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const closed = server.server.close({ drain: 600_000 });
    expect((await server.get('/readyz')).body).toEqual({
      status: 'unavailable',
      reason: 'the server is closing',
    });
    expect(await statuses()).toEqual([200, 503, 200]);
    await server.server.close({ within: 0 });
    await closed;
  });
});

it('without draining, a closing server answers health and readiness until requests in progress are done', async () => {
  const server = await createServer();
  const closed = server.close();
  expect((await server.fetch(new Request('http://x.test/healthz'))).status).toBe(200);
  expect((await server.fetch(new Request('http://x.test/readyz'))).status).toBe(503);
  await expect(server.fetch(new Request('http://x.test/v2/user'))).rejects.toThrow('The server is closed.');
  await closed;
  await expect(server.fetch(new Request('http://x.test/healthz'))).rejects.toThrow('The server is closed.');
});

it('paths beside those of health and readiness belong to the service', async () => {
  await using server = await startServer();
  for (const path of ['/healthz/', '/healthz/x', '//readyz', '/v2/healthz', '/Readyz']) {
    expect((await server.get(path)).status, path).toBe(404);
  }
  expect(await server.requests.find()).toHaveLength(5);
});
