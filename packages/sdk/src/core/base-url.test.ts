import { expect, test } from 'vitest';
import { InputError } from './errors.ts';
import { normalBaseUrl } from './settings.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com///', 'https://api.example.com'],
  ['https://api.example.com/gateway/trickle/', 'https://api.example.com/gateway/trickle'],
  ['HTTP://LOCALHOST:4100', 'http://localhost:4100'],
  [new URL('https://api.example.com/a'), 'https://api.example.com/a'],
])('%s is taken as %s', (given, base) => {
  expect(normalBaseUrl(given)).toBe(base);
});

test.each([
  [undefined, 'must be an absolute URL'],
  ['', 'must be an absolute URL'],
  ['api.example.com', 'must be an absolute URL'],
  ['/v2', 'must be an absolute URL'],
  ['https://api.example.com/v2', 'must not end with /v2'],
  ['https://api.example.com/gateway/v3/', 'must not end with /v3'],
  ['ftp://api.example.com', 'must start with https://'],
  ['https://user:secret@api.example.com', 'must not contain a user name, password, query or fragment'],
  ['https://api.example.com/?key=secret', 'must not contain a user name, password, query or fragment'],
  ['https://api.example.com/#secret', 'must not contain a user name, password, query or fragment'],
])('%s is refused, without being repeated', (given, message) => {
  const normal = () => normalBaseUrl(given);
  expect(normal).toThrow(InputError);
  expect(normal).toThrow(message);
  expect(normal).not.toThrow('secret');
});
