import { inspect } from 'node:util';
import { expect, test } from 'vitest';
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

/** The error of the exchange of a code. */
async function failureOf(fetch: Fetch): Promise<Error> {
  return createOAuth({ ...options, fetch })
    .token({ code: 'v-1' })
    .then(
      () => expect.unreachable('a token came'),
      (error: Error) => error,
    );
}

test('the authorize URL carries state and PKCE as given', () => {
  const url = new URL(
    createOAuth(options).authorize({ state: 'a&b', code_challenge: 'c', code_challenge_method: 'S256' }),
  );
  expect(url.origin + url.pathname).toBe('https://auth.test/trickle/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'app1',
    redirect_uri: 'http://localhost:3000/callback',
    state: 'a&b',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  });
});

test('a code is exchanged for a token in one request without a body', async () => {
  const requests: Request[] = [];
  const oauth = createOAuth({
    ...options,
    fetch: (request) => {
      requests.push(request);
      return Response.json({ access_token: 't-1', token_type: 'bearer', scope: 'public' });
    },
  });
  const token = await oauth.token({ code: 'v-1', code_verifier: 'v' });
  expect(token).toEqual({ access_token: 't-1', token_type: 'bearer', scope: 'public' });
  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.body).toBeNull();
  expect(Object.fromEntries(new URL(request?.url ?? '').searchParams)).toEqual({
    response_type: 'token',
    client_id: 'app1',
    client_secret: 'hush-hush',
    code: 'v-1',
    redirect_uri: 'http://localhost:3000/callback',
    grant_type: 'authorization_code',
    code_verifier: 'v',
  });
});

test('a refusal is an OAuthError with the codes of RFC 6749', async () => {
  const body = { error: 'invalid_grant', error_description: 'The code has expired' };
  const error = await failureOf(() => Response.json(body, { status: 400 }));
  expect(error).toBeInstanceOf(OAuthError);
  expect(error).toMatchObject({ name: 'OAuthError', status: 400, ...body });
  expect(error.message).toBe(
    'POST https://auth.test/trickle/oauth/token answered 400: invalid_grant; The code has expired.',
  );
});

const leaky = (request: Request): never => {
  // As Deno words it.
  throw new TypeError(`error sending request for url (${request.url})`, { cause: new Error('refused') });
};

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
  const error = await failureOf(withUrl);
  expect(error).toBeInstanceOf(Class);
  const shown =
    inspect(error, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(error) + error.stack;
  expect(shown).not.toMatch(/hush-hush|v-1/);
});

test('a code works once, so its exchange is not repeated', async () => {
  let requests = 0;
  await failureOf(() => {
    requests++;
    return new Response('', { status: 503 });
  });
  expect(requests).toBe(1);
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
  await expect(oauth.token({ kode: 'v' } as never)).rejects.toThrow(
    'kode is not a member here, did you mean code?',
  );
  expect(() => oauth.authorize({ sate: 'x' } as never)).toThrow(
    'sate is not a member here, did you mean state?',
  );
});

test('the secret is not shown by the object', () => {
  expect(inspect(createOAuth(options), { depth: 20, showHidden: true })).not.toContain('hush-hush');
  expect(JSON.stringify(createOAuth(options))).toBe('{}');
});
