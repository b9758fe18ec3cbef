import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget, type BudgetOutcome } from './budget.ts';

const WINDOW = 3_600_000;

/** A service with fixed windows, that begin with their first request, or by a clock of its own. */
class Service {
  readonly #limit: number;
  readonly #phase: number | undefined;
  #opened = Number.NEGATIVE_INFINITY;
  #used = 0;
  rejected = 0;

  constructor(limit: number, phase: number | undefined) {
    this.#limit = limit;
    this.#phase = phase;
  }

  answer(now: number, amount: number, tells: boolean): BudgetOutcome {
    if (now >= this.#opened + WINDOW) {
      this.#opened =
        this.#phase === undefined ? now : now - ((((now - this.#phase) % WINDOW) + WINDOW) % WINDOW);
      this.#used = 0;
    }
    if (this.#used + amount > this.#limit) {
      this.rejected += 1;
      return { kind: 'rejected' };
    }
    this.#used += amount;
    if (!tells) return { kind: 'counted' };
    return { kind: 'counted', limit: this.#limit, remaining: this.#limit - this.#used };
  }
}

interface Run {
  readonly limit: number;
  readonly workers: number;
  readonly calls: number;
  readonly amount: number;
  readonly phase: number | undefined;
  readonly tells: boolean;
  /** Delays on the way there and back, in turn. */
  readonly delays: readonly number[];
  /** Pauses of a worker between two calls, in turn. */
  readonly pauses: readonly number[];
}

/** Runs workers against a service by simulated time, and tells how long they took. */
function run({ limit, workers, calls, amount: most, phase, tells, delays, pauses }: Run) {
  // Responses report requests only, one at a time.
  const amount = tells ? 1 : Math.min(most, limit);
  const service = new Service(limit, phase);
  const budget = new Budget(limit, WINDOW, !tells);
  const events: { at: number; happen: () => void }[] = [];
  let now = 10 * WINDOW;
  const began = now;
  let sent = 0;
  let done = 0;
  let steps = 0;
  let waiting = 0;
  let looksAt = 0;
  const after = (delay: number, happen: () => void) => {
    const at = now + delay;
    events.splice(events.findLastIndex((event) => event.at <= at) + 1, 0, { at, happen });
  };
  const nextOf = (list: readonly number[]) => list[steps++ % list.length] ?? 0;

  const pump = () => {
    while (waiting > 0) {
      const at = budget.freeAt(now, amount, waiting);
      if (at > now) {
        if (at !== Infinity && at !== looksAt) after(at - now, pump);
        looksAt = at;
        return;
      }
      waiting -= 1;
      send();
    }
  };
  const send = () => {
    const mark = budget.take(now, amount);
    after(nextOf(delays), () => {
      const outcome = service.answer(now, amount, tells);
      after(nextOf(delays), () => {
        budget.settle(now, amount, mark, outcome);
        done += 1;
        after(nextOf(pauses), want);
        pump();
      });
    });
  };
  const want = () => {
    if (sent === calls) return;
    sent += 1;
    waiting += 1;
    pump();
  };
  for (let i = 0; i < workers; i += 1) want();
  while (done < calls && events.length > 0) {
    const event = events.shift();
    if (!event) break;
    now = event.at;
    event.happen();
  }
  return { done, rejected: service.rejected, took: now - began };
}

const runs = fc.record({
  limit: fc.integer({ min: 1, max: 60 }),
  workers: fc.integer({ min: 1, max: 20 }),
  calls: fc.integer({ min: 1, max: 150 }),
  amount: fc.integer({ min: 1, max: 5 }),
  phase: fc.option(fc.integer({ min: 0, max: WINDOW - 1 }), { nil: undefined }),
  tells: fc.boolean(),
  delays: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 7 }),
  pauses: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW })), {
    minLength: 1,
    maxLength: 5,
  }),
});

test('the only client is never rejected, wherever windows begin and in whatever order responses arrive', () => {
  fc.assert(
    fc.property(runs, (given) => {
      expect(run(given)).toMatchObject({ done: given.calls, rejected: 0 });
    }),
    { numRuns: 500 },
  );
});

test('a backlog takes at most 1 % longer than necessary', () => {
  fc.assert(
    fc.property(runs, (given) => {
      const { limit, calls, workers, tells } = given;
      const amount = tells ? 1 : Math.min(given.amount, limit);
      const { took } = run({ ...given, pauses: [0], delays: [40, 7, 90] });
      const windows = Math.ceil(calls / Math.floor(limit / amount)) - 1;
      // Beside the windows, the time that the workers need for the calls themselves, one scout a window.
      const work = (Math.ceil(calls / workers) + windows + 1) * 200;
      expect(took).toBeLessThanOrEqual(windows * WINDOW * 1.01 + work);
    }),
    { numRuns: 500 },
  );
});

