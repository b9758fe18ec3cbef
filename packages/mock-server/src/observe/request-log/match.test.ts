import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, mismatches } from './match.ts';
import { pathPattern } from './path-pattern.ts';

describe('request matching', () => {
  it('every JSON value matches a copy of itself', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => matches(structuredClone(value), value)));
  });

  it('members that an expectation lacks are ignored', () => {
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

  it('an expectation can be a pattern, a predicate, or a matcher of the test runner', () => {
    const found = { email: 'ann@acme.test', value: 5, at: 'now' };
    expect(matches({ email: /@acme\.test$/, value: (value: unknown) => value === 5 }, found)).toBe(true);
    expect(matches({ at: expect.any(String), value: expect.any(Number) }, found)).toBe(true);
    expect(matches({ at: expect.any(Number) }, found)).toBe(false);
    expect(matches({ email: /other/ }, found)).toBe(false);
  });

  it('inherited members do not match', () => {
    expect(matches({ toString: expect.anything() }, {})).toBe(false);
  });
});

describe('path patterns', () => {
  it.each([
    ['/v2/*/tags', '/v2/999/tags', true],
    ['/v2/*/tags', '/v2/999/tags/', true],
    ['/v2/*/tags', '/v2/999/other/tags', false],
    ['/v2/**', '/v2/999/other/tags', true],
    ['/v2/{account_id}/subscribers/{id_or_email}', '/v2/9/subscribers/a+b@c.co', true],
    ['/v2/{account_id}/subscribers', '/v2/9/subscribers/1', false],
    ['/v2/9/sub.cribers', '/v2/9/subxcribers', false],
    ['/v2/9/tags/', '/v2/9/tags', true],
  ])('the pattern %s and the path %s give %s', (pattern, path, isMatch) => {
    expect(pathPattern(pattern).test(path)).toBe(isMatch);
  });
});
