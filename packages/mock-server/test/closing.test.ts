import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSignatures } from '../src/admin/server-control.ts';
import { createServer, ServerClosed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { basic, startServer } from './harness.ts';
import { EMAIL, mailingAccount } from './mailing-account.ts';
import { sendRaw } from './raw-request.ts';
import { Receiver } from './webhook-receiver.ts';

const account = { id: '9999999', users: [{ email: 'owner@acme.test', token: TOKENS.owner }] };
const headers = { authorization: basic(TOKENS.owner) };

/** Starts a request with an incomplete body. The returned function sends the rest. */
function beginRequest(url: string) {
  const [first, rest] = ['{"subscribers": [{"email": "ann', '@acme.test"}]}'];
  const outgoing = request(`${url}/v2/9999999/subscribers`, {
    method: 'POST',
    headers: { ...headers, 'content-length': first.length + rest.length },
  });
  outgoing.write(first);
  return { outgoing, finish: () => outgoing.end(rest) };
}

describe('closing a server', () => {
  // U-162
  it('closing lets a request in progress finish and rejects new ones', async () => {
    await using server = await createServer({ seed: { accounts: [account] } });
    const url = await server.listen();
    await server.faults.add({ operation: 'tags.list', latency: 600_000 });
    const delayed = fetch(`${url}/v2/9999999/tags`, { headers });
    const half = beginRequest(url);
    const answered = once(half.outgoing, 'response');
    await fetch(`${url}/v2/user`, { headers });
    const closed = server.close({ within: 60_000 });
    expect((await delayed).status).toBe(200);
    half.finish();
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toContain('ann@acme.test');
    await closed;
    await expect(fetch(`${url}/v2/user`, { headers })).rejects.toThrow('fetch failed');
  });

  // U-162
  it('closing does not wait for idle connections, and stops waiting after the timeout', async () => {
    const server = await createServer({ seed: { accounts: [account] } });
    const url = await server.listen();
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.write('GET /v2/user HTTP/1.1\r\nhost: x');
    const idleEnd = once(idle, 'close');
    idle.resume();
    const half = beginRequest(url);
    const cut = once(half.outgoing, 'error');
    await fetch(`${url}/v2/user`, { headers });
    const closed = server.close({ within: 60_000 });
    await idleEnd;
    await server.close({ within: 0 }); // like a second signal
    await closed;
    const [error] = await cut;
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  // U-162
  it('closing lets a job in progress finish', async () => {
    const arrived = Promise.withResolvers<() => void>();
    await using receiver = await Receiver.start((response) => arrived.resolve(() => response.end()));
    const webhooks = [{ post_url: receiver.url }];
    const server = await createServer({ seed: { accounts: [{ ...account, webhooks }] } });
    const url = 'http://x.test/v2/9999999/subscribers';
    const body = '{"subscribers": [{"email": "ann@acme.test"}]}';
    await server.fetch(new Request(url, { method: 'POST', headers, body }));
    const answer = await arrived.promise;
    let isClosed = false;
    const closed = server.close({ within: 60_000 }).then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    answer();
    await closed;
  });

  // U-162
  it.each([
    ['says nothing', ''],
    ['drips', '2'],
  ])('closing is not blocked by a mail server that %s', async (_, greeting) => {
    const mailServer = createNetServer((socket) => {
      const drip = () => socket.write(greeting, () => setImmediate(drip));
      socket.on('error', () => {});
      if (greeting !== '') drip();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void mailServer.close());
    await once(mailServer, 'listening');
    const connected = once(mailServer, 'connection');
    const smtp = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`;
    const subscribers = [{ email: 'ann@acme.test' }];
    const campaigns = [{ name: 'Tides', status: 'active' as const, emails: [EMAIL], subscribers }];
    const server = await startServer({ seed: mailingAccount({ subscribers, campaigns }), smtp });
    const settled = server.server.settle();
    const [socket] = await connected;
    const gone = once(socket, 'close');
    await server.server.close({ within: 0 });
    await gone; // nothing keeps the process alive
    await settled;
  });

  it('after closing, every function throws ServerClosed', async () => {
    const server = await createServer();
    const account = await server.createAccount();
    await server.close();
    await server.close();
    const names = (table: object): string[] =>
      Object.entries(table).flatMap(([name, entry]) =>
        'takes' in entry ? [name] : names(entry).map((inner) => `${name}.${inner}`),
      );
    const owners: [object, string][] = names(serverSignatures).map((name) => [server, name]);
    for (const [owner, name] of [...owners, [account, 'events'], [account, 'now']] as const) {
      const work = name
        .split('.')
        .reduce((at, part) => Reflect.get(at, part), owner) as unknown as () => unknown;
      expect(await (async () => work())().catch((error: unknown) => error), name).toBeInstanceOf(
        ServerClosed,
      );
    }
    const tags = new Request('http://x.test/v2/9999999/tags');
    await expect(server.fetch(tags)).rejects.toThrow('The server is closed.');
    await expect(server.connection.fetch('http://x.test/v2/9999999/tags')).rejects.toThrow(ServerClosed);
    await account[Symbol.asyncDispose](); // nothing is left to remove
  });

  it('closing waits for an in-process request', async () => {
    const server = await createServer({ seed: { accounts: [account] } });
    const answer = server.fetch(new Request('http://x.test/v2/user', { headers }));
    await server.close();
    expect((await answer).status).toBe(200);
    await expect(server.settle()).rejects.toThrow(ServerClosed);
  });
});

describe('the last answers of a server', () => {
  /** Asks over connections that stay open. Returns the header `Connection` of the answer. */
  const ask = async (url: string, agent: Agent) =>
    (await sendRaw(url, '/v2/user', { headers, agent })).headers.connection;

  // U-162
  it('say that their connection ends, from the beginning of the shutdown on', async () => {
    await using server = await createServer({ seed: { accounts: [account] } });
    const url = await server.listen();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect(await ask(url, agent)).toBe('keep-alive');
    const half = beginRequest(url); // before the shutdown begins
    const answered = once(half.outgoing, 'response');
    await ask(url, agent);
    const closed = server.close({ within: 60_000, drain: 60_000 });
    expect(await ask(url, agent)).toBe('close');
    half.finish();
    const [response] = await answered;
    expect(response.headers.connection).toBe('close');
    await text(response);
    await Promise.all([closed, server.close({ within: 0 })]);
  });
});
