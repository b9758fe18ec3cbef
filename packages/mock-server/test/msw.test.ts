import { ConnectionError, createClient } from '@trickle/sdk';
import { type SetupServer, setupServer } from 'msw/node';
import { describe, expect, it, vi } from 'vitest';
import { createServer, type Server } from '../src/index.ts';
import { type MockOptions, mockHandlers, type RequestTarget, remote } from '../src/msw/index.ts';

const BASE_URL = 'https://api.service.test';

/** Stands in for the service until the end of the scope. */
function standIn(target: RequestTarget, options: Partial<MockOptions> = {}): SetupServer & Disposable {
  const worker = setupServer(...mockHandlers(target, { baseUrl: BASE_URL, ...options }));
  worker.listen({ onUnhandledFrame: 'error' });
  return Object.assign(worker, { [Symbol.dispose]: () => worker.close() });
}

const clientOf = ({ connection: { accountId, apiKey } }: Server, baseUrl = BASE_URL) =>
  createClient({ baseUrl, accountId, apiKey, retries: 0 });

describe('mockHandlers of a server in the process', () => {
  it('answer the URL of the service, as the service', async () => {
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
    expect(server.requests.find({ operation: 'tags.apply' })).toHaveLength(1);
  });

  it('stand in below a path, and leave other hosts and other paths to others', async () => {
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

  it('fail by name for a path that the service does not have, and say which is near', async () => {
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

  it('tell of such a path in another way, if asked to', async () => {
    await using server = await createServer();
    const said: string[] = [];
    using _ = standIn(server, { onUnknownPath: (message) => void said.push(message) });
    expect((await fetch(`${BASE_URL}/v3/9999999/pizza`)).status).toBe(404);
    // A person who is not there is no path that is not there.
    await expect(clientOf(server).subscribers.get('nobody')).rejects.toMatchObject({ status: 404 });
    expect(said).toEqual(['Unknown path: GET /v3/9999999/pizza.']);
  });

  it('break the connection where a fault does', async () => {
    await using server = await createServer();
    using _ = standIn(server);
    server.faults.add({ operation: 'tags.list', drop: 'before', times: 1 });
    await expect(clientOf(server).tags.list()).rejects.toBeInstanceOf(ConnectionError);
    expect(await clientOf(server).tags.list()).toEqual([]);
  });
});

describe('mockHandlers of a remote server', () => {
  it('send on what comes, and answer what it answers', async () => {
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

  it('fail as a connection does when it is not there', async () => {
    const server = await createServer();
    const url = await server.listen();
    await server.close();
    using _ = standIn(remote(url));
    await expect(clientOf(server).tags.list()).rejects.toBeInstanceOf(ConnectionError);
  });
});
