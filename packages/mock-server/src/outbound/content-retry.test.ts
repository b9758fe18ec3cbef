import { describe, expect, it } from 'vitest';
import type { ContentOutcomeName } from '../store/content-calls.ts';
import { decideRetry } from './content-retry.ts';

const answers = (...outcomes: ContentOutcomeName[]) =>
  outcomes.map((outcome, i) => ({ outcome, shortcode: `s${i}`, error: 'it answered so' }));
const MINUTE = 60_000;

/** After how many milliseconds each attempt follows, and why none does in the end. */
function course(...outcomes: ContentOutcomeName[]): { attempts: number; waited: number; why: string } {
  for (let attempt = 1, waited = 0; ; attempt++) {
    const verdict = decideRetry(answers(...outcomes), { attempt, waited });
    if (verdict.kind === 'content') throw new Error('there is content');
    if (verdict.kind === 'given_up') return { attempts: attempt, waited, why: verdict.why };
    waited += verdict.delay;
  }
}

describe('answers with content', () => {
  it('are content when all are', () => {
    expect(decideRetry(answers('success', 'success'), { attempt: 1, waited: 0 })).toEqual({
      kind: 'content',
    });
    expect(decideRetry([], { attempt: 1, waited: 0 })).toEqual({ kind: 'content' });
  });

  // U-105
  it('are asked for again after a minute, then twice as long each time, at most an hour', () => {
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
  ] as const)('of %o are given up after hours', (outcomes, least, most) => {
    const { waited, attempts, why } = course(...outcomes);
    expect(waited / 60 / MINUTE).toBeGreaterThan(least);
    expect(waited / 60 / MINUTE).toBeLessThanOrEqual(most);
    expect(attempts).toBeGreaterThan(4);
    expect(why).toMatch(/^there is no content 's\d' \(it answered so\)$/);
  });

  it.each([[['permanent']], [['unsupported']], [['success', 'temporary', 'permanent']]] as const)(
    'of %o are given up at once',
    (outcomes) => {
      expect(course(...outcomes)).toMatchObject({ attempts: 1, waited: 0 });
    },
  );
});
