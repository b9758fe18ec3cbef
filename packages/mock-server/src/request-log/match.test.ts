import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, mismatches } from './match.ts';
import { pathPattern } from './path-pattern.ts';

describe('an expectation', () => {
  it('is met by every JSON value that it is a copy of', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => matches(structuredClone(value), value)));
  });

  it('looks at the members that it has, and lets others be', () => {
    const found = {
      email: 'ann@acme.test',
      tags: ['vip', 'new'],
      custom_fields: { size: 'm', color: 'red' },
    };
    expect(matches({ tags: ['new'], custom_fields: { size: 'm' } }, found)).toBe(true);
    expect(mismatches({ tags: ['old'], custom_fields: { size: 'l' }, city: 'Oslo' }, found)).toEqual([
      { path: 'tags', expected: ['old'], found: ['vip', 'new'] },
      { path: 'custom_fields.size', expected: 'l', found: 'm' },
      { path: 'city', expected: 'Oslo', found: undefined },
    ]);
  });

  it('may be a pattern, a predicate, or a matcher of the test runner', () => {
    const found = { email: 'ann@acme.test', value: 5, at: 'now' };
    expect(matches({ email: /@acme\.test$/, value: (value: unknown) => value === 5 }, found)).toBe(true);
    expect(matches({ at: expect.any(String), value: expect.any(Number) }, found)).toBe(true);
    expect(matches({ at: expect.any(Number) }, found)).toBe(false);
    expect(matches({ email: /other/ }, found)).toBe(false);
  });

  it('does not find what only the prototype has', () => {
    expect(matches({ toString: expect.anything() }, {})).toBe(false);
  });
});

describe('a pattern of paths', () => {
  it.each([
    ['/v2/*/tags', '/v2/999/tags', true],
    ['/v2/*/tags', '/v2/999/tags/', true],
    ['/v2/*/tags', '/v2/999/other/tags', false],
    ['/v2/**', '/v2/999/other/tags', true],
    ['/v2/{account_id}/subscribers/{id_or_email}', '/v2/9/subscribers/a+b@c.co', true],
    ['/v2/{account_id}/subscribers', '/v2/9/subscribers/1', false],
    ['/v2/9/sub.cribers', '/v2/9/subxcribers', false],
    ['/v2/9/tags/', '/v2/9/tags', true],
  ])('%s and %s: %s', (pattern, path, isMatch) => {
    expect(pathPattern(pattern).test(path)).toBe(isMatch);
  });
});
