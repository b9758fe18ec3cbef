import type { Clock } from '../core/clock.ts';
import type { LockRequest } from '../rate-limits/budget.ts';
import { LOCK, UNLOCK } from './lua.ts';
import { hexOf, type RunScript } from './redis-client.ts';

/** Milliseconds after which the lock of a dead process expires. */
const LEASE = 15_000;

/** First and maximum interval between attempts to take a lock, in milliseconds. */
const POLL = { first: 10, max: 200 };

/** Locks a subscriber among all processes. Resolves to a function that releases the lock. */
export async function lock(
  run: RunScript,
  clock: Clock,
  prefix: string,
  { account, baseUrl, names, signal }: LockRequest,
): Promise<() => void> {
  const id = crypto.randomUUID();
  // Hashed, so that no identifier of a subscriber is stored in plain text.
  const hashes = await Promise.all(names.map((name) => hexOf('SHA-256', name)));
  const keys = hashes.map((hash) => `${prefix}:{${baseUrl}|${account}}:turn:${hash.slice(0, 24)}`);
  const take = () => run(LOCK, keys, [id, String(LEASE)]);
  for (let pause = POLL.first; (await take()) === 0; pause = Math.min(pause * 2, POLL.max)) {
    await clock.wait(pause * (0.5 + Math.random() / 2), signal);
  }
  const over = new AbortController();
  const prolong = async () => {
    for (;;) {
      await clock.wait(LEASE / 3, over.signal);
      await take();
    }
  };
  prolong().catch(() => {}); // it is over
  return () => {
    over.abort();
    void run(UNLOCK, keys, [id]);
  };
}