test('while many wait, a window that ends early is noticed within 1 % of its time', () => {
  const given = {
    limit: 3600,
    workers: 5000,
    calls: 5000,
    amount: 1,
    tells: true,
    delays: [50],
    pauses: [0],
  };
  // Somebody's clock: the window ends 20 minutes after the first call.
  const early = run({ ...given, phase: WINDOW / 3 });
  expect(early).toMatchObject({ done: 5000, rejected: 0 });
  expect(early.took).toBeLessThan(WINDOW / 3 + WINDOW / 100);
  // Nobody else's: it ends an hour after it.
  const late = run({ ...given, phase: undefined });
  expect(late).toMatchObject({ done: 5000, rejected: 0 });
  expect(late.took).toBeLessThan(WINDOW * 1.01);
});

test('without other calls waiting, all of a budget is given at once', () => {
  const budget = new Budget(3600, WINDOW);
  for (let i = 0; i < 3600; i += 1) {
    expect(budget.freeAt(5, 1, 1)).toBe(5);
    const mark = budget.take(5, 1);
    budget.settle(5, 1, mark, { kind: 'counted', remaining: 3599 - i });
  }
  expect(budget.freeAt(5, 1, 1)).toBeGreaterThan(WINDOW);
});

test('a share of less than one request is one request', () => {
  const budget = new Budget(5, WINDOW, false, 0.1);
  expect(budget.freeAt(0, 1, 1)).toBe(0);
  budget.settle(0, 1, budget.take(0, 1), { kind: 'counted', remaining: 4 });
  expect(budget.freeAt(0, 1, 1)).toBeGreaterThan(WINDOW);
});

test('requests that were not counted are free again, and those that may have been are not', () => {
  const budget = new Budget(2, WINDOW, true);
  budget.settle(0, 1, budget.take(0, 1), { kind: 'uncounted' });
  budget.settle(0, 1, budget.take(0, 1), { kind: 'unknown' });
  expect(budget.freeAt(0, 1, 1)).toBe(0);
  budget.settle(10, 1, budget.take(0, 1), { kind: 'counted' });
  expect(budget.freeAt(10, 1, 1)).toBeGreaterThan(WINDOW);
  expect(budget.freeAt(WINDOW * 1.01, 1, 1)).toBe(WINDOW * 1.01);
});

test('a limit reported by the service replaces the expected one', () => {
  const budget = new Budget(3600, WINDOW);
  budget.settle(0, 1, budget.take(0, 1), { kind: 'counted', limit: 2, remaining: 1 });
  budget.settle(0, 1, budget.take(0, 1), { kind: 'counted', limit: 2, remaining: 0 });
  expect(budget.freeAt(0, 1, 1)).toBeGreaterThan(WINDOW);
});

test('after a 429, one request at a time is tried', () => {
  const budget = new Budget(3600, WINDOW);
  budget.settle(0, 1, budget.take(0, 1), { kind: 'rejected' });
  const next = budget.freeAt(0, 1, 9);
  expect(next / WINDOW).toBeCloseTo(1 / 30);
  expect(budget.freeAt(next, 1, 9)).toBe(next);
  budget.take(next, 1);
  expect(budget.freeAt(next, 1, 9)).toBe(Number.POSITIVE_INFINITY);
});

test('consecutive 429s without a time to retry increase the wait', () => {
  const budget = new Budget(3600, WINDOW);
  const waits = Array.from({ length: 9 }, () => {
    const now = budget.freeAt(0, 1, 1);
    const together = [budget.take(now, 1), budget.take(now, 1), budget.take(now, 1)];
    for (const mark of together) budget.settle(now, 1, mark, { kind: 'rejected', retryAfter: 0 });
    return budget.freeAt(0, 1, 1) - now;
  });
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect((waits[8] ?? 0) / WINDOW).toBeCloseTo(1 / 30);
  const after = budget.freeAt(0, 1, 1);
  budget.settle(after, 1, budget.take(after, 1), { kind: 'counted' });
  budget.settle(after, 1, budget.take(after, 1), { kind: 'rejected', retryAfter: 0 });
  expect(budget.freeAt(after, 1, 1) - after).toBe(1000);
});

test('a 429 with `Retry-After` sets the wait', () => {
  const budget = new Budget(3600, WINDOW);
  budget.settle(0, 1, budget.take(0, 1), { kind: 'rejected', retryAfter: 5000 });
  expect(budget.freeAt(0, 1, 1)).toBe(5000);
});

test('a request without a response says nothing about headers, so requests go on as probes', () => {
  const budget = new Budget(3600, WINDOW);
  const mark = budget.take(0, 1);
  budget.settle(0, 1, mark, { kind: 'unknown' });
  let sent = 0;
  while (sent < 100 && budget.freeAt(0, 1, 1) === 0) {
    budget.take(0, 1);
    sent += 1;
  }
  expect([sent, budget.freeAt(0, 1, 1)]).toEqual([8, Infinity]);
});
