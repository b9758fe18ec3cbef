import { createContentHandler, toNodeHandler } from '@trickle/sdk/content';
import { contentOutcome } from '@trickle/sdk/contract';
import { describe, expect, test } from 'vitest';
import { dial, serving, startExample } from './serving.ts';

describe('over sockets', () => {
  test('content is sent to the service as complete JSON', async () => {
    const big = { text: 'Å'.repeat(170_000) };
    const url = await serving(toNodeHandler(createContentHandler({}, () => big)));
    const response = await fetch(`${url}/?subscriber[a]=1`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(Number(response.headers.get('content-length'))).toBe(340_011);
    expect(await response.json()).toEqual(big);
  });

  test('a GET with a body is answered like any other', async () => {
    const url = await serving(toNodeHandler(createContentHandler({}, ({ subscriber }) => subscriber)));
    const { socket, answer } = await dial(url);
    socket.write(
      'GET /?subscriber[a] HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello',
    );
    expect(await answer).toMatch(/ 200 OK.*\{"a":null\}$/s);
  });

  test('the work ends when the service disconnects', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const failures: unknown[] = [];
    const handler = createContentHandler(
      {},
      ({ signal }) => {
        started.resolve(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { onError: (error) => failures.push(error) },
    );
    const { socket } = await dial(await serving(toNodeHandler(handler)));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const signal = await started.promise;
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    socket.resetAndDestroy();
    await aborted;
    expect(signal.reason).toHaveProperty('name', 'AbortError');
    expect(failures).toEqual([]);
  });

  test('a late response is retryable, and the connection survives', async () => {
    const never = () => new Promise<never>(() => {});
    const handler = createContentHandler({}, never, { deadline: 20, onError() {} });
    const url = await serving(toNodeHandler(handler));
    for (let i = 0; i < 2; i++) expect(contentOutcome((await fetch(url)).status)).toBe('temporary');
  });

  test('other methods get JSON too, and HEAD gets no body', async () => {
    const url = await serving(toNodeHandler(createContentHandler({}, () => ({}))));
    const post = await fetch(url, { method: 'POST', body: 'x'.repeat(500_000) });
    expect(await post.json()).toHaveProperty('error');
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([405, '']);
  });
});

test('the example finds shoes', async () => {
  const example = startExample('content-endpoint', { PORT: '0' });
  const url = (await example.line()).replace('Base URL: ', '');
  const ask = async (search: string) => {
    const response = await fetch(`${url}?${search}`);
    return [contentOutcome(response.status), await response.json()];
  };
  expect(await ask('subscriber[shoe_size]=43')).toEqual([
    'success',
    { shoes: [{ name: 'Deck shoe' }, { name: 'Sea boot' }] },
  ]);
  expect(await ask('subscriber[shoe_size]=44')).toEqual(['success', { shoes: [{ name: 'Sea boot' }] }]);
  const preview = { shoes: [{ name: 'A shoe' }] };
  expect(await ask('subscriber[shoe_size]&preview=true')).toEqual(['success', preview]);
  const none = { error: 'There are no shoes in size 12.' };
  expect(await ask('subscriber[shoe_size]=12')).toEqual(['permanent', none]);
  expect(await ask('')).toEqual(['permanent', { error: expect.stringContaining('subscriber[shoe_size]: ') }]);
});
