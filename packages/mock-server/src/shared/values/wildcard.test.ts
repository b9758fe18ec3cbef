import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesWildcard, wildcardSources } from './wildcard.ts';

/** Strings over a small alphabet, so that parts repeat. */
const letters = (...more: string[]) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '1', ...more), maxLength: 12 });

/** The equivalent regular expression with backtracking. */
const plain = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i');

describe('a pattern with stars', () => {
  it('a wildcard pattern matches the same texts as a plain regular expression', () => {
    fc.assert(
      fc.property(letters('*', '*'), letters(), (pattern, text) => {
        const expected = plain(pattern).test(text);
        expect(matchesWildcard(pattern, text)).toBe(expected);
        expect(new RegExp(`^${wildcardSources()(pattern)}$`, 'i').test(text)).toBe(expected);
      }),
    );
  });

  it('several wildcard patterns work in one regular expression', () => {
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

  it('a wildcard pattern with many stars is matched quickly', () => {
    const text = 'a'.repeat(1000);
    for (const stars of [7, 20, 200]) {
      const pattern = `${'a*'.repeat(stars)}b`;
      expect(matchesWildcard(pattern, text)).toBe(false);
      expect(new RegExp(`^${wildcardSources()(pattern)}$`).test(text)).toBe(false);
    }
  });
});
