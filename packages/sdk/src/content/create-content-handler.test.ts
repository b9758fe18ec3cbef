import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { urlPart } from '../../../../scripts/setup/arbitrary-strings.ts';
import { withOwnTimers } from '../../test/own-timers.ts';
import { seen } from '../../test/webhook-handling.ts';
import { lossIn } from '../contract/schema/lossy.ts';
import { InputError } from '../core/errors.ts';
import { ContentError, type ContentOptions, type ContentResolver, createContentHandler } from './index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const url = 'https://app.test/content';

/** A handler without schemas, and all that it reports. */
function handling(resolve: ContentResolver<object>, options: ContentOptions = {}) {
  const reported: unknown[] = [];
  const onError = (error: unknown) => reported.push(error);
  return { handler: createContentHandler({}, resolve, { onError, ...options }), reported };
}

const standard = <Result>(validate: (value: unknown) => Result) => ({
  '~standard': { version: 1 as const, vendor: 'test', validate },
});

const get = (search = '', init?: RequestInit) => new Request(url + search, init);

describe('content', () => {
  test('is made from the fields, as the schemas parse them', async () => {
    const handler = createContentHandler(
      {
        subscriber: z.object({ shoe_size: z.nullable(z.pipe(z.string(), z.transform(Number))) }),
        event: z.object({ action: z.string() }),
      },
      ({ subscriber, event, preview, request }) => [subscriber, event ?? null, preview, request.url],
    );
    const search = '?subscriber[shoe_size]=43&event[action]=Ordered&preview=true';
    const whole = [{ shoe_size: 43 }, { action: 'Ordered' }, true, url + search];
    expect(await seen(handler(get(search)))).toEqual([200, whole]);
    const [, body] = await seen(handler(get('?subscriber[shoe_size]')));
    expect(body.slice(0, 3)).toEqual([{ shoe_size: null }, null, false]);
  });

  test('without schemas, the fields are texts and nulls', async () => {
    const { handler } = handling(({ subscriber, event }) => [subscriber, event ?? null]);
    const fields = [{ a: '1', b: null }, null];
    expect(await seen(handler(get('?subscriber[a]=1&subscriber[b]')))).toEqual([200, fields]);
  });

  test('the schema may come from any library that follows Standard Schema, and may be asynchronous', async () => {
    const schema = standard(async (value) => ({ value: Object.keys(value as object) }));
    const handler = createContentHandler({ subscriber: schema }, ({ subscriber }) => subscriber as string[]);
    expect(await seen(handler(get('?subscriber[a]=1')))).toEqual([200, ['a']]);
  });

  test('everything that JSON can express arrives, in UTF-8', async () => {
    const values = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        fc.pre(lossIn(value) === undefined); // an integer that lost digits
        const plain = JSON.parse(JSON.stringify(value));
        expect(await seen(handling(() => value as object).handler(get()))).toEqual([200, plain]);
      }),
    );
  });

  test('350 KB are sent, and not a byte more', async () => {
    // Å is two bytes; the brackets and quotes are four.
    const text = 'Å'.repeat((350 * 1024 - 4) / 2);
    expect((await handling(() => [text]).handler(get())).status).toBe(200);
    const { handler, reported } = handling(() => [`${text}x`]);
    expect(await seen(handler(get()))).toEqual([500, { error: expect.stringContaining('358401 bytes') }]);
    expect(reported).toHaveLength(1);
  });
});

