import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/setup/ports.ts';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { ConnectionError, RedirectError, ResponseFormatError, TimeoutError } from '../src/index.ts';
import { clientOf, failureOf } from './answered-client.ts';
import { listening, serving } from './serving.ts';

/** A client with the runtime's `fetch`. */
const clientAt = (baseUrl: string) => clientOf({ baseUrl, retries: 0, timeout: TIME_LIMIT });

/** A server that handles each connection itself once a request has come. */
const raw = (handle: (socket: Socket) => void) =>
  listening(createServer((socket) => socket.on('error', () => {}).once('data', () => handle(socket))));

test.each([301, 302, 303, 307, 308])(
  'a redirect (%d) to another host takes nothing there',
  async (status) => {
    const elsewhere: unknown[] = [];
    const other = await serving((request, response) => {
      elsewhere.push(request.headers);
      response.end('{"tags":[]}');
    });
    const base = await serving((_, response) => response.writeHead(status, { location: `${other}/x` }).end());
    const { tags } = clientAt(base);
    for (const call of [tags.list(), tags.apply({ email: 'a@x.io', tag: 't' })]) {
      const error = await failureOf(call, RedirectError);
      expect(error).toMatchObject({ status, location: `${other}/x`, isRetryable: false });
    }
    expect(elsewhere).toEqual([]);
  },
);

test('the error of a refused connection has its reason', async () => {
  const { tags } = clientAt(`http://127.0.0.1:${await freePort()}`);
  const error = await failureOf(tags.list(), ConnectionError);
  expect(error).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
});

const cutOff = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"tags":["a"';

test.each<[string, (socket: Socket) => unknown, new (...given: never) => Error]>([
  ['a connection that is reset', (socket) => socket.resetAndDestroy(), ConnectionError],
  ['a response that is cut off', (socket) => socket.end(cutOff), ConnectionError],
  ['a response that is not HTTP', (socket) => socket.end('220 mail.test ESMTP\r\n'), ConnectionError],
  ['the page of a proxy', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n<html>'), ResponseFormatError],
  ['a response that is late', () => {}, TimeoutError],
  ['a body that stalls', (socket) => socket.write(cutOff), TimeoutError],
  ['an error response that stalls', (socket) => socket.write(cutOff.replace('200', '500')), TimeoutError],
])('%s is told by its class of errors', async (_, answer, Class) => {
  const timeout = Class === TimeoutError ? 50 : TIME_LIMIT;
  await expect(clientAt(await raw(answer)).tags.list({ timeout })).rejects.toThrow(Class);
});

test('a 204 is a response, with the runtime’s fetch and with a given one', async () => {
  const base = await serving((_, response) => response.writeHead(204).end());
  const given = clientOf({ baseUrl: base, fetch: (request) => globalThis.fetch(request) });
  for (const client of [clientAt(base), given]) {
    expect(await client.events.record({ email: 'a@x.io', action: 'a' })).toBeUndefined();
    const { data, response } = await client.tags.apply({ email: 'a@x.io', tag: 't' }).withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
    // A value that is not the expected record is not reported as one.
    await expect(client.subscribers.get('1')).rejects.toThrow(ResponseFormatError);
  }
});

test('a signal ends the wait for another update of a subscriber, which continues', async () => {
  const answers: (() => void)[] = [];
  const base = await serving((_, response) => {
    answers.push(() => response.end('{"subscribers":[{"id":"1"}]}'));
  });
  const client = clientAt(base);
  const first = client.subscribers.upsert({ email: 'a@x.io' });
  const controller = new AbortController();
  const second = client.subscribers.upsert({ email: 'a@x.io' }, { signal: controller.signal });
  await expect.poll(() => answers.length).toBe(1);
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  answers[0]?.();
  expect(await first).toEqual({ id: '1' });
  expect(answers).toHaveLength(1);
});

test('many calls on one signal leave nothing behind on it', async () => {
  const warned: string[] = [];
  const warn = (warning: Error) => warned.push(warning.name);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const base = await serving((_, response) => response.end('{"tags":[]}'));
  const { signal } = new AbortController();
  for (let i = 0; i < 50; i++) await clientAt(base).tags.list({ signal });
  expect(warned).toEqual([]);
});
