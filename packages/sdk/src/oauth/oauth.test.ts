import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../../test/answered-client.ts';
import { AuthenticationError, ServerError } from '../core/api-errors.ts';
import { ConnectionError, InputError, ResponseFormatError } from '../core/errors.ts';
import type { Fetch } from '../options.ts';
import { createOAuth, OAuthError, type OAuthOptions } from './index.ts';

const options: OAuthOptions = {
  authUrl: 'https://auth.test/trickle/',
  clientId: 'app1',
  clientSecret: 'hush-hush',
  redirectUri: 'http://localhost:3000/callback',
};

/** The call that exchanges a code. */
const exchange = (fetch: Fetch) => createOAuth({ ...options, fetch }).token({ code: 'v-1' });

test('a refusal is an OAuthError with the codes of RFC 6749', async () => {
  const body = { error: 'invalid_grant', error_description: 'The code has expired' };
  const call = exchange(() => Response.json(body, { status: 400 }));
  const error = await failureOf(call, OAuthError);
  expect(error).toMatchObject({ name: 'OAuthError', status: 400, ...body });
  expect(error.message).toBe(
    'POST https://auth.test/trickle/oauth/token answered 400: invalid_grant; The code has expired.',
  );
});

/** The error of Deno. */
const leaky = ({ url }: Request) =>
  Promise.reject(new TypeError(`error sending request for url (${url})`, { cause: new Error('refused') }));

test.each<[string, Fetch, new (...given: never) => Error]>([
  ['a refusal', () => Response.json({ error: 'invalid_client' }, { status: 401 }), OAuthError],
  ['another 401', () => new Response('no', { status: 401 }), AuthenticationError],
  ['a failure', () => new Response('no', { status: 502 }), ServerError],
  ['HTML', () => new Response('<html>'), ResponseFormatError],
  ['a failed connection', leaky, ConnectionError],
])('%s shows neither secret nor code', async (_, fetch, Class) => {
  const withUrl: Fetch = async (request) => {
    const response = await fetch(request);
    Object.defineProperty(response, 'url', { value: request.url, enumerable: true });
    return response;
  };
  const error = await failureOf(exchange(withUrl), Class);
  const shown = inspect(error, { depth: 20, showHidden: true, getters: true });
  expect(shown + JSON.stringify(error) + error.stack).not.toMatch(/hush-hush|v-1/);
});

test('a code works once, so its exchange is not repeated', async () => {
  const fetch = vi.fn(() => new Response('', { status: 503 }));
  await failureOf(exchange(fetch), ServerError);
  expect(fetch).toHaveBeenCalledOnce();
});

test.each([
  [{ authUrl: 'auth.test' }, '`authUrl` must be an absolute URL'],
  [{ client_id: 'x' }, 'createOAuth: unknown option client_id. There are '],
  [{ timeout: -1 }, '`timeout` must be'],
])('%o is refused', (given, message) => {
  const create = () => createOAuth({ ...options, ...given });
  expect(create).toThrow(InputError);
  expect(create).toThrow(message);
});

test('an exchange without a code is refused before it is sent', async () => {
  const oauth = createOAuth({ ...options, fetch: () => expect.unreachable('sent') });
  await expect(oauth.token({ code: '' })).rejects.toThrow('token was not sent: code is required.');
  const misspelt = oauth.token({ kode: 'v' } as never);
  await expect(misspelt).rejects.toThrow('kode is not a member here, did you mean code?');
  const authorize = () => oauth.authorize({ sate: 'x' } as never);
  expect(authorize).toThrow('sate is not a member here, did you mean state?');
});

test('the secret is not shown by the object', () => {
  expect(inspect(createOAuth(options), { depth: 20, showHidden: true })).not.toContain('hush-hush');
  expect(JSON.stringify(createOAuth(options))).toBe('{}');
});
