import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { answered, clientOf, failureOf, never, ok } from '../../test/answered-client.ts';
import type { Client, ClientOptions } from '../index.ts';

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

const missing = () => Response.json({ errors: [{ code: 'not_found_error' }] }, { status: 404 });
const refused = () => Promise.reject(new TypeError('fetch failed'));

/** As much of an error's stack as Node.js shows. */
const firstFramesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n    at ')
    .slice(1, 1 + FRAMES)
    .join('\n');

test.each<[string, Partial<ClientOptions>, string]>([
  ['an error response', { fetch: missing }, 'NotFoundError'],
  ['a body of another kind', { fetch: () => new Response('<html>') }, 'ResponseFormatError'],
  ['a failed connection', { fetch: refused }, 'ConnectionError'],
  ['a time-out', { fetch: never, timeout: 1000 }, 'TimeoutError'],
  ['a total time-out', { fetch: never, totalTimeout: 1000 }, 'TimeoutError'],
  ['a limit', { limits: { mode: 'throw', individual: 1 }, fetch: ok }, 'LimitReachedError'],
  ['an account that is missing', { accountId: undefined }, 'InputError'],
])('the stack of %s has the line that called', async (_, options, name) => {
  vi.useFakeTimers();
  const client = clientOf({ retries: 0, ...options });
  async function theCaller() {
    await client.tags.list();
    await client.tags.list(); // the limit is for the first
  }
  const failure = failureOf(theCaller(), Error);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  const error = await failure;
  expect(error.stack).toContain(name);
  expect(firstFramesOf(error)).toContain('theCaller');
});

test('so has that of an invalid input, of a later page, and of a bulk job', async () => {
  const page = { tags: [], subscribers: [{}], meta: { page: 1, total_pages: 2 } };
  const { subscribers } = answered([() => Response.json(page), missing]).client;
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
    expect(firstFramesOf(await failureOf(theCaller(), Error))).toContain('theCaller');
  }
});

describe('a call that nobody awaits', () => {
  test.each<[string, (client: Client) => void]>([
    ['a call', (client) => void client.subscribers.get('ann@x.io')],
    ['a list', (client) => void client.subscribers.list()],
    ['an invalid input', (client) => void client.subscribers.upsert({ email: 'x' })],
  ])('has its line in the unhandled rejection: %s', async (_, call) => {
    const client = clientOf({ fetch: missing });
    const error = await unhandledFrom(function theCaller() {
      call(client);
    });
    expect(error.stack).toMatch(/\n {4}at .*theCaller/);
  });

  test('has its line once where the engine knows it', async () => {
    const client = clientOf({ fetch: missing, accountId: undefined });
    async function theCaller() {
      await client.tags.list();
    }
    const { stack } = await failureOf(theCaller(), Error);
    expect(stack?.match(/at .*theCaller/g)).toHaveLength(1);
  });
});
