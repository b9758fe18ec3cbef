import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { type Client, type ClientOptions, createClient, type Fetch } from '../index.ts';

/** The part of a stack that Node.js shows unless told otherwise. */
const FRAMES = 10;

/** The error that is reported as unhandled. */
async function unhandledFrom(theCaller: () => void): Promise<Error> {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    const reported = once(process, 'unhandledRejection');
    theCaller();
    const [error] = await reported;
    return error;
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
}

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

describe('a call that nobody awaits', () => {
  const clientOf = (fetch: Fetch, options: Partial<ClientOptions> = {}) =>
    createClient({
      ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', retries: 0, fetch },
      ...options,
    } as ClientOptions);

  test.each<[string, (client: Client) => void]>([
    ['a call', (client) => void client.subscribers.get('ann@x.io')],
    ['a list', (client) => void client.subscribers.list()],
    ['an invalid input', (client) => void client.subscribers.upsert({ email: 'x' })],
  ])('has its line in the unhandled rejection: %s', async (_, call) => {
    const client = clientOf(missing);
    const error = await unhandledFrom(function theCaller() {
      call(client);
    });
    expect(error.stack).toMatch(/\n {4}at .*theCaller/);
  });

  test('has its line once where the engine knows it', async () => {
    const client = clientOf(missing, { accountId: undefined });
    async function theCaller() {
      await client.tags.list();
    }
    const error = (await theCaller().catch((reason: unknown) => reason)) as Error;
    expect(error.stack?.match(/at .*theCaller/g)).toHaveLength(1);
  });
});
