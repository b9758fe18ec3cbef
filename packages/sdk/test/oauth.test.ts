import { createHash } from 'node:crypto';
import { createOAuth, OAuthError } from '@trickle/sdk/oauth';
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/setup/ports.ts';
import { serving, startExample } from './serving.ts';

const application = { clientId: 'app1', clientSecret: 'hush-hush' };

/**
 * A small authorization server that holds the SDK to RFC 6749 and 7636: each code works once, for its redirect and its
 * verifier. Every user who visits its page consents, unless `refuses` is in the query.
 */
function authorizationServer(): Promise<string> {
  const codes = new Map<string, URLSearchParams>();
  return serving((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/v2/user') {
      const isKnown = request.headers.authorization === 'Bearer token-1';
      return json(isKnown ? 200 : 401, { users: [{ email: 'ann@example.com' }] });
    }
    if (pathname === '/oauth/authorize') {
      const back = new URL(query.get('redirect_uri') ?? '');
      const code = `code-${codes.size}`;
      codes.set(code, query);
      back.searchParams.set('state', query.get('state') ?? '');
      if (query.has('refuses')) back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', code);
      return response.writeHead(302, { location: back.href }).end();
    }
    const asked = codes.get(query.get('code') ?? '');
    codes.delete(query.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(query.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      request.method === 'POST' &&
      query.get('client_secret') === application.clientSecret &&
      query.get('redirect_uri') === asked?.get('redirect_uri') &&
      (asked?.get('code_challenge') ?? challenge) === challenge;
    if (!isRight) return json(400, { error: 'invalid_grant' });
    return json(200, { access_token: 'token-1', token_type: 'bearer', scope: 'public' });
  });
}

/** The URL to which the page sends the user. */
async function consent(url: string): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  return headers.get('location') ?? '';
}

test('a user grants access and returns with a token', async () => {
  const authUrl = await authorizationServer();
  const oauth = createOAuth({ ...application, authUrl, redirectUri: 'http://localhost:1/callback' });
  for (const pkce of [true, false]) {
    const { url, ...session } = await oauth.start({ pkce });
    const address = await consent(url);
    const token = await oauth.callback(new Request(address), JSON.parse(JSON.stringify(session)));
    expect(token).toEqual({ access_token: 'token-1', token_type: 'bearer', scope: 'public' });
    // The code is used up.
    await expect(oauth.callback(address, session)).rejects.toThrow(OAuthError);
  }
});

test('a stolen code is useless without its verifier', async () => {
  const authUrl = await authorizationServer();
  const oauth = createOAuth({ ...application, authUrl, redirectUri: 'http://localhost:1/callback' });
  const { url } = await oauth.start();
  const code = new URL(await consent(url)).searchParams.get('code') ?? '';
  await expect(oauth.token({ code })).rejects.toMatchObject({ name: 'OAuthError', error: 'invalid_grant' });
});

test('the example connects an account', async () => {
  const example = startExample('oauth-app', {
    ...{ PORT: await freePort(), BASE_URL: await authorizationServer() },
    ...{ CLIENT_ID: application.clientId, CLIENT_SECRET: application.clientSecret },
  });
  const home = (await example.line()).replace('Visit ', '');

  /** Visits the app and the page of the service; gives the address to come back to, and the cookie. */
  async function visit(more = '') {
    const { headers } = await fetch(home, { redirect: 'manual' });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { address: await consent(headers.get('location') + more), cookie };
  }
  const comeBack = async (address: string, cookie: string) => {
    const response = await fetch(address, { headers: { cookie } });
    return [response.status, await response.text()];
  };

  const good = await visit();
  expect(await comeBack(good.address, good.cookie)).toEqual([200, 'Connected as ann@example.com.\n']);
  const startAgain = [400, expect.stringContaining('Start again')];
  expect(await comeBack(good.address, good.cookie)).toEqual(startAgain);
  const forged = await visit();
  expect(await comeBack(forged.address, (await visit()).cookie)).toEqual(startAgain);
  const refused = await visit('&refuses');
  expect(await comeBack(refused.address, refused.cookie)).toEqual([200, 'Not connected, as you wished.\n']);
});
