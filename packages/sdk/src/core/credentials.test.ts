import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from './errors.ts';
import { authorizationOf } from './settings.ts';

const characters = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\s\p{Cc}:]/u.test(text));

test('an API key is the user name of Basic authentication, with no password, whatever its letters', () => {
  fc.assert(
    fc.property(characters, (apiKey) => {
      const header = authorizationOf({ apiKey });
      const [scheme, token] = header.split(' ');
      expect(scheme).toBe('Basic');
      expect(Buffer.from(token ?? '', 'base64').toString('utf8')).toBe(`${apiKey}:`);
    }),
  );
});

test('an access token is a Bearer token', () => {
  expect(authorizationOf({ accessToken: 't-1' })).toBe('Bearer t-1');
});

test.each([
  [{}, 'neither was given.'],
  [{ apiKey: 'a', accessToken: 'b' }, 'both were given.'],
])('%o is refused: exactly one is wanted', (given, what) => {
  expect(() => authorizationOf(given)).toThrow(`Give exactly one of \`apiKey\` and \`accessToken\`: ${what}`);
});

test.each([
  { apiKey: '' },
  { apiKey: 7 },
  { apiKey: null },
  { apiKey: 'key\n' },
  { apiKey: 'user:password' },
  { apiKey: '\ud800' },
  { accessToken: '' },
  { accessToken: 'a b' },
  { accessToken: 'tokén' },
  { accessToken: 'a\r\nx-other: 1' },
])('%o is refused, without being repeated', (given) => {
  const [secret] = Object.values(given);
  const refused = () => authorizationOf(given);
  expect(refused).toThrow(InputError);
  if (typeof secret === 'string' && secret.length > 2) expect(refused).not.toThrow(secret);
});
