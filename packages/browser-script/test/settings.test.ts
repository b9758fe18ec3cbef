import { expect, test } from 'vitest';
import { settingsOf } from '../src/settings.ts';

test.each([
  ['https://script.example.com/9999999.js', 'https://script.example.com', '9999999'],
  ['https://example.com/trickle/9999999.js?v=2#x', 'https://example.com/trickle', '9999999'],
  ['http://127.0.0.1:4100/9999999.js', 'http://127.0.0.1:4100', '9999999'],
  ['https://script.example.com/9999999/0.1.0/script.js', 'https://script.example.com', '9999999'],
  ['https://example.com/trickle/9999999/1.20.3/script.js?x', 'https://example.com/trickle', '9999999'],
])('%s says host and account', (url, host, account) => {
  expect(settingsOf({}, url)).toEqual({ host, account });
});

test('what the page says comes first', () => {
  const given = { account: '1', host: 'https://own.example', cookiePath: '/shop' };
  expect(settingsOf(given, 'https://script.example.com/9999999.js')).toEqual(given);
});

test.each([[''], ['https://script.example.com/'], ['https://script.example.com/x.mjs'], ['blob:null']])(
  'nothing is known from %j',
  (url) => {
    expect(settingsOf({}, url)).toBeUndefined();
    expect(settingsOf({ account: '1' }, url)).toBeUndefined();
  },
);
