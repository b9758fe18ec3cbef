import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { scenariosOverHttp } from './harness.ts';
import {
  APP,
  ASK,
  ask,
  BACK,
  backOf,
  bearer,
  codeOf,
  decide,
  EXCHANGE,
  exchange,
  OWNER,
  query,
  seed,
  tokenOf,
} from './oauth-account.ts';

scenariosOverHttp('OAuth', (start) => {
  // proves: oauth The user is asked at /oauth/authorize
  // proves: endpoint GET /oauth/authorize
  test('the consent page needs no script and cannot be framed', async () => {
    await using server = await start({ seed });
    const response = await ask(server, ASK);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('Sailmaker asks for access');
    expect(page).toContain('<option value="second@acme.test">');
    expect(page).not.toContain('<script');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example");
  });

  test('the user returns with a code and the unchanged state', async () => {
    await using server = await start({ seed });
    const response = await decide(server, ASK, { decision: 'allow', email: OWNER });
    expect(response.status).toBe(302);
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.origin + address.pathname).toBe('https://app.example/back');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: 'here',
      state: 'st&te=1',
      code: expect.stringMatching(/^\w{32}$/),
    });
  });

  // proves: oauth POST /oauth/token exchanges the code
  // proves: oauth The answer has access_token, token_type and scope
  // proves: oauth Authorization: Bearer is used on API requests
  // proves: endpoint POST /oauth/token
  test('a code is exchanged for a token that acts as the user who consented', async () => {
    await using server = await start({ seed });
    const { status, json, headers } = await exchange(server, { code: await codeOf(server) });
    expect(status).toBe(200);
    expect(json).toEqual({ access_token: expect.any(String), token_type: 'bearer', scope: 'public' });
    expect(headers.get('cache-control')).toBe('no-store');
    const authorization = `Bearer ${json.access_token}`;
    const { body } = await server.send('GET', '/v2/user', { headers: { authorization } });
    expect(body.users?.[0]).toMatchObject({ email: OWNER });
  });

  // proves: oauth The verification code expires in 10 minutes
  // proves: limit OAuth verification code lifetime
  test("a code is valid for 10 minutes on the server's clock", async () => {
    await using server = await start({ seed });
    const [early, late] = [await codeOf(server), await codeOf(server)];
    await server.advance({ minutes: 9, seconds: 59, milliseconds: 999 });
    expect((await exchange(server, { code: early })).status).toBe(200);
    await server.advance({ milliseconds: 1 });
    expect(await exchange(server, { code: late })).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant', error_description: expect.stringContaining('expired') },
    });
  });

  // proves: oauth Tokens do not expire
  test('a token is valid for years', async () => {
    await using server = await start({ seed });
    const { json } = await exchange(server, { code: await codeOf(server) });
    await server.advance({ days: 10_000 });
    expect(await bearer(server, json.access_token)).toBe(200);
  });

  test('a code works once, and its second use revokes the token', async () => {
    await using server = await start({ seed });
    const code = await codeOf(server);
    const { json } = await exchange(server, { code });
    expect(await bearer(server, json.access_token)).toBe(200);
    expect(await exchange(server, { code })).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(await bearer(server, json.access_token)).toBe(401);
  });

  test('a code that is used many times at once gives one token', async () => {
    await using server = await start({ seed });
    const code = await codeOf(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(server, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('denied access is reported to the application', async () => {
    await using server = await start({ seed });
    const back = backOf(await decide(server, ASK, { decision: 'deny' }));
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 'st&te=1' });
  });

  test('the consent page is shown again for an unknown user', async () => {
    await using server = await start({ seed });
    const response = await decide(server, ASK, { decision: 'allow', email: '"><b>@acme.test' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('User not found: &quot;&gt;&lt;b&gt;@acme.test.');
    expect(page).not.toContain('<b>@');
  });

  test.each([
    ['without a client_id', { client_id: undefined }],
    ['with an unknown client_id', { client_id: 'nobody' }],
    ['without a redirect_uri', { redirect_uri: undefined }],
    ['with a redirect_uri of somebody else', { redirect_uri: 'https://evil.example/back' }],
    ['with a redirect_uri below the right one', { redirect_uri: 'https://app.example/back/more?from=here' }],
    ['with a redirect_uri without the registered query', { redirect_uri: 'https://app.example/back' }],
    ['with a redirect_uri with another query', { redirect_uri: 'https://app.example/back?from=there' }],
    ['with a redirect_uri with another scheme', { redirect_uri: 'http://app.example/back?from=here' }],
    ['with a redirect_uri with another port', { redirect_uri: 'https://app.example:8443/back?from=here' }],
    ['with a redirect_uri in another case', { redirect_uri: 'https://app.example/Back?from=here' }],
    ['with a redirect_uri with a fragment', { redirect_uri: `${BACK}#top` }],
    ['with a redirect_uri with an empty fragment', { redirect_uri: `${BACK}#` }],
    ['with a redirect_uri with a user', { redirect_uri: 'https://app.example@evil.example/back?from=here' }],
    ['with a redirect_uri of a user of the host', { redirect_uri: 'https://me@app.example/back?from=here' }],
    ['with a redirect_uri with a blank at its end', { redirect_uri: `${BACK} ` }],
    ['with a redirect_uri with a blank in front', { redirect_uri: ` ${BACK}` }],
    ['with a redirect_uri with a line break', { redirect_uri: 'https://app.example/ba\nck?from=here' }],
    ['with a redirect_uri with a tab', { redirect_uri: 'https://app.example/\tback?from=here' }],
    ['with a redirect_uri with backslashes', { redirect_uri: 'https:\\\\app.example\\back?from=here' }],
    ['with a redirect_uri with a backslash', { redirect_uri: 'https://app.example\\back?from=here' }],
    ['with another redirect_uri by its dots', { redirect_uri: 'https://app.example/back/../x?from=here' }],
    ['of an application that has no callback URL', { client_id: 'sleepy' }],
  ])('a request %s shows an error without a redirect', async (_, change) => {
    await using server = await start({ seed });
    for (const response of [
      await ask(server, { ...ASK, ...change }),
      await decide(server, { ...ASK, ...change }, { decision: 'allow', email: OWNER }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).toContain('Access cannot be given');
    }
  });

  test.each([
    ['invalid_request', { response_type: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: 'too-short' }],
    ['invalid_request', { code_challenge: 'x'.repeat(43), code_challenge_method: 'S512' }],
    ['invalid_request', { code_challenge_method: 'S256' }],
  ])('the error %s is redirected for %o', async (error, change) => {
    await using server = await start({ seed });
    const response = await ask(server, { ...ASK, ...change });
    expect(response.status).toBe(302);
    expect(Object.fromEntries(backOf(response))).toMatchObject({ error, state: 'st&te=1' });
  });

  test.each([
    [400, 'invalid_request', { client_id: undefined }],
    [401, 'invalid_client', { client_id: 'nobody' }],
    [400, 'invalid_request', { client_secret: undefined }],
    [401, 'invalid_client', { client_secret: 'wrong' }],
    [400, 'invalid_request', { grant_type: undefined }],
    [400, 'unsupported_grant_type', { grant_type: 'password' }],
    [400, 'invalid_request', { response_type: 'code' }],
    [400, 'invalid_request', { code: undefined }],
    [400, 'invalid_grant', { code: 'guessed' }],
    [400, 'invalid_request', { redirect_uri: undefined }],
    [400, 'invalid_grant', { redirect_uri: 'http://localhost/back' }],
  ])('an exchange gets %i %s with %o', async (status, error, change) => {
    await using server = await start({ seed });
    const answer = await exchange(server, { code: await codeOf(server), ...change });
    expect(answer).toMatchObject({ status, json: { error, error_description: expect.any(String) } });
  });

  test('an exchange reads its parameters from a form, from JSON, and from Basic credentials', async () => {
    await using server = await start({ seed });
    const { client_id, client_secret, ...rest } = EXCHANGE;
    const post = async (body: BodyInit, headers: Record<string, string>) => {
      const address = `${server.url}/oauth/token`;
      return (await server.fetch(new Request(address, { method: 'POST', body, headers }))).status;
    };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post(query({ ...EXCHANGE, code: await codeOf(server) }), form)).toBe(200);
    const json = JSON.stringify({ ...EXCHANGE, code: await codeOf(server) });
    expect(await post(json, { 'content-type': 'application/json' })).toBe(200);
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`;
    expect(await post(query({ ...rest, code: await codeOf(server) }), { ...form, authorization })).toBe(200);
    const wrong = { ...form, authorization: `Basic ${btoa(`${client_id}:wrong`)}` };
    expect(await post(query({ ...rest, code: await codeOf(server) }), wrong)).toBe(401);
  });

  test('a code requires the verifier of its challenge', async () => {
    await using server = await start({ seed });
    const verifier = 'v'.repeat(50);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = () => codeOf(server, { code_challenge: challenge, code_challenge_method: 'S256' });
    const refused = { status: 400, json: { error: 'invalid_grant' } };
    expect(await exchange(server, { code: await asked() })).toMatchObject(refused);
    expect(await exchange(server, { code: await asked(), code_verifier: challenge })).toMatchObject(refused);
    expect((await exchange(server, { code: await asked(), code_verifier: verifier })).status).toBe(200);
    const unasked = await exchange(server, { code: await codeOf(server), code_verifier: verifier });
    expect(unasked).toMatchObject(refused);
    expect(unasked.json.error_description).toMatch(/the authorization request had no code_challenge/);
    const plain = await codeOf(server, { code_challenge: verifier });
    expect((await exchange(server, { code: plain, code_verifier: verifier })).status).toBe(200);
  });

  test('a code works only for its own application', async () => {
    await using server = await start({ seed });
    const other = await server.applications.register({ name: 'Other', redirect_uris: [BACK] });
    const { client_id, client_secret } = other;
    const answer = await exchange(server, { code: await codeOf(server), client_id, client_secret });
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  // Unspecified: U-123
  test('a callback URL with an added query or in another spelling is accepted and used', async () => {
    await using server = await start({ seed });
    for (const redirect_uri of [
      `${BACK}&redirect_state=a%26b`,
      'https://app.example/back?redirect_state=1&from=here',
      'HTTPS://APP.example:443/back?from=here',
      'https://app.example/x/../back?from=here',
    ]) {
      const answer = await decide(server, { ...ASK, redirect_uri }, { decision: 'allow', email: OWNER });
      const target = new URL(answer.headers.get('location') ?? '');
      const { code, state, ...rest } = Object.fromEntries(target.searchParams);
      expect(state).toBe(ASK.state);
      expect(rest).toEqual(Object.fromEntries(new URL(redirect_uri).searchParams));
      expect(target.origin + target.pathname).toBe('https://app.example/back');
      expect((await exchange(server, { code, redirect_uri })).status).toBe(200);
    }
  });

  // Unspecified: U-123
  test('a callback on this machine works with any port', async () => {
    await using server = await start({ seed });
    const status = async (redirect_uri: string) => (await ask(server, { ...ASK, redirect_uri })).status;
    expect(await status('http://localhost:51234/back')).toBe(200);
    expect(await status('http://localhost:51234/other')).toBe(400);
    expect(await status('https://localhost:51234/back')).toBe(400);
  });

  test('consent is accepted from the consent page only', async () => {
    await using server = await start({ seed });
    const form = { decision: 'allow', email: OWNER };
    const status = async (headers: Record<string, string>) =>
      (await decide(server, ASK, form, headers)).status;
    const { host } = new URL(server.url);
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: `http://${host}.evil.example` },
      { origin: 'null' },
      { origin: server.url, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of elsewhere) expect([headers, await status(headers)]).toEqual([headers, 403]);
    const own = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: server.url },
      { origin: `https://${host}` },
    ];
    for (const headers of own) expect([headers, await status(headers)]).toEqual([headers, 302]);
  });

  // Unspecified: U-170
  test('the consent page is shown again if the form lacks its token', async () => {
    await using server = await start({ seed });
    const form = { decision: 'allow', email: OWNER };
    const other = await tokenOf(await ask(server, { ...ASK, state: 'another' }));
    for (const page_token of [undefined, 'guessed', `${Date.parse('2026-03-06')}.x`, other]) {
      for (const decision of ['allow', 'deny']) {
        const answer = await decide(server, ASK, { ...form, decision, page_token });
        expect(answer.status).toBe(403);
        expect(await tokenOf(answer)).not.toBe('');
      }
    }
    const page_token = await tokenOf(await ask(server, ASK));
    await server.advance({ hours: 1 });
    expect((await decide(server, ASK, { ...form, page_token })).status).toBe(403);
    expect((await decide(server, ASK, form)).status).toBe(302);
  });

  // Unspecified: U-32
  test('other origins cannot reach the consent page, but can exchange codes', async () => {
    await using server = await start({ seed });
    const headers = { origin: 'https://shop.example' };
    const corsOf = async (path: string, init: RequestInit) => {
      const sent = { ...init, headers: { ...headers, ...init.headers }, redirect: 'manual' as const };
      const answer = await server.fetch(new Request(server.url + path, sent));
      return answer.headers.get('access-control-allow-origin');
    };
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };
    for (const path of ['/oauth/authorize', '/oauth/authorize/', '//oauth//authorize']) {
      const page = `${path}?${query(ASK)}`;
      for (const init of [{}, { method: 'POST' }, preflight]) expect(await corsOf(page, init)).toBeNull();
    }
    expect(await corsOf('/oauth/token', { method: 'POST' })).toBe('*');
  });

  // Unspecified: U-124
  test('a token is revoked for its own application only', async () => {
    await using server = await start({ seed });
    const { json } = await exchange(server, { code: await codeOf(server) });
    const other = await server.applications.register({ name: 'Other', redirect_uris: [BACK] });
    const revoke = async (client_id: string, client_secret: string) => {
      const body = new URLSearchParams({ client_id, client_secret, token: json.access_token });
      return (await server.fetch(new Request(`${server.url}/oauth/revoke`, { method: 'POST', body }))).status;
    };
    expect(await revoke(other.client_id, other.client_secret)).toBe(200);
    expect(await bearer(server, json.access_token)).toBe(200);
    expect(await revoke(APP.client_id, 'wrong')).toBe(401);
    expect(await revoke(APP.client_id, APP.client_secret)).toBe(200);
    expect(await bearer(server, json.access_token)).toBe(401);
    expect(await revoke(APP.client_id, APP.client_secret)).toBe(200);
  });

  // proves: oauth Applications are registered with a callback URL and get a client id and secret
  test('applications are registered, and active once they have a callback URL', async () => {
    await using server = await start({ seed });
    const { applications } = server;
    const { client_id, client_secret, is_active } = await applications.register({ name: 'New' });
    expect(is_active).toBe(false);
    expect((await ask(server, { ...ASK, client_id })).status).toBe(400);
    const updated = await applications.update(client_id, { redirect_uris: [BACK] });
    expect(updated.is_active).toBe(true);
    const code = await codeOf(server, { client_id });
    const { json } = await exchange(server, { code, client_id, client_secret });
    expect(await applications.tokens(client_id)).toEqual([
      { token: json.access_token, email: OWNER, created_at: '2026-03-06T12:00:00Z' },
    ]);
    expect(await applications.revoke(client_id)).toBe(1);
    expect(await bearer(server, json.access_token)).toBe(401);
    expect(await applications.remove(client_id)).toBe(true);
    expect(await applications.remove(client_id)).toBe(false);
    expect((await applications.list()).map(({ name }) => name)).not.toContain('New');
    await expect(applications.register({ ...APP })).rejects.toThrow("client_id 'app1' already exists");
    for (const url of ['/back', 'https://app.example/#top', 'javascript:alert(1)']) {
      const registering = applications.register({ name: 'Bad', redirect_uris: [url] });
      await expect(registering).rejects.toThrow('callback URL');
    }
  });

  test('arbitrary requests never cause an internal error', async () => {
    await using server = await start({ seed });
    const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(EXCHANGE)));
    const parameters = fc.dictionary(fc.constantFrom(...Object.keys({ ...EXCHANGE, ...ASK }), 'code'), text);
    await fc.assert(
      fc.asyncProperty(parameters, fc.string(), async (given, body) => {
        expect((await ask(server, given)).status).toBeLessThan(500);
        const request = new Request(`${server.url}/oauth/token?${query(given)}`, { method: 'POST', body });
        expect((await server.fetch(request)).status).toBeLessThan(500);
      }),
      { numRuns: runsOf(60) },
    );
  });
});
