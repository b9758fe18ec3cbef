import { expect, test } from 'vitest';
import { answered, clientOf, ok } from '../test/answered-client.ts';
import { createClient } from './client.ts';
import { InputError } from './core/errors.ts';
import type { ClientOptions } from './options.ts';

const valid: ClientOptions = { baseUrl: 'https://api.test', accountId: '9', apiKey: 'key' };

test.each([
  [{ ...valid, token: 'secret' }, 'createClient: unknown option token'],
  [
    { ...valid, apikey: 'k' },
    'createClient: unknown option apikey. There are baseUrl, apiKey, accessToken, ',
  ],
  [{ ...valid, apiKey: undefined }, 'exactly one of'],
  [{ ...valid, accessToken: 't' }, 'exactly one of'],
  [{ ...valid, baseUrl: undefined }, '`baseUrl` must be an absolute URL'],
  [{ ...valid, timeout: 0 }, '`timeout` must be'],
  [{ ...valid, timeout: Number.NaN }, '`timeout` must be'],
  [{ ...valid, timeout: 2 ** 31 }, '`timeout` must be'],
  [{ ...valid, retries: -1 }, '`retries` must be'],
  [{ ...valid, retries: 1.5 }, '`retries` must be'],
  [{ ...valid, fetch: 'fetch' }, '`fetch` must be a function'],
  [
    { ...valid, headers: { 'x-gateway': 'secret\n1' } },
    "`headers`: 'x-gateway' is not a valid header name, or",
  ],
  [{ ...valid, headers: { 'x gateway': 'secret' } }, "`headers`: 'x gateway' is not a valid header name, or"],
  [{ ...valid, totalTimeout: 0 }, '`totalTimeout` must be'],
  [{ ...valid, maxWait: -1 }, '`maxWait` must be'],
  [{ ...valid, limits: { mode: 'sometimes' } }, '`limits.mode` must be'],
  [{ ...valid, limits: { individual: 0 } }, '`limits.individual` must be'],
  [{ ...valid, limits: { shared: {} } }, '`limits.shared` must be'],
  [
    { ...valid, limits: { indvidual: 1 } },
    '`limits`: unknown option indvidual. There are mode, individual, ',
  ],
  [{ ...valid, limits: true }, '`limits`: expected an object of options, { mode, '],
  [{ ...valid, onRequest: 'log' }, '`onRequest` must be a function'],
  [{ ...valid, logger: () => {} }, '`logger` must have a method `debug`'],
  [
    undefined,
    '`baseUrl` must be an absolute URL, like https://api.example.com. Set the option or TRICKLE_BA',
  ],
  [{ baseUrl: 'https://api.test' }, 'Set the option or TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN.'],
  [null, 'createClient: expected an object of options, { baseUrl, '],
  [[], 'createClient: expected an object of options'],
])('%o is refused', (options, message) => {
  const create = () => createClient(options as unknown as ClientOptions);
  expect(create).toThrow(InputError);
  expect(create).toThrow(message);
  expect(create).not.toThrow('secret');
});

test.each([
  [{ signl: 1 }, 'the options of a call: unknown option signl. There are signal, accountId, '],
  [{ page: 2 }, 'the options of a call: unknown option page'],
  [{ timeout: -1 }, '`timeout` must be'],
  [{ retries: 'two' }, '`retries` must be'],
  ['soon', 'the options of a call: expected an object of options, { signal, '],
])('the options %o of a call are refused', async (options, message) => {
  const client = createClient({ ...valid, fetch: () => expect.unreachable('sent') });
  await expect(client.forms.list(options as never)).rejects.toThrow(message);
});

test('an option of the call stands before the one of the client', async () => {
  const { client, requests } = answered([ok], { headers: { 'X-One': 'client', 'x-two': 'client' } });
  await client.tags.list({ accountId: '8', headers: { 'x-one': 'call' } });
  expect(requests.map(({ url, headers }) => [url, headers.get('x-one'), headers.get('x-two')])).toEqual([
    ['https://api.test/v2/8/tags', 'call', 'client'],
  ]);
});

test('an operation with an account in its path needs an account, and the others do not', async () => {
  const client = clientOf({ accountId: undefined, fetch: () => Response.json({ accounts: [] }) });
  expect(await client.accounts.list()).toEqual([]);
  await expect(client.tags.list()).rejects.toThrow('`accountId` is missing');
});
