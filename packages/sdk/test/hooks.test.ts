import { expect, test } from 'vitest';
import { HookError, type Hooks, InputError } from '../src/index.ts';
import { answered, failed, failureOf, type Options, ok, url } from './answered-client.ts';
import { HandClock } from './limits/hand-clock.ts';

const observed = (options: Options, answers = [ok]) =>
  answered(answers, { apiKey: 'hush-hush', headers: { 'x-gateway': 'secret' }, ...options });

test('hooks receive each attempt in order, without credentials', async () => {
  const told: [string, unknown][] = [];
  const hooks: Hooks = {
    onRequest: (attempt) => void told.push(['request', attempt]),
    onResponse: ({ headers, duration, ...attempt }) => void told.push(['response', attempt]),
    onRetry: ({ error, ...attempt }) => void told.push([error.name, attempt]),
  };
  await observed(hooks, [failed, ok]).client.tags.list();
  const first = { operation: 'tags.list', method: 'GET', url, attempt: 1 };
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
  const { client, requests } = observed({
    onRequest: async ({ attempt }) => ({ Traceparent: `00-${attempt}`, authorization: 'Basic other' }),
  });
  await client.tags.list();
  expect(requests[0]?.headers.get('traceparent')).toBe('00-1');
  expect(requests[0]?.headers.get('authorization')).toBe(`Basic ${btoa('hush-hush:')}`);
});

test.each(['onRequest', 'onResponse', 'onRetry'])('what %s throws rejects the call', async (hook) => {
  const cause = new Error('a mistake');
  const failing = () => {
    throw cause;
  };
  for (const broken of [failing, () => Promise.reject(cause)]) {
    const { client } = observed({ [hook]: broken }, [failed]);
    const error = await failureOf(client.tags.list(), HookError);
    expect(error).toMatchObject({ hook, cause, isRetryable: false });
  }
});

test('a header of onRequest that cannot be sent rejects the call, and the error leaves out its value', async () => {
  const { client, requests } = observed({ onRequest: () => ({ 'x-a': 'secret\n1' }) });
  expect((await failureOf(client.tags.list(), InputError)).message).toBe(
    "the headers of the hook onRequest: 'x-a' is not a valid header name, or its value is invalid.",
  );
  expect(requests).toEqual([]);
});

test('onWait receives the wait for the rate limit once, and its error rejects the call', async () => {
  const clock = new HandClock();
  const waits: unknown[] = [];
  const limits = { individual: 1, mode: 'wait' } as const;
  const { client } = observed({ onWait: (attempt) => void waits.push(attempt), clock, limits });
  await client.tags.list();
  const call = client.tags.list();
  await expect.poll(() => waits.length).toBe(1);
  clock.advance(3_700_000);
  await call;
  expect(waits).toMatchObject([{ operation: 'tags.list', budget: 'individual', until: expect.any(Date) }]);
  const { client: failing } = observed({ onWait: () => expect.unreachable('told'), clock, limits });
  await failing.tags.list();
  await expect(failing.tags.list()).rejects.toThrow(HookError);
});
