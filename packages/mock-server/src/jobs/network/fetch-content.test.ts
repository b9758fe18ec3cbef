import { describe, expect, it } from 'vitest';
import type { ContentOutcomeName } from '../../store/tables/content-calls.ts';
import { decideRetry } from './fetch-content.ts';

const answers = (...outcomes: ContentOutcomeName[]) =>
  outcomes.map((outcome, i) => ({ outcome, shortcode: `s${i}`, error: 'it failed' }));
const MINUTE = 60_000;

/** Retries until the content is given up. Returns the number of attempts, the total wait and the reason. */
function retryAll(...outcomes: ContentOutcomeName[]): { attempts: number; waited: number; why: string } {
  for (let attempt = 1, waited = 0; ; attempt++) {
    const decision = decideRetry(answers(...outcomes), { attempt, waited });
    if (decision.kind === 'content') throw new Error('The content is complete.');
    if (decision.kind === 'given_up') return { attempts: attempt, waited, why: decision.why };
    waited += decision.delay;
  }
}

describe('responses with content', () => {
  it('content is complete when all requests succeeded', () => {
    expect(decideRetry(answers('success', 'success'), { attempt: 1, waited: 0 })).toEqual({
      kind: 'content',
    });
    expect(decideRetry([], { attempt: 1, waited: 0 })).toEqual({ kind: 'content' });
  });

  // U-105
  it('requests are retried with waits that double from a minute to an hour', () => {
    const delays = Array.from({ length: 8 }, (_, i) =>
      decideRetry(answers('retry_later'), { attempt: i + 1, waited: 0 }),
    );
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((n) => ({ kind: 'again', delay: n * MINUTE })));
  });

  // U-105
  it.each([
    [['retry_later'], 71, 72],
    [['temporary'], 0, 1],
    [['retry_later', 'temporary'], 0, 1],
  ] as const)('requests that end with %o are given up within the limit in hours', (outcomes, least, most) => {
    const { waited, attempts, why } = retryAll(...outcomes);
    expect(waited / 60 / MINUTE).toBeGreaterThan(least);
    expect(waited / 60 / MINUTE).toBeLessThanOrEqual(most);
    expect(attempts).toBeGreaterThan(4);
    expect(why).toMatch(/^the content 's\d' is not available \(it failed\)$/);
  });

  it.each([[['permanent']], [['unsupported']], [['success', 'temporary', 'permanent']]] as const)(
    'requests that end with %o are given up at once',
    (outcomes) => {
      expect(retryAll(...outcomes)).toMatchObject({ attempts: 1, waited: 0 });
    },
  );
});
