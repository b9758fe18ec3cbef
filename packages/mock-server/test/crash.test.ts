// @thorough: servers that are started, killed and started again
import { once } from 'node:events';
import { createServer } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { server as options, start } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const ROUNDS = 12;
const BATCH = 40;
const seed = new URL('../demo-seed.json', import.meta.url).pathname;

interface Sent {
  readonly accepted: number[];
  /** Interrupted requests have been applied completely or not at all. */
  readonly unknown: number[][];
}

// proves: note Background work survives a killed process
test('a server that is killed at any moment neither loses nor repeats accepted work', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('crash.db');
  const all: Sent = { accepted: [], unknown: [] };
  let next = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url } = await start(
      process.execPath,
      options('--db', db, '--seed', seed, '--limits', 'off'),
    );
    const killed = once(child, 'exit');
    next = await sendUntilCut(url, next, all, {
      answers: 1 + (round % 3),
      // Differs from round to round: while a request is read, while a job runs, or while the server is idle.
      kill: (answerTime) => setTimeout(() => child.kill('SIGKILL'), ((round * 0.37) % 1.5) * answerTime),
    });
    await killed;
  }
  const counts = await countAfterRestart(db);
  // However slow the machine is, each round did some work before its server was killed.
  expect(all.accepted.length).toBeGreaterThanOrEqual(2 * ROUNDS * BATCH - BATCH);
  expect(all.accepted.filter((number) => counts.get(number) !== 1)).toEqual([]);
  for (const numbers of all.unknown) {
    expect(new Set(numbers.map((number) => counts.get(number) ?? 0)).size).toBe(1);
    expect(counts.get(numbers[0] ?? 0) ?? 0).toBeLessThanOrEqual(1);
  }
});

/** When to kill a server. Depends on its progress, so that the test proves as much on slow machines. */
interface KillPlan {
  /** The number of accepted batches after which `kill` is called. */
  readonly answers: number;
  /** @param answerTime The duration of the last response, in milliseconds. */
  readonly kill: (answerTime: number) => void;
}

/** Sends batches of numbered events one after another until the server is gone. Resolves to the next number. */
async function sendUntilCut(url: string, start: number, sent: Sent, plan: KillPlan): Promise<number> {
  let answers = 0;
  for (let next = start; ; ) {
    const numbers = Array.from({ length: BATCH }, (_, i) => next + i);
    next += BATCH;
    const events = numbers.map((number) => ({
      email: `p${number % 97}@example.com`,
      action: 'Counted',
      properties: { number },
    }));
    const begin = performance.now();
    try {
      const response = await fetch(`${url}/v2/9999999/events/batches`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('trickle_demo_token:')}` },
        body: JSON.stringify({ batches: [{ events }] }),
      });
      expect(response.status).toBe(201);
      sent.accepted.push(...numbers);
      await response.text();
      answers += 1;
      if (answers === plan.answers) plan.kill(performance.now() - begin);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch's own error for a closed connection
      if (!sent.accepted.includes(numbers[0] ?? 0)) sent.unknown.push(numbers);
      return next;
    }
  }
}

/** Counts how often each numbered event was recorded once the remaining work is done. */
async function countAfterRestart(db: string): Promise<Map<number, number>> {
  await using server = await createServer({ db });
  await server.settle();
  const counts = new Map<number, number>();
  for (const { properties } of await server.events({ event: 'subscriber.performed_custom_event' })) {
    const number = Number(properties.number);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}
