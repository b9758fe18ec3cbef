import { expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, HookError, type Hooks } from '../src/index.ts';
import { HandClock } from './limits/hand-clock.ts';

function client(hooks: Hooks, answers: (() => Response)[] = [], options: Partial<ClientOptions> = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const requests: Request[] = [];
  const made = createClient({
    ...{
      baseUrl: 'https://api.test',
      accountId: '9',
      apiKey: 'hush-hush',
      headers: { 'x-gateway': 'secret' },
    },
    fetch: (request: Request) => {
      requests.push(request);
      return (answers.shift() ?? (() => Response.json({ tags: [] })))();
    },
    ...hooks,
    ...options,
  } as ClientOptions);
  return { client: made, requests };
}

test('hooks receive each attempt in order, without credentials', async () => {
  const told: [string, unknown][] = [];
  const { client: observed } = client(
    {
      onRequest: (attempt) => void told.push(['request', attempt]),
      onResponse: ({ headers, duration, ...attempt }) => void told.push(['response', attempt]),
      onRetry: ({ error, ...attempt }) => void told.push([error.name, attempt]),
    },
    [() => new Response('', { status: 503, headers: { 'retry-after': '0' } })],
  );
  await observed.tags.list();
  const first = { operation: 'tags.list', method: 'GET', url: 'https://api.test/v2/9/tags', attempt: 1 };
  expect(told).toEqual([
    ['request', first],
    ['response', { ...first, status: 503 }],
    ['ServerError', { ...first, delay: 0 }],
    ['request', { ...first, attempt: 2 }],
    ['response', { ...first, attempt: 2, status: 200 }],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/hush-hush|aHVzaC1odXNo|secret/);
});

test('onRequest adds headers, and cannot replace the credentials', async () => {
  const { client: traced, requests } = client({
    onRequest: async ({ attempt }) => ({ Traceparent: `00-${attempt}`, authorization: 'Basic other' }),
  });
  await traced.tags.list();
  expect(requests[0]?.headers.get('traceparent')).toBe('00-1');
  expect(requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('hush-hush:')}`);
});

test.each(['onRequest', 'onResponse', 'onRetry'] as const)(
  'what %s throws rejects the call',
  async (hook) => {
    const cause = new Error('a mistake');
    const failing = () => {
      throw cause;
    };
    for (const broken of [failing, () => Promise.reject(cause)]) {
      const { client: failed } = client({ [hook]: broken }, [() => new Response('', { status: 503 })]);
      const error = await failed.tags.list().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(HookError);
      expect(error).toMatchObject({ hook, cause, isRetryable: false });
    }
  },
);

test('a header of onRequest that cannot be sent rejects the call, and the error leaves out its value', async () => {
  const { client: broken, requests } = client({ onRequest: () => ({ 'x-a': 'secret\n1' }) });
  const error = await broken.tags.list().catch((reason: unknown) => reason);
  expect(String(error)).toBe(
    "InputError: the headers of the hook onRequest: 'x-a' is not a valid header name, or its value is invalid.",
  );
  expect(requests).toEqual([]);
});

test('onWait receives the wait for the rate limit once, and its error rejects the call', async () => {
  const clock = new HandClock();
  const waits: unknown[] = [];
  const limits = { individual: 1, mode: 'wait' } as const;
  const { client: waiting } = client({ onWait: (attempt) => void waits.push(attempt) }, [], {
    clock,
    limits,
  });
  await waiting.tags.list();
  const call = waiting.tags.list();
  await expect.poll(() => waits.length).toBe(1);
  clock.advance(3_700_000);
  await call;
  expect(waits).toMatchObject([{ operation: 'tags.list', budget: 'individual', until: expect.any(Date) }]);
  const failing = client({ onWait: () => expect.unreachable('told') }, [], { clock, limits }).client;
  await failing.tags.list();
  await expect(failing.tags.list()).rejects.toThrow(HookError);
});
