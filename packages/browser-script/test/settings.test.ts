import { expect, test, vi } from 'vitest';
import { pinnedSettings, servedSettings } from '../src/settings.ts';

test.each([
  ['https://script.example.com/9999999.js', 'https://script.example.com'],
  ['https://example.com/trickle/9999999.js?v=2/3#x/y', 'https://example.com/trickle'],
  ['http://127.0.0.1:4100/9999999.js', 'http://127.0.0.1:4100'],
])('a served script has its account, and its host from %s', (url, host) => {
  vi.stubGlobal('TRICKLE_CONFIG', { account: '9999999' });
  expect(servedSettings({}, url)).toEqual({ host, account: '9999999' });
  // Another account's snippet may have replaced the settings.
  expect(servedSettings({ account: '1', host: 'https://own.example' }, url)).toEqual({
    account: '9999999',
    host: 'https://own.example',
  });
});

test.each([
  ['https://script.example.com/9999999/0.1.0/script.js', 'https://script.example.com'],
  ['https://example.com/trickle/9999999/1.20.3/script.js?x', 'https://example.com/trickle'],
])('a pinned script has its host and account from %s', (url, host) => {
  expect(pinnedSettings({ account: '1' }, url)).toEqual({ host, account: '9999999' });
});

test('the other settings are from the page', () => {
  const given = { account: '1', host: 'https://own.example', cookiePath: '/shop' };
  expect(pinnedSettings(given, 'https://own.example/assets/script.js')).toEqual(given);
});

test.each([[''], ['https://script.example.com/'], ['https://script.example.com/x.mjs'], ['blob:null']])(
  'the URL %j has no account',
  (url) => {
    expect(pinnedSettings({}, url).account).toBeUndefined();
  },
);
