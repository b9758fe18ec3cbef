import type { Clock } from '../core/clock.ts';
import type { LockRequest } from '../rate-limits/budget.ts';
import { LOCK, UNLOCK } from './lua.ts';
import type { RunScript } from './redis-client.ts';

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
  const hashes = await Promise.all(names.map(hashOf));
  const keys = hashes.map((hash) => `${prefix}:{${baseUrl}|${account}}:turn:${hash}`);
  const take = () => run(LOCK, keys, [id, String(LEASE)]);
  for (let pause = POLL.first; (await take()) === 0; pause = Math.min(pause * 2, POLL.max)) {
    await clock.wait(pause * (0.5 + Math.random() / 2), signal);
  }
  const over = new AbortController();
  void prolong();
  return () => {
    over.abort();
    void run(UNLOCK, keys, [id]);
  };

  async function prolong(): Promise<void> {
    const isHeld = () =>
      clock.wait(LEASE / 3, over.signal).then(
        () => true,
        () => false,
      );
    while (await isHeld()) await take();
  }
}

/** Hashes an identifier of a subscriber, so that it is not stored in plain text. */
async function hashOf(name: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(bytes, 0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
