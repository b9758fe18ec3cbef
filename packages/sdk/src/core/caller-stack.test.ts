import { expect, test, vi } from 'vitest';
import { type ClientOptions, createClient } from '../index.ts';

/** What Node.js shows of a stack unless told otherwise. */
const FRAMES = 10;

const never = () => new Promise<Response>(() => {});
const missing = () => Response.json({ errors: [{ code: 'not_found_error' }] }, { status: 404 });
const refused = () => Promise.reject(new TypeError('fetch failed'));

/** As much of an error's stack as Node.js shows. */
const firstFramesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n    at ')
    .slice(1, 1 + FRAMES)
    .join('\n');

test.each<[string, Partial<ClientOptions>, string]>([
  ['an answer that is no success', { fetch: missing }, 'NotFoundError'],
  ['a body of another kind', { fetch: () => new Response('<html>') }, 'ResponseFormatError'],
  ['a failed connection', { fetch: refused }, 'ConnectionError'],
  ['a time-out', { fetch: never, timeout: 1000 }, 'TimeoutError'],
  ['a total time-out', { fetch: never, totalTimeout: 1000 }, 'TimeoutError'],
  ['a limit', { limits: { mode: 'throw', individual: 1 }, fetch: () => Response.json({ tags: [] }) }, ''],
  ['an account that is missing', { accountId: undefined }, 'InputError'],
])('the stack of %s has the line that called', async (_, options, name) => {
  vi.useFakeTimers();
  const client = createClient({
    ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', retries: 0, ...options },
  } as ClientOptions);
  async function theCaller() {
    await client.tags.list();
    await client.tags.list(); // the limit is for the first
  }
  const outcome = theCaller().catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  const error = (await outcome) as Error;
  expect(error.stack).toContain(name || 'LimitReachedError');
  expect(firstFramesOf(error)).toContain('theCaller');
});

test('so has that of an invalid input, of a later page, and of a bulk job', async () => {
  const page = { tags: [], subscribers: [{}], meta: { page: 1, total_pages: 2 } };
  let answers = 0;
  const { subscribers } = createClient({
    ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', retries: 0 },
    fetch: () => (answers++ === 0 ? Response.json(page) : missing()),
  });
  for (const theCaller of [
    async function theCaller() {
      await subscribers.upsert({ email: 'x' });
    },
    async function theCaller() {
      for await (const _ of subscribers.list());
    },
    async function theCaller() {
      await subscribers.upsertMany([{ email: 'ann@example.com' }]);
    },
  ]) {
    const error = (await theCaller().catch((reason: unknown) => reason)) as Error;
    expect(firstFramesOf(error)).toContain('theCaller');
  }
});
