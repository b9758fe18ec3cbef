import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { urlPart } from '../../../../scripts/setup/arbitrary-strings.ts';
import { withOwnTimers } from '../../test/own-timers.ts';
import { bodyOf, handling, requestOf, secret, seen, url } from '../../test/webhook-handling.ts';
import { InputError } from '../core/errors.ts';
import { createWebhookHandler, type DedupeStore, WebhookError } from './index.ts';

describe('handled deliveries', () => {
  test('a notification goes to the listener of its event, which is awaited', async () => {
    const log: string[] = [];
    const { handler } = handling({
      on: {
        'subscriber.applied_tag': async ({ data }) => {
          await Promise.resolve();
          log.push(`${data.subscriber.email} ${data.properties.tag}`);
        },
        'subscriber.created': () => log.push('created'),
      },
    });
    const body = bodyOf('subscriber.applied_tag', { tag: 'vip' });
    expect(await seen(handler(requestOf(body)))).toEqual([200, { status: 'handled' }]);
    expect(log).toEqual(['ann@example.com vip']);
  });

  test('all other events go to *, including future ones', async () => {
    const events: string[] = [];
    const { handler } = handling({
      on: { 'subscriber.created': () => events.push('own'), '*': ({ event }) => events.push(event) },
    });
    for (const event of ['subscriber.created', 'subscriber.bounced', 'subscriber.won', 'broadcast.sent']) {
      expect((await handler(requestOf(bodyOf(event)))).status).toBe(200);
    }
    expect(events).toEqual(['own', 'subscriber.bounced', 'subscriber.won', 'broadcast.sent']);
  });

  test('an event without a listener is accepted, so that it is not sent again', async () => {
    for (const event of ['subscriber.created', 'constructor']) {
      expect(await seen(handling({}).handler(requestOf(bodyOf(event))))).toEqual([
        200,
        { status: 'ignored' },
      ]);
    }
  });

  test('a listener receives a key that is the same in every delivery', async () => {
    const keys: string[] = [];
    const { handler } = handling({ dedupe: false, on: { '*': (_, { key }) => keys.push(key) } });
    for (let i = 0; i < 2; i++) await handler(requestOf(bodyOf('subscriber.created')));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
  });
});

