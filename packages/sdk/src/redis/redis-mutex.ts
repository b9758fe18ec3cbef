import type { Clock } from '../core/clock.ts';
import type { LockRequest } from '../rate-limits/limit-store.ts';
import { LOCK, UNLOCK } from './lua.ts';
import type { RunScript } from './redis-client.ts';

/** Milliseconds after which the turn of a process that has died is over. */
const LEASE = 15_000;

/** Milliseconds between two looks whether a turn is free: first, and at most. */
const LOOK = { first: 10, longest: 200 };

/** Waits for the turn of a person among all processes, and gives what ends it. */
export async function lock(
  run: RunScript,
  clock: Clock,
  prefix: string,
  { account, baseUrl, names, signal }: LockRequest,
): Promise<() => void> {
  const id = crypto.randomUUID();
  const people = await Promise.all(names.map(hashOf));
  const keys = people.map((person) => `${prefix}:{${baseUrl}|${account}}:turn:${person}`);
  const take = () => run(LOCK, keys, [id, String(LEASE)]);
  for (let pause = LOOK.first; (await take()) === 0; pause = Math.min(pause * 2, LOOK.longest)) {
    await clock.wait(pause * (0.5 + Math.random() / 2), signal);
  }
  const over = new AbortController();
  void prolong();
  return () => {
    over.abort();
    void run(UNLOCK, keys, [id]);
  };

  async function prolong(): Promise<void> {
    const goesOn = () =>
      clock.wait(LEASE / 3, over.signal).then(
        () => true,
        () => false,
      );
    while (await goesOn()) await take();
  }
}

/** A person's name as nobody can read it. */
async function hashOf(name: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(bytes, 0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
