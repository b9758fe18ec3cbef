import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import {
  ConnectionError,
  createClient,
  RedirectError,
  ResponseFormatError,
  TimeoutError,
} from '../src/index.ts';

const clientOf = (baseUrl: string) =>
  createClient({ baseUrl, accountId: '9', apiKey: 'key', retries: 0, timeout: TIME_LIMIT });

describe('with the runtime’s fetch', () => {
  const url = 'https://api.test/v2/9/tags';
  const mock = setupServer();
  beforeAll(() => mock.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => mock.resetHandlers());
  afterAll(() => mock.close());

  test('a response arrives', async () => {
    mock.use(http.get(url, () => HttpResponse.json({ tags: ['a'] })));
    const { data, response } = await clientOf('https://api.test').tags.list().withResponse();
    expect(data).toEqual(['a']);
    expect(response.status).toBe(200);
  });

  test('a network failure is a ConnectionError', async () => {
    mock.use(http.get(url, () => HttpResponse.error()));
    await expect(clientOf('https://api.test').tags.list()).rejects.toThrow(ConnectionError);
  });

  test('a network failure is retried if that is safe', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    mock.use(
      http.get(url, () => HttpResponse.error(), { once: true }),
      http.get(url, () => HttpResponse.json({ tags: [] })),
    );
    expect(await clientOf('https://api.test').tags.list({ retries: 1 })).toEqual([]);
  });

  test('the page of a proxy is a ResponseFormatError', async () => {
    mock.use(http.get(url, () => HttpResponse.html('<title>Sign in</title>')));
    const error = await clientOf('https://api.test')
      .tags.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error).toHaveProperty('text', '<title>Sign in</title>');
  });

  test('a response that is late is a TimeoutError', async () => {
    mock.use(http.get(url, () => new Promise<never>(() => {})));
    await expect(clientOf('https://api.test').tags.list({ timeout: 20 })).rejects.toThrow(TimeoutError);
  });

  test('an abort ends the request', async () => {
    const controller = new AbortController();
    mock.use(
      http.get(url, () => {
        controller.abort(new Error('enough'));
        return new Promise<never>(() => {});
      }),
    );
    const call = clientOf('https://api.test').tags.list({ signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
  });
});

describe('over sockets', () => {
  /** The URL of a server that is closed after the test. */
  async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const serving = (listener: RequestListener) => listening(createServer(listener));

  /** A server that handles each connection itself once a request has come. */
  const raw = (handle: (socket: Socket) => void) =>
    listening(
      createSocketServer((socket) => socket.on('error', () => {}).once('data', () => handle(socket))),
    );

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%d) to another host takes nothing there',
    async (status) => {
      const elsewhere: unknown[] = [];
      const other = await serving((request, response) => {
        elsewhere.push(request.headers);
        response.end('{"tags":[]}');
      });
      const base = await serving((_, response) =>
        response.writeHead(status, { location: `${other}/x` }).end(),
      );
      for (const call of [
        clientOf(base).tags.list(),
        clientOf(base).tags.apply({ email: 'a@x.io', tag: 't' }),
      ]) {
        const error = await call.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(RedirectError);
        expect(error).toMatchObject({ status, location: `${other}/x`, isRetryable: false });
      }
      expect(elsewhere).toEqual([]);
    },
  );

  test('the error of a refused connection has its reason', async () => {
    const closed = createSocketServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error = await clientOf(`http://127.0.0.1:${port}`)
      .tags.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  test('a connection that is reset is a ConnectionError', async () => {
    const base = await raw((socket) => socket.resetAndDestroy());
    await expect(clientOf(base).tags.list()).rejects.toThrow(ConnectionError);
  });

  test('a response that is cut off is a ConnectionError', async () => {
    const base = await raw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"tags":["a"'),
    );
    await expect(clientOf(base).tags.list()).rejects.toThrow(ConnectionError);
  });

  test('a body that stalls is a TimeoutError', async () => {
    const base = await raw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"tags":["a"'),
    );
    await expect(clientOf(base).tags.list({ timeout: 50 })).rejects.toThrow(TimeoutError);
  });

  test('an error response that stalls is a TimeoutError', async () => {
    const base = await raw((socket) => socket.write('HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\n{'));
    await expect(clientOf(base).tags.list({ timeout: 50 })).rejects.toThrow(TimeoutError);
  });

  test('a response that is not HTTP is a ConnectionError', async () => {
    const base = await raw((socket) => socket.end('220 mail.test ESMTP\r\n'));
    await expect(clientOf(base).tags.list()).rejects.toThrow(ConnectionError);
  });

  test('a 204 is a response, with the runtime’s fetch and with a given one', async () => {
    const base = await serving((_, response) => response.writeHead(204).end());
    const given = createClient({
      ...{ baseUrl: base, accountId: '9', apiKey: 'key' },
      fetch: (request) => globalThis.fetch(request),
    });
    for (const client of [clientOf(base), given]) {
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
    const client = clientOf(base);
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
    for (let i = 0; i < 50; i++) await clientOf(base).tags.list({ signal });
    expect(warned).toEqual([]);
  });
});
