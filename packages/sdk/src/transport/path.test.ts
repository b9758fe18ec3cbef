import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathErrorOf } from './input/path-error.ts';
import { fillPath } from './operation.ts';

const template = '/v2/{account_id}/subscribers/{email}/tags/{tag}';

test('every value is read from the path as it was written, from its own segment', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..');
  fc.assert(
    fc.property(value, value, value, (account, email, tag) => {
      const { pathname } = new URL(`https://x.test${fillPath(template, [account, email, tag])}`);
      const [, version, ...rest] = pathname.split('/').map(decodeURIComponent);
      expect([version, ...rest]).toEqual(['v2', account, 'subscribers', email, 'tags', tag]);
    }),
  );
});

test.each(['a+b/c@x.io', 'a/../b', '%2e%2e', '?page=2', '#x', '\\..\\', ' ', 'é🙂'])(
  '%s survives',
  (email) => {
    const { pathname, search, hash } = new URL(`https://x.test${fillPath(template, ['9', email, 't'])}`);
    expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(email);
    expect(search + hash).toBe('');
  },
);

test.each([
  ['', 'email is empty.'],
  ['.', "email must not be '.'."],
  ['..', "email must not be '..'."],
  [undefined, 'email must be a string, not undefined.'],
  [null, 'email must be a string, not null.'],
  [7, "email must be a string, not a number. Identifiers are strings: write '7'."],
  [{}, 'email must be a string, not an object.'],
  [['a'], 'email must be a string, not an array.'],
  ['\ud800', 'email contains half of a surrogate pair.'],
])('%o is refused', (value, message) => {
  const values = ['9', value, 't'];
  expect(fillPath(template, values)).toBeUndefined();
  expect(pathErrorOf(template, values).message).toBe(`Nothing was sent: ${message}`);
});

test('a missing value is refused', () => {
  const values = ['9', 'a@x.io'];
  expect(fillPath(template, values)).toBeUndefined();
  expect(pathErrorOf(template, values).issues).toEqual([
    { code: 'format_error', attribute: 'tag', message: 'tag must be a string, not undefined.' },
  ]);
});
