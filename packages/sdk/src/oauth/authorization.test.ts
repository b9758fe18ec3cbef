import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '../../../../scripts/setup/arbitrary-strings.ts';
import { failureOf } from '../../test/answered-client.ts';
import { InputError, TrickleError } from '../core/errors.ts';
import { createOAuth, OAuthCallbackError, type OAuthOptions, type OAuthSession } from './index.ts';

const options: OAuthOptions = {
  authUrl: 'https://auth.test/trickle/',
  clientId: 'app1',
  clientSecret: 'hush-hush',
  redirectUri: 'https://app.test/callback',
  fetch: () => expect.unreachable('asked for a token'),
};
const oauth = createOAuth(options);
const session: OAuthSession = { state: 'state-1', codeVerifier: 'verifier-1' };
const back = (search: string) => `https://app.test/callback?${search}`;

test('an authorization has its own state and PKCE', async () => {
  const { url, state, codeVerifier = '' } = await oauth.start();
  const { searchParams, origin, pathname } = new URL(url);
  expect(origin + pathname).toBe('https://auth.test/trickle/oauth/authorize');
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'app1',
    redirect_uri: 'https://app.test/callback',
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  // RFC 7636, 4.1: 43 to 128 unreserved characters.
  expect(codeVerifier).toMatch(/^[\w-]{43}$/);
  expect(state).toMatch(/^[\w-]{43}$/);
  const again = await oauth.start();
  expect(new Set([state, codeVerifier, again.state, again.codeVerifier]).size).toBe(4);
});

test('the state may be given, and PKCE omitted', async () => {
  const { url, ...kept } = await oauth.start({ state: 's', pkce: false });
  expect(kept).toEqual({ state: 's' });
  expect(url).not.toContain('code_challenge');
  await expect(oauth.start({ state: '' })).rejects.toThrow(InputError);
});

test.each([
  ['a Request', new Request(back('code=c-1&state=state-1'))],
  ['a URL', new URL(back('code=c-1&state=state-1'))],
  ['a string', back('state=state-1&code=c-1&more=1')],
  ['a path of Node’s http', '/callback?code=c-1&state=state-1'],
])('a callback as %s gives the token', async (_, request) => {
  const asked: URLSearchParams[] = [];
  const app = createOAuth({
    ...options,
    fetch: ({ url }) => {
      asked.push(new URL(url).searchParams);
      return Response.json({ access_token: 't-1', token_type: 'bearer', scope: 'public' });
    },
  });
  const token = await app.callback(request, session);
  expect(token.access_token).toBe('t-1');
  const sent = asked.map((query) => [query.get('code'), query.get('code_verifier')]);
  expect(sent).toEqual([['c-1', 'verifier-1']]);
});

/** The error of a callback. */
const refusalOf = (request: string, kept: OAuthSession = session) =>
  failureOf(oauth.callback(request, kept), OAuthCallbackError);

test.each<[string, OAuthSession, string]>([
  ['code=c-1', session, 'state_mismatch'],
  ['code=c-1&state=', session, 'state_mismatch'],
  ['code=c-1&state=state-2', session, 'state_mismatch'],
  ['code=c-1&state=state-1&state=state-1', session, 'state_mismatch'],
  ['code=c-1&state=', { state: '' }, 'state_mismatch'],
  ['code=c-1', {} as OAuthSession, 'state_mismatch'],
  ['error=access_denied', session, 'state_mismatch'],
  ['state=state-1', session, 'code_missing'],
  ['state=state-1&code=', session, 'code_missing'],
  ['state=state-1&code=c-1&code=c-2', session, 'code_missing'],
  ['state=state-1&error=access_denied&error_description=No+thanks&code=c-1', session, 'access_denied'],
])('%s with %o is refused: %s', async (search, kept, code) => {
  const error = await refusalOf(back(search), kept);
  expect(error).toBeInstanceOf(TrickleError);
  expect(error).toMatchObject({ name: 'OAuthCallbackError', error: code });
  expect(inspect(error)).not.toMatch(/c-1|state-1|verifier|hush/);
});

test('the error has the service’s message', async () => {
  const error = await refusalOf(back('state=state-1&error=access_denied&error_description=No+thanks'));
  expect(error).toMatchObject({
    error_description: 'No thanks',
    message: 'The user returned without a valid code: access_denied; No thanks.',
  });
});

test('no callback is accepted without the state, and none throws another error', async () => {
  const addresses = fc.oneof(fc.string(), anyUrl);
  await fc.assert(
    fc.asyncProperty(addresses, fc.string(), async (address, state) => {
      await refusalOf(address);
      const query = new URLSearchParams({ state, code: 'c-1' });
      expect((await refusalOf(back(query.toString()))).error).toBe('state_mismatch');
    }),
  );
});