describe('the statuses that the service understands', () => {
  test.each<[() => unknown, number, string, number]>([
    [() => Promise.reject(ContentError.permanent('no such shoe')), 422, 'no such shoe', 0],
    [() => Promise.reject(ContentError.permanent('gone', { status: 410 })), 410, 'gone', 0],
    [() => Promise.reject(ContentError.retryLater()), 429, 'Not now.', 0],
    [() => Promise.reject(new Error('password 123')), 500, 'The content could not be created.', 1],
    [() => Promise.reject(undefined), 500, 'The content could not be created.', 1],
    [() => 10n, 500, 'The content could not be created.', 1],
    [() => null, 500, 'not null', 1],
    [() => undefined, 500, 'not undefined', 1],
    [() => 'text', 500, 'not "text"', 1],
    [() => new Date(0), 500, 'not "1970', 1],
    [() => () => {}, 500, 'not undefined', 1],
    [() => Response.json({}), 500, 'not a Response', 1],
  ])('case %#: %s', async (resolve, status, text, reports) => {
    const { handler, reported } = handling(resolve as () => object);
    expect(await seen(handler(get()))).toEqual([status, { error: expect.stringContaining(text) }]);
    expect(reported).toHaveLength(reports);
  });

  test('retryLater may have a time', async () => {
    const { handler } = handling(() => Promise.reject(ContentError.retryLater('later', { seconds: 90.5 })));
    expect((await handler(get())).headers.get('retry-after')).toBe('91');
  });

  test('an invalid field is a permanent error, since it would be invalid later too', async () => {
    const onError = vi.fn();
    const handler = createContentHandler(
      { subscriber: z.object({ shoe_size: z.string(), city: z.string() }) },
      () => expect.unreachable('resolved'),
      { onError },
    );
    const [status, body] = await seen(handler(get('?subscriber[shoe_size]')));
    expect(status).toBe(422);
    expect(body.error).toMatch(/subscriber\[shoe_size\]: .* subscriber\[city\]: /);
    expect(onError).toHaveBeenCalledWith(expect.any(ContentError), expect.any(Request));
  });

  test('other methods are rejected', async () => {
    for (const method of ['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await handling(() => ({})).handler(get('', { method }));
      const told = [status, headers.get('allow'), headers.get('content-type')];
      expect(told).toEqual([405, 'GET', 'application/json']);
    }
  });

  test('requests without the secret are rejected', async () => {
    const secret = ['the-old-secret-of-it', 'the-new-secret-of-it'];
    const { handler, reported } = handling(() => ({}), { secret });
    expect((await handler(get())).status).toBe(403);
    expect((await handler(get('?secret=the-other-secret-of-it'))).status).toBe(403);
    expect((await handler(get('?secret=the-old-secret-of-it'))).status).toBe(200);
    expect((await handler(get('/the-new-secret-of-it?subscriber[a]=1'))).status).toBe(200);
    expect(reported).toEqual([]);
  });

  test('no permanent error has a status with another meaning', () => {
    for (const status of [429, 500, 399, 422.5, Number.NaN]) {
      expect(() => ContentError.permanent('x', { status })).toThrow(InputError);
    }
  });
});

describe('the deadline', () => {
  const never = () => new Promise<object>(() => {});

  test('is met, even if the function ignores the signal', async () => {
    vi.useFakeTimers();
    const { handler, reported } = handling(never);
    const answer = handler(get());
    await vi.advanceTimersByTimeAsync(2499);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await seen(answer)).toEqual([503, { error: 'The content was not ready within 2500 ms.' }]);
    expect(reported).toHaveLength(1);
  });

  test('aborts the signal', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const { handler } = handling(
      ({ signal }) => {
        signals.push(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { deadline: 100 },
    );
    const answer = handler(get());
    await vi.advanceTimersByTimeAsync(100);
    expect((await answer).status).toBe(503);
    expect(signals[0]?.reason).toBeInstanceOf(ContentError);
  });

  test('includes the schema', async () => {
    vi.useFakeTimers();
    const subscriber = standard(() => new Promise<never>(() => {}));
    const handler = createContentHandler({ subscriber }, () => ({}), { onError() {} });
    const answer = handler(get());
    await vi.advanceTimersByTimeAsync(2500);
    expect((await answer).status).toBe(503);
  });

  test('leaves no timer and no listener behind', () =>
    withOwnTimers(async (count) => {
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      const request = new Request(url);
      Object.defineProperty(request, 'signal', { value: signal });
      expect((await handling(() => ({})).handler(request)).status).toBe(200);
      expect(count()).toBe(0);
      expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    }));

  test('does not wait for a service that has disconnected', async () => {
    vi.useFakeTimers(); // the deadline never comes
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const { handler, reported } = handling(({ signal }) => {
      signals.push(signal);
      return never();
    });
    const answer = handler(get('', { signal: controller.signal }));
    await Promise.resolve();
    controller.abort();
    expect((await answer).status).toBe(503);
    expect((await handler(get('', { signal: AbortSignal.abort() }))).status).toBe(503);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(reported).toEqual([]);
  });
});

test('every response is JSON, whatever the request', async () => {
  const schemas = { subscriber: z.object({ a: z.string() }) };
  const handler = createContentHandler(schemas, ({ subscriber }) => subscriber, { onError() {} });
  await fc.assert(
    fc.asyncProperty(fc.oneof(urlPart, fc.string()), async (search) => {
      const [status] = await seen(handler(get(`?${search}`)));
      expect([200, 422]).toContain(status);
    }),
  );
});

test.each<[unknown, unknown, unknown, string]>([
  [{ visitor: z.string() }, () => ({}), {}, 'unknown option visitor'],
  [{ subscriber: {} }, () => ({}), {}, '`subscriber` must be a schema'],
  [{ event: 'x' }, () => ({}), {}, '`event` must be a schema'],
  [{}, undefined, {}, '`resolve` must be a function'],
  [{}, () => ({}), { deadline: 3000 }, '`deadline` must be'],
  [{}, () => ({}), { deadline: 0 }, '`deadline` must be'],
  [{}, () => ({}), { timeout: 1 }, 'unknown option timeout'],
  [{}, () => ({}), { secret: 'short' }, '`secret`'],
])('%o, %o, %o are refused', (schemas, resolve, options, message) => {
  const create = () => createContentHandler(schemas as object, resolve as () => object, options as object);
  expect(create).toThrow(InputError);
  expect(create).toThrow(message);
});
