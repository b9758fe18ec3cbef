import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName, suggester } from './nearest-name.ts';

const events = ['subscriber.created', 'subscriber.bounced', 'subscriber.applied_tag'];

describe('the nearest name', () => {
  it.each([
    ['emial', ['id', 'email', 'new_email'], 'email'],
    ['firstName', ['last_name', 'first_name'], 'first_name'],
    ['subscriber.craeted', events, 'subscriber.created'],
    ['subscriber.appliedTag', events, 'subscriber.applied_tag'],
    ['craeted', ['created', 'crated'], 'created'],
    ['subscriber.nope', events, undefined],
    ['pizza', ['id', 'email'], undefined],
    ['', ['id', 'email'], undefined],
    ['x'.repeat(101), ['x'.repeat(101)], undefined],
    ['email', ['x'.repeat(101), 'email'], 'email'],
  ])('to %s of %j is %s', (name, candidates, nearest) => {
    expect(nearestName(name, candidates)).toBe(nearest);
  });

  it('is the same as with a full comparison', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), (name, candidates) => {
        const allowed = Math.max(1, Math.floor(name.length / 3));
        const distances = candidates.map((candidate) => distance(name, candidate));
        const least = Math.min(Number.POSITIVE_INFINITY, ...distances);
        const nearest = nearestName(name, candidates);
        expect(nearest).toBe(least <= allowed ? candidates[distances.indexOf(least)] : undefined);
      }),
    );
  });

  it('gives a limited number of hints', () => {
    const suggest = suggester(2);
    const hints = [1, 2, 3].map(() => suggest('emial', ['email']));
    expect(hints).toEqual([', did you mean email?', ', did you mean email?', '']);
    expect(didYouMean('emial', ['email'])).toBe(', did you mean email?');
  });
});

/** Insertions, deletions, replacements and swaps of neighbours, by definition. */
function distance(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const same = from.at(-1) === to.at(-1) ? 0 : 1;
  const [one, other] = [from.slice(0, -1), to.slice(0, -1)];
  const swap =
    from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1)
      ? distance(from.slice(0, -2), to.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY;
  return Math.min(distance(one, to) + 1, distance(from, other) + 1, distance(one, other) + same, swap);
}
