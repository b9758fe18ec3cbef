import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type NodeResponse, toNodeHandler } from './node-handler.ts';

/** A request of Node's, with what `chunks` gives as its body. */
const requestOf = (chunks: Iterable<Uint8Array>, more: object = {}) =>
  Object.assign(Readable.from(chunks), { method: 'POST', url: '/', headers: { host: 'x.test' }, ...more });

/** A response of Node's that keeps what it is given. */
class Answer extends EventEmitter implements NodeResponse {
  writableFinished = false;
  destroyed = false;
  seen: unknown[] = [];

  writeHead(...given: unknown[]): void {
    this.seen.push(...given);
  }

  end(body: Uint8Array): void {
    this.seen.push(new TextDecoder().decode(body));
  }
}

test('a body is read on demand, and released after the response', async () => {
  const chunks = Array.from({ length: 1000 }, () => new Uint8Array(10_000));
  let given = 0;
  const counted = (function* () {
    for (const chunk of chunks) {
      given++;
      yield chunk;
    }
  })();
  const request = requestOf(counted);
  const ended = new Promise((resolve) => request.once('end', resolve));
  const answer = new Answer();
  await toNodeHandler(async ({ body }) => {
    const reader = body?.getReader();
    await reader?.read();
    for (let i = 0; i < 50; i++) await new Promise(setImmediate);
    expect(request.isPaused()).toBe(true);
    expect(given).toBeLessThan(100);
    return new Response('enough', { status: 202, headers: { 'x-a': 'b' } });
  })(request, answer);
  const headers = { 'content-type': 'text/plain;charset=UTF-8', 'x-a': 'b', 'content-length': '6' };
  expect(answer.seen).toEqual([202, headers, 'enough']);
  await ended;
  expect(given).toBe(1000);
});

test('the request is the same as with Fetch', async () => {
  const seen: unknown[] = [];
  const headers = { host: 'app.test:3000', 'x-one': 'a', 'set-cookie': ['b', 'c'], 'x-none': undefined };
  const request = requestOf([Buffer.from('hel'), Buffer.from('lo')], { url: '/a%20b?c=d&e', headers });
  await toNodeHandler(async (given) => {
    seen.push(given.method, given.url, Object.fromEntries(given.headers), await given.text());
    return new Response();
  })(request, new Answer());
  expect(seen).toEqual([
    'POST',
    'http://app.test:3000/a%20b?c=d&e',
    { host: 'app.test:3000', 'x-one': 'a', 'set-cookie': 'b,c' },
    'hello',
  ]);
});

test('nothing is written to a client that has disconnected', async () => {
  const answer = new Answer();
  const handler = toNodeHandler(async ({ signal }) => {
    answer.destroyed = true;
    answer.emit('close');
    expect(signal.aborted).toBe(true);
    return new Response('late');
  });
  await handler(requestOf([]), answer);
  expect(answer.seen).toEqual([]);
});
