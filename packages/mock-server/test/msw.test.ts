import { ConnectionError, createClient } from '@trickle/sdk';
import { type SetupServer, setupServer } from 'msw/node';
import { describe, expect, it, vi } from 'vitest';
import { createServer, type Server } from '../src/index.ts';
import { type MockOptions, mockHandlers, type RequestTarget, remote } from '../src/integrations/msw/index.ts';

const BASE_URL = 'https://api.service.test';

/** Replaces the service until the end of the scope. */
function standIn(target: RequestTarget, options: Partial<MockOptions> = {}): SetupServer & Disposable {
  const worker = setupServer(...mockHandlers(target, { baseUrl: BASE_URL, ...options }));
  worker.listen({ onUnhandledFrame: 'error' });
  return Object.assign(worker, { [Symbol.dispose]: () => worker.close() });
}

const clientOf = ({ connection: { accountId, apiKey } }: Server, baseUrl = BASE_URL) =>
  createClient({ baseUrl, accountId, apiKey, retries: 0 });

describe('mockHandlers with an in-process server', () => {
  it("mockHandlers answers the service's URL like the service", async () => {
    await using server = await createServer();
    using _ = standIn(server);
    const client = clientOf(server);
    const { data, response } = await client.subscribers.upsert({ email: 'ann@acme.test' }).withResponse();
    expect(data.href).toBe(`${BASE_URL}/v2/9999999/subscribers/${data.id}`);
    expect(response.headers.get('location')).toBe(data.href);
    await client.tags.apply({ email: 'ann@acme.test', tag: 'vip' });
    expect(await client.tags.list()).toEqual(['vip']);
    await client.subscribers.delete('ann@acme.test');
    await expect(client.subscribers.get('ann@acme.test')).rejects.toMatchObject({ status: 404 });
    expect(await server.requests.find({ operation: 'tags.apply' })).toHaveLength(1);
  });

  it('mockHandlers works below a path and passes on other hosts and paths', async () => {
    await using server = await createServer();
    using worker = standIn(server, { baseUrl: `${BASE_URL}/mail/` });
    const client = clientOf(server, `${BASE_URL}/mail`);
    expect(await client.tags.list()).toEqual([]);
    const others: string[] = [];
    worker.events.on('request:unhandled', ({ request }) => void others.push(request.url));
    vi.spyOn(console, 'error').mockReturnValue();
    for (const url of [`${BASE_URL}/mailing/v2/user`, 'https://other.service.test/v2/user']) {
      await fetch(url).then(
        (answer) => answer.text(),
        () => undefined,
      );
    }
    expect(others).toEqual([`${BASE_URL}/mailing/v2/user`, 'https://other.service.test/v2/user']);
  });

  it('mockHandlers fails for an unknown path and suggests a similar one', async () => {
    await using server = await createServer();
    using _ = standIn(server);
    const said: unknown[] = [];
    vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(...words));
    const answer = await fetch(`${BASE_URL}/v2/9999999/subscriber`);
    const message = 'Unknown path: GET /v2/9999999/subscriber. Did you mean /v2/{account_id}/subscribers?';
    expect([answer.status, await answer.json()]).toEqual([
      500,
      expect.objectContaining({ name: 'UnknownPath', message }),
    ]);
    expect(said[0]).toMatchObject({ name: 'UnknownPath', message });
  });

  it('mockHandlers can pass on unknown paths', async () => {
    await using server = await createServer();
    const said: string[] = [];
    using _ = standIn(server, { onUnknownPath: (message) => void said.push(message) });
    expect((await fetch(`${BASE_URL}/v3/9999999/pizza`)).status).toBe(404);
    // An unknown subscriber is not an unknown path.
    await expect(clientOf(server).subscribers.get('nobody')).rejects.toMatchObject({ status: 404 });
    expect(said).toEqual(['Unknown path: GET /v3/9999999/pizza.']);
  });

  it('mockHandlers breaks the connection if a fault does', async () => {
    await using server = await createServer();
    using _ = standIn(server);
    await server.faults.add({ operation: 'tags.list', drop: 'before', times: 1 });
    await expect(clientOf(server).tags.list()).rejects.toBeInstanceOf(ConnectionError);
    expect(await clientOf(server).tags.list()).toEqual([]);
  });
});

describe('mockHandlers with a remote server', () => {
  it('mockHandlers forwards requests and returns the responses', async () => {
    await using server = await createServer();
    using _ = standIn(remote(await server.listen()));
    const client = clientOf(server);
    const { data, response } = await client.subscribers.upsert({ email: 'ann@acme.test' }).withResponse();
    expect(response.headers.get('x-ratelimit-limit')).toBe('3600');
    await client.subscribers.delete(data.id);
    await expect(client.subscribers.get(data.id)).rejects.toMatchObject({ status: 404 });
    const [sent] = await server.expectRequest({ operation: 'subscribers.upsert', status: 200 });
    expect(sent?.body).toEqual({ subscribers: [{ email: 'ann@acme.test' }] });
  });

  it('mockHandlers fails like a connection if the server is not running', async () => {
    const server = await createServer();
    const url = await server.listen();
    await server.close();
    using _ = standIn(remote(url));
    await expect(clientOf(server).tags.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      request: { method: 'GET', url: expect.stringContaining('/v2/9999999/tags') },
    });
  });
});
