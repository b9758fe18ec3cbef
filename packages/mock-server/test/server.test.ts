import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createServer } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { basic, scenariosOverHttp, startServer, type TestServer } from './harness.ts';
import { message, postMessages } from './script-shop.ts';

describe('connection', () => {
  it('connection has all that a client needs to call the server without a port', async () => {
    await using server = await createServer();
    const { baseUrl, accountId, apiKey, fetch } = server.connection;
    const headers = { authorization: basic(apiKey) };
    const answer = await fetch(`${baseUrl}/v2/${accountId}/tags`, { headers });
    expect([answer.status, await answer.json()]).toEqual([200, { tags: [] }]);
    const posted = await fetch(new URL(`${baseUrl}/v2/${accountId}/tags`), {
      method: 'POST',
      headers,
      body: JSON.stringify({ tags: [{ email: 'ann@acme.test', tag: 'vip' }] }),
    });
    expect(posted.status).toBe(201);
    const again = await fetch(new Request(`${baseUrl}/v2/${accountId}/tags`, { headers }));
    expect(await again.json()).toEqual({ tags: ['vip'] });
  });

  it("connection is that of the first account's owner", async () => {
    await using server = await startServer();
    expect(server.connection).toMatchObject({ accountId: '9999999', apiKey: TOKENS.owner });
  });
});

describe('publicUrl', () => {
  it('publicUrl is the base of links to records, without the trailing slash', async () => {
    for (const publicUrl of ['https://api.acme.test', 'https://api.acme.test/']) {
      await using server = await startServer({ publicUrl });
      expect((await server.subscriber('p2')).href).toBe('https://api.acme.test/v2/9999999/subscribers/p2');
      const { headers, body } = await server.upsert({ id: 'p2' });
      expect(headers.get('location')).toBe('https://api.acme.test/v2/9999999/subscribers/p2');
      expect(body.links).toEqual({
        'subscribers.account': 'https://api.acme.test/v2/accounts/{subscribers.account}',
      });
    }
  });

  it('publicUrl with a path of a proxy leaves the connection working', async () => {
    await using server = await createServer({ publicUrl: 'https://acme.test/mail/' });
    const { baseUrl, accountId, apiKey, fetch } = server.connection;
    const headers = { authorization: basic(apiKey) };
    const answer = await fetch(`${baseUrl}/v2/accounts/${accountId}`, { headers });
    const { accounts } = await answer.json();
    expect(accounts).toMatchObject([{ href: 'https://acme.test/mail/v2/accounts/9999999' }]);
  });
});

describe('listen', () => {
  it('listen returns a URL with a separate port for each server', async () => {
    await using one = await createServer();
    await using two = await createServer();
    const urls = [await one.listen(), await two.listen({ host: 'localhost' })];
    expect(urls[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(urls[1]).toMatch(/^http:\/\/localhost:\d+$/);
    expect(new Set(urls.map((url) => new URL(url).port)).size).toBe(2);
    for (const url of urls) expect((await fetch(`${url}/v2/user`)).status).toBe(401);
  });

  it('listen throws the second time, sequentially or concurrently', async () => {
    await using server = await createServer();
    const both = await Promise.allSettled([server.listen(), server.listen()]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(server.listen()).rejects.toThrow(/is already listening on http:\/\/127/);
  });

  it('listen reports a port in use, and can be repeated with another port', async () => {
    await using one = await createServer();
    await using two = await createServer();
    const port = Number(new URL(await one.listen()).port);
    await expect(two.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await fetch(`${await two.listen()}/v2/user`)).status).toBe(401);
  });

  it('listen serves the same server as in-process requests', async () => {
    await using server = await startServer({ road: 'over a socket' });
    await server.save({ email: 'cy@acme.test' });
    const headers = { authorization: basic(TOKENS.owner) };
    const url = 'http://trickle.localhost/v2/9999999/subscribers/cy@acme.test';
    expect((await server.server.fetch(new Request(url, { headers }))).status).toBe(200);
  });
});

describe('close', () => {
  it('close releases the port and can be repeated', async () => {
    const server = await createServer();
    const url = await server.listen();
    await server.close();
    await server.close();
    await expect(fetch(`${url}/v2/user`)).rejects.toThrow('fetch failed');
    await using next = await createServer();
    await next.listen({ port: Number(new URL(url).port) });
  });

  it('close is called at the end of an `await using` scope', async () => {
    let url: string;
    {
      await using server = await createServer();
      url = await server.listen();
    }
    await expect(fetch(`${url}/v2/user`)).rejects.toThrow('fetch failed');
  });
});

scenariosOverHttp('long bodies', (start) => {
  it('a body can have up to 5 MB', async () => {
    await using server = await start();
    const body = JSON.stringify({ subscribers: [{ email: 'ann@acme.test' }] });
    expect((await server.post('subscribers', body.padEnd(5_000_000))).status).toBe(200);
    const answer = await server.post('subscribers', body.padEnd(5_000_001));
    expect(answer.status).toBe(413);
    expect(answer.body.errors?.[0]?.message).toBe('The body is longer than 5000000 bytes.');
  });

  it('the length of a body is measured in bytes, announced or not', async () => {
    await using server = await start({ bodyLimit: 1000 });
    expect((await server.upsert({ email: 'ann@acme.test', city: 'å'.repeat(480) })).status).toBe(413);
    const statusOf = async (length: number) =>
      (await server.fetch(streamed(server, new Blob([' '.repeat(length)]).stream()))).status;
    expect([await statusOf(800), await statusOf(1200)]).toEqual([400, 413]);
  });
});

const AUTHORIZATION = `Authorization: ${basic(TOKENS.owner)}`;

/** A request of the owner that creates subscribers from a stream. */
const streamed = (server: TestServer, body: ReadableStream) =>
  new Request(`${server.url}/v2/9999999/subscribers`, {
    method: 'POST',
    headers: { authorization: basic(TOKENS.owner) },
    body,
    duplex: 'half',
  } as RequestInit);

describe('broken connections', () => {
  it('a connection that breaks off within a body changes nothing and is not an internal error', async () => {
    await using server = await startServer({ road: 'over a socket' });
    const before = await server.state();
    const whole = JSON.stringify({ subscribers: [{ email: 'cy@acme.test' }] });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = `POST /v2/9999999/subscribers HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}`;
    const part = `${head}\r\nContent-Length: ${whole.length}\r\n\r\n${whole.slice(0, -3)}`;
    await new Promise((resolve) => socket.write(part, resolve));
    expect(await server.state()).toBe(before);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()).destroy());
    expect(await server.state()).toBe(before);
  });

  it.each([
    ['too long', 413, AUTHORIZATION, 6_000_000],
    ['too long in chunks', 413, `${AUTHORIZATION}\r\nTransfer-Encoding: chunked`, 12_000_000],
    ['without credentials', 401, 'Accept: */*', 1_000_000],
    ['encoded', 415, `${AUTHORIZATION}\r\nContent-Encoding: gzip`, 1_000_000],
  ])('a request %s is answered after its body, on an open connection', async (_, status, header, length) => {
    await using server = await startServer({ road: 'over a socket' });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (text: string) => {
      received += text;
    });
    const write = (text: string) => new Promise<unknown>((resolve) => socket.write(text, resolve));
    const isChunked = header.includes('chunked');
    const framing = isChunked ? header : `${header}\r\nContent-Length: ${length}`;
    await write(`POST /v2/9999999/subscribers HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`);
    const half = 'x'.repeat(length / 2);
    const part = isChunked ? `${half.length.toString(16)}\r\n${half}\r\n` : half;
    await write(part);
    // Other requests are answered meanwhile, so an early answer would have arrived.
    for (let i = 0; i < 3; i++) await (await fetch(`${server.url}/healthz`)).text();
    expect(received).toBe('');
    await write(isChunked ? `${part}0\r\n\r\n` : part);
    await expect.poll(() => received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => received).toContain('{"status":"ok"}');
    socket.destroy();
  });

  it('an incomplete body gets 400 if the sender can still receive it', async () => {
    await using server = await startServer();
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('the sender is gone'));
      },
    });
    const answer = await server.fetch(streamed(server, body));
    expect(await answer.json()).toEqual({ status: 400, error: 'The body ended early.' });
  });
});

