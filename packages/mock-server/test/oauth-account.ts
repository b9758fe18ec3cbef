import type { TestServer } from './harness.ts';

export const APP = {
  client_id: 'app1',
  client_secret: 'hush-hush',
  name: 'Sailmaker',
  redirect_uris: ['https://app.example/back?from=here', 'http://localhost/back'],
};
export const BACK = 'https://app.example/back?from=here';
export const OWNER = 'owner@acme.test';
export const seed = {
  accounts: [{ id: '9999999', users: [{ email: OWNER, token: 'tok_owner' }, { email: 'second@acme.test' }] }],
  oauth_applications: [APP, { ...APP, client_id: 'sleepy', redirect_uris: [] }],
};
export const ASK = { response_type: 'code', client_id: APP.client_id, redirect_uri: BACK, state: 'st&te=1' };

type Parameters = Readonly<Record<string, string | undefined>>;

export function query(parameters: Parameters): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** The consent page. */
export const ask = (server: TestServer, parameters: Parameters) =>
  server.fetch(new Request(`${server.url}/oauth/authorize?${query(parameters)}`, { redirect: 'manual' }));

/** The token in the page's form. */
export async function tokenOf(response: Response): Promise<string> {
  const [, token = ''] = /name="page_token" value="([^"]+)"/.exec(await response.text()) ?? [];
  return token;
}

/** The page's form as a browser sends it. */
export const decide = async (
  server: TestServer,
  parameters: Parameters,
  form: Parameters,
  headers: Record<string, string> = {},
) => {
  const page_token = await tokenOf(await ask(server, parameters));
  return server.fetch(
    new Request(`${server.url}/oauth/authorize?${query(parameters)}`, {
      method: 'POST',
      body: new URLSearchParams(query({ page_token, ...form })),
      headers,
      redirect: 'manual',
    }),
  );
};

export const backOf = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams;

export async function codeOf(server: TestServer, more: Parameters = {}, email = OWNER): Promise<string> {
  const response = await decide(server, { ...ASK, ...more }, { decision: 'allow', email });
  return backOf(response).get('code') ?? '';
}

export const EXCHANGE = {
  response_type: 'token',
  client_id: APP.client_id,
  client_secret: APP.client_secret,
  redirect_uri: BACK,
  grant_type: 'authorization_code',
};

export async function exchange(server: TestServer, parameters: Parameters) {
  const address = `${server.url}/oauth/token?${query({ ...EXCHANGE, ...parameters })}`;
  const response = await server.fetch(new Request(address, { method: 'POST' }));
  return { status: response.status, headers: response.headers, json: await response.json() };
}

export const bearer = async (server: TestServer, token: string) =>
  (await server.send('GET', '/v2/user', { headers: { authorization: `Bearer ${token}` } })).status;
