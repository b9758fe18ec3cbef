import { expect, it } from 'vitest';
import { isUrl } from './rare-formats.ts';

it.each([
  'https://acme.test',
  'http://127.0.0.1:4100/in?secret=1#top',
  'https://user:p%40ss@acme.test/',
  'HTTPS://ACME.TEST/%ZZ',
  'https://münchen.test/straße?q=ü',
])('a URL is %s', (value) => {
  expect(isUrl(value)).toBe(true);
});

it.each([
  'acme.test',
  'ftp://acme.test/',
  'http://user:p%ZZ@acme.test/',
  'http://us%FFer@acme.test/',
  'https://acme.test/a b',
  ' https://acme.test/',
  'https://acme.test/\r\nX-Injected: 1',
  'https://acme.test/\t',
  'https://acme.test\\@evil.test/',
  'https://acme.test/\u0000',
  'https://',
])('a URL is not %j', (value) => {
  expect(isUrl(value)).toBe(false);
});