// U-32
scenariosOverHttp('CORS', (start) => {
  const origin = 'https://page.test';
  const preflight = {
    origin,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization,content-type',
  };

  it('any page can send any request and read every response', async () => {
    await using server = await start();
    for (const [method, path, token, status] of [
      ['GET', 'tags', TOKENS.owner, 200],
      ['DELETE', 'subscribers/p2', TOKENS.owner, 204],
      ['GET', 'tags', 'wrong', 401],
      ['GET', 'tags', TOKENS.stranger, 403],
      ['GET', 'nothing', TOKENS.owner, 404],
      ['PUT', 'tags', TOKENS.owner, 405],
    ] as const) {
      const answer = await server.send(method, path, { token, headers: { origin } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin'), `${status}`).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['Location', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']),
      );
    }
    const sent = await postMessages(server, [message('track', { action: 'x' })], { headers: { origin } });
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, origin]); // with or without cookies
  });

  it('a preflight request is answered without credentials', async () => {
    await using server = await start();
    const path = `${server.url}/v2/9999999/subscribers/p2`;
    const answer = await server.fetch(new Request(path, { method: 'OPTIONS', headers: preflight }));
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const methods = answer.headers.get('access-control-allow-methods')?.split(', ').sort();
    expect(methods).toEqual(['DELETE', 'GET', 'POST', 'PUT']);
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  });

  it('CORS can be disabled', async () => {
    await using server = await start({ cors: false });
    const { status, headers } = await server.send('GET', 'tags', { headers: { origin } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    const answer = await server.send('OPTIONS', 'tags', { headers: preflight });
    expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([405, null]);
  });

  it('only requests from pages get CORS headers', async () => {
    await using server = await start();
    expect((await server.get('tags')).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('randomSeed', () => {
  const ids = async (randomSeed?: number) => {
    await using server = await startServer({
      ...(randomSeed !== undefined && { randomSeed }),
      seed: { accounts: [{ users: [{ email: 'a@b.test' }], subscribers: [{ email: 'ann@acme.test' }] }] },
    });
    const { accountId, apiKey } = server.connection;
    const { text } = await server.send('GET', `/v2/${accountId}/subscribers`, { token: apiKey });
    return [accountId, apiKey, text];
  };

  it('a random seed gives the same ids in every run, and others with another seed or none', async () => {
    expect(await ids(7)).toEqual(await ids(7));
    const runs = [await ids(7), await ids(8), await ids(), await ids()];
    for (const part of [0, 1, 2]) expect(new Set(runs.map((run) => run[part])).size).toBe(4);
  });

  it('a random seed gives the same ids again after a reset', async () => {
    await using server = await startServer({ randomSeed: 7 });
    const first = await server.save({ email: 'cy@acme.test' });
    await server.reset();
    expect(await server.save({ email: 'cy@acme.test' })).toEqual(first);
  });
});

describe('HEAD', () => {
  it('HEAD is answered like GET, without the body', async () => {
    await using server = await startServer({ road: 'over a socket' });
    const answer = await server.send('HEAD', 'tags');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await server.send('HEAD', 'tags', { token: 'wrong' })).status).toBe(401);
  });
});
