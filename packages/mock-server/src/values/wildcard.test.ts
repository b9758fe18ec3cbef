import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesWildcard, wildcardSources } from './wildcard.ts';

/** Few letters, so that parts are found often and in several places. */
const letters = (...more: string[]) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '1', ...more), maxLength: 12 });

/** The same, by a pattern that goes back. */
const plain = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i');

describe('a pattern with stars', () => {
  it('matches the texts that a plain regular expression matches', () => {
    fc.assert(
      fc.property(letters('*', '*'), letters(), (pattern, text) => {
        const expected = plain(pattern).test(text);
        expect(matchesWildcard(pattern, text)).toBe(expected);
        expect(new RegExp(`^${wildcardSources()(pattern)}$`, 'i').test(text)).toBe(expected);
      }),
    );
  });

  it('stands beside others in one regular expression', () => {
    fc.assert(
      fc.property(
        fc.array(letters('*', '*'), { minLength: 2, maxLength: 4 }),
        letters(),
        (patterns, text) => {
          const form = new RegExp(
            patterns
              .map(wildcardSources())
              .map((source) => `^${source}$`)
              .join('|'),
            'i',
          );
          expect(form.test(text)).toBe(patterns.some((pattern) => plain(pattern).test(text)));
        },
      ),
    );
  });

  it('is decided at once, however many stars it has and however often their parts occur', () => {
    const text = 'a'.repeat(1000);
    for (const stars of [7, 20, 200]) {
      const pattern = `${'a*'.repeat(stars)}b`;
      expect(matchesWildcard(pattern, text)).toBe(false);
      expect(new RegExp(`^${wildcardSources()(pattern)}$`).test(text)).toBe(false);
    }
  });
});
