import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { basic, startServer } from './harness.ts';

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.acme.test' };

test('links and locations show what the client of a trusted proxy sees', async () => {
  await using server = await startServer({ road: 'over a socket', trustProxy: ['loopback'] });
  const body = { subscribers: [{ email: ANN.email }] };
  const { headers, body: answer } = await server.send('POST', 'subscribers', { body, headers: forwarded });
  expect(headers.get('location')).toBe(`https://api.acme.test/v2/9999999/subscribers/${ANN.id}`);
  expect(answer.subscribers?.[0]?.href).toBe(`https://api.acme.test/v2/9999999/subscribers/${ANN.id}`);
  expect(answer.links).toEqual({
    'subscribers.account': 'https://api.acme.test/v2/accounts/{subscribers.account}',
  });
});

test('untrusted senders are ignored, and the public URL takes precedence', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const [subscriber] =
    (await server.send('GET', 'subscribers', { headers: forwarded })).body.subscribers ?? [];
  expect(subscriber?.href).toContain(server.url);
  const publicUrl = 'https://www.acme.test/trickle/';
  await using known = await startServer({ road: 'over a socket', trustProxy: ['loopback'], publicUrl });
  const [same] = (await known.send('GET', 'subscribers', { headers: forwarded })).body.subscribers ?? [];
  expect(same?.href).toMatch(/^https:\/\/www\.acme\.test\/trickle\/v2\/9999999\/subscribers\//);
});

test('an idle connection is kept for longer than load balancers keep theirs, which would answer 502', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const { headers } = await server.get('/v2/user');
  const [, seconds = '0'] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test.each(['events', 'changes', 'webhooks'])('no proxy holds back the stream of %s', async (name) => {
  await using server = await startServer({ road: 'over a socket' });
  const response = await server.fetch(new Request(`${server.url}/_admin/${name}/stream`));
  expect([response.status, response.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
  await response.body?.cancel();
});

test('a request with two Host headers is rejected', async () => {
  await using server = await startServer({ road: 'over a socket' });
  const answerTo = async (hosts: readonly string[]) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const lines = [...hosts, `Authorization: ${basic(TOKENS.owner)}`, 'Connection: close'];
    socket.write(`GET /v2/user HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };
  expect(await answerTo(['Host: a.test'])).toBe('HTTP/1.1 200 OK');
  expect(await answerTo(['Host: a.test', 'hOST: b.test'])).toBe('HTTP/1.1 400 Bad Request');
  expect(await answerTo(['Host: a.test', 'Host: a.test'])).toBe('HTTP/1.1 400 Bad Request');
});