describe('requests that are rejected', () => {
  const never = { on: { '*': () => expect.unreachable('handled') } };

  /** A request whose body is read on demand. */
  function streamed(source: UnderlyingDefaultSource<Uint8Array>): Request {
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const init: RequestInit & { duplex: 'half' } = { body, duplex: 'half' };
    return requestOf('', init);
  }

  test.each([
    [requestOf(bodyOf('a.b'), {}, 'https://app.test/hooks/another-secret-than-this'), 403, 0],
    [requestOf(bodyOf('a.b'), {}, 'https://app.test/hooks?secret='), 403, 0],
    [new Request(url), 405, 0],
    [requestOf(bodyOf('a.b'), { method: 'PUT' }), 405, 0],
    [requestOf('{"event":'), 400, 1],
    [requestOf('{}'), 400, 1],
    [requestOf('', { body: null }), 400, 1],
    [requestOf('a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 415, 1],
    [requestOf('x'.repeat(1_048_577)), 413, 1],
    [requestOf('{}', { headers: { 'content-length': '1048577' } }), 413, 1],
  ])('request %#: %s', async (request, status, reports) => {
    const { handler, reported } = handling(never);
    const [answered, body] = await seen(handler(request));
    expect(answered).toBe(status);
    expect(Object.keys(body)).toEqual(['error']);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(reported).toHaveLength(reports);
    for (const [error] of reported) expect(error).toBeInstanceOf(WebhookError);
  });

  test('JSON is read with any content type', async () => {
    for (const type of ['text/plain', 'application/vnd.api+json', 'application/octet-stream']) {
      const { handler } = handling({ on: { '*': () => {} } });
      const request = requestOf(bodyOf('subscriber.created'), { headers: { 'content-type': type } });
      expect((await handler(request)).status).toBe(200);
    }
  });

  test('no more of a body is read than the limit', async () => {
    let pulled = 0;
    const cancel = vi.fn();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pulled += 1000;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
    };
    const { handler } = handling({ ...never, bodyLimit: 10_000 });
    expect((await handler(streamed({ pull, cancel }))).status).toBe(413);
    expect(pulled).toBeLessThanOrEqual(12_000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test.each([
    [0, 200],
    [-1, 413],
  ])('a body that is as long as the limit plus %i is answered %i', async (difference, status) => {
    const body = JSON.stringify(bodyOf('subscriber.created'));
    const { handler } = handling({ bodyLimit: body.length + difference });
    expect((await handler(requestOf(body))).status).toBe(status);
  });

  test('no timer is left behind', () =>
    withOwnTimers(async (count) => {
      let during = 0;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        during = count();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(bodyOf('subscriber.created'))));
        controller.close();
      };
      expect((await handling({}).handler(streamed({ pull }))).status).toBe(200);
      expect([during, count()]).toEqual([1, 0]);
    }));

  test('a body that was read before is a failure of the app, which is reported', async () => {
    const { handler, reported } = handling(never);
    const request = requestOf(bodyOf('subscriber.created'));
    await request.text();
    expect((await handler(request)).status).toBe(500);
    expect(reported[0]?.[0]).toMatchObject({ message: expect.stringContaining('has been read') });
  });

  test('the result is always a Response, whatever the request', async () => {
    const { handler } = handling({ on: { '*': () => {} } });
    const bodies = fc.oneof(fc.string(), fc.json(), fc.uint8Array());
    await fc.assert(
      fc.asyncProperty(bodies, urlPart, async (body, path) => {
        const init = { method: 'POST', body: body as string };
        for (const address of [url, `https://app.test/${path}`]) {
          const { status } = await handler(new Request(address, init));
          expect([200, 400, 403, 415]).toContain(status);
        }
      }),
    );
  });
});

describe('failures', () => {
  test('a failing listener is reported, and a retry of the notification is handled', async () => {
    const oops = new Error('database down');
    const listener = vi.fn().mockRejectedValueOnce(oops);
    const { handler, reported } = handling({ on: { '*': listener } });
    const send = () => seen(handler(requestOf(bodyOf('subscriber.created'))));
    expect(await send()).toEqual([500, { error: 'The handler failed.' }]);
    const notification = bodyOf('subscriber.created');
    expect(reported).toEqual([[oops, expect.objectContaining({ notification })]]);
    expect(await send()).toEqual([200, { status: 'handled' }]);
    expect(await send()).toEqual([200, { status: 'duplicate' }]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('without onError, the failure is written to the console', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const oops = new Error('no');
    const { handler } = handling({ on: { '*': () => Promise.reject(oops) }, onError: undefined });
    expect((await handler(requestOf(bodyOf('a.b')))).status).toBe(500);
    expect(spy).toHaveBeenCalledWith(oops);
  });

  test('an onError that fails changes nothing', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const fail = (text: string) => () => Promise.reject(new Error(text));
    const { handler } = handling({ on: { '*': fail('one') }, onError: fail('two') });
    expect((await handler(requestOf(bodyOf('a.b')))).status).toBe(500);
    expect(spy).toHaveBeenCalledOnce();
  });

  const storeOf = (given: Partial<DedupeStore>): DedupeStore => ({
    claim: () => true,
    release() {},
    ...given,
  });
  const fail = () => Promise.reject(new Error('store down'));

  test('a store that cannot claim makes the service send the notification again', async () => {
    const listener = () => expect.unreachable('handled');
    const { handler, reported } = handling({ on: { '*': listener }, dedupe: storeOf({ claim: fail }) });
    expect((await handler(requestOf(bodyOf('a.b')))).status).toBe(500);
    expect(reported).toHaveLength(1);
  });

  test('a store that fails after the listener is reported, and does not change the response', async () => {
    const good = handling({ on: { '*': () => {} }, dedupe: storeOf({ complete: fail }) });
    expect((await good.handler(requestOf(bodyOf('a.b')))).status).toBe(200);
    expect(good.reported.map(([error]) => (error as Error).message)).toEqual(['store down']);
    const listener = () => Promise.reject(new Error('listener'));
    const bad = handling({ on: { '*': listener }, dedupe: storeOf({ release: fail }) });
    expect((await bad.handler(requestOf(bodyOf('a.b')))).status).toBe(500);
    expect(bad.reported.map(([error]) => (error as Error).message)).toEqual(['store down', 'listener']);
  });

  test('a store is called with claims, ends and failures in order', async () => {
    const log: string[] = [];
    const store = storeOf({
      claim: async () => log.push('claim') > 0,
      complete: async () => log.push('complete'),
      release: async () => log.push('release'),
    });
    const { handler } = handling({
      dedupe: store,
      on: { 'subscriber.created': () => log.push('created'), '*': () => Promise.reject(new Error('no')) },
    });
    await handler(requestOf(bodyOf('subscriber.created')));
    await handler(requestOf(bodyOf('subscriber.deleted')));
    expect(log).toEqual(['claim', 'created', 'complete', 'claim', 'release']);
  });

  test('a notification that another process handles is sent again later', async () => {
    const { handler } = handling({ on: { '*': () => {} }, dedupe: storeOf({ claim: () => 'busy' }) });
    const response = await handler(requestOf(bodyOf('a.b')));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.each<[unknown, string]>([
  [{ secret: undefined }, '`secret`'],
  [{ on: undefined }, '`on` must be an object'],
  [{ on: { created: () => {} } }, 'created is not the name of an event'],
  [{ on: { 'subscriber.created': 'x' } }, 'subscriber.created must be a function'],
  [{ bodyLimit: 0 }, '`bodyLimit`'],
  [{ bodyTimeout: -1 }, '`bodyTimeout`'],
  [{ concurrency: 1.5 }, '`concurrency`'],
  [{ dedupe: true }, '`dedupe`'],
  [{ dedupe: {} }, '`dedupe`'],
  [{ secrets: secret }, 'unknown option secrets. There are '],
])('%o is refused', (options, message) => {
  const create = () => createWebhookHandler({ secret, on: {}, ...(options as object) });
  expect(create).toThrow(InputError);
  expect(create).toThrow(message);
});
