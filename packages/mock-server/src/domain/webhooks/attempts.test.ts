import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRateLimited, isReceived, nextAttemptAt, WEBHOOK_WINDOW } from './attempts.ts';

const DAY = 24 * 3_600_000;

/** The times of all attempts of a delivery that always fails, starting at `start`. */
function attemptsFrom(start: number, random: () => number): number[] {
  const times = [start];
  while (times.length < 1000) {
    const next = nextAttemptAt(
      times.map((at) => ({ at, status: 500 })),
      random(),
    );
    if (next === undefined) return times;
    times.push(next);
  }
  throw new Error('The retries do not end.');
}

describe('a delivery that always fails', () => {
  test('a delivery that always fails is retried for three days: after half a minute, then after waits that double up to six hours', () => {
    const times = attemptsFrom(0, () => 0.5);
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(waits.slice(0, 10).map((wait) => wait / 30_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(new Set(waits.slice(10, -1))).toEqual(new Set([6 * 3_600_000]));
    expect(times.at(-1)).toBe(3 * DAY);
  });

  // U-22
  // proves: limit Webhook re-send window
  test('a delivery that always fails is retried for the last time after exactly three days, with any jitter', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000_000_000),
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (start, values) => {
          let draws = 0;
          const times = attemptsFrom(start, () => values[draws++ % values.length] ?? 0);
          expect(times.at(-1)).toBe(start + WEBHOOK_WINDOW);
          expect(times.length).toBeGreaterThan(15);
          expect(times.length).toBeLessThan(40);
          for (const [index, at] of times.slice(1).entries()) {
            const wait = at - (times[index] ?? 0);
            expect(wait).toBeGreaterThan(0);
            expect(wait).toBeLessThanOrEqual(1.25 * 6 * 3_600_000);
          }
        },
      ),
    );
  });
});

// U-22
// U-84
test('only 2xx counts as received, and only 429 as rate limited', () => {
  for (const status of [200, 201, 204, 299]) expect(isReceived({ at: 0, status })).toBe(true);
  for (const status of [199, 301, 302, 304, 308, 400, 404, 429, 500, undefined]) {
    expect(isReceived({ at: 0, status })).toBe(false);
    expect(isRateLimited({ at: 0, status })).toBe(status === 429);
  }
});
