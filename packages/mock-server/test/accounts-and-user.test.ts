import { describe, expect, it } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { scenarios, startServer } from './harness.ts';

scenarios('accounts', (start) => {
  // proves: endpoint GET /v2/accounts
  // proves: note The account list holds the accounts that the caller can access
  it('accounts are listed if the user is a member', async () => {
    await using server = await start();
    for (const [token, ids] of [
      [TOKENS.owner, ['9999999']],
      [TOKENS.viewer, ['9999999']],
      [TOKENS.stranger, ['8888888']],
    ] as const) {
      const { body } = await server.send('GET', '/v2/accounts', { token });
      expect(body.accounts?.map(({ id }) => id)).toEqual(ids);
    }
  });

  // proves: endpoint GET /v2/accounts/{account_id}
  it('accounts link to their records', async () => {
    await using server = await start();
    const { body } = await server.get('/v2/accounts/9999999');
    expect(body.accounts).toMatchObject([{ id: '9999999', href: `${server.url}/v2/accounts/9999999` }]);
    expect(body.links).toEqual({
      'accounts.broadcasts': `${server.url}/v2/{accounts.id}/broadcasts`,
      'accounts.campaigns': `${server.url}/v2/{accounts.id}/campaigns`,
      'accounts.goals': `${server.url}/v2/{accounts.id}/goals`,
    });
  });
});

describe('an account', () => {
  // proves: note Account: name defaults to the website URL
  it('an account with a minimal seed has the defaults of the interface', async () => {
    await using server = await startServer();
    const { body } = await server.send('GET', '/v2/accounts/8888888', { token: TOKENS.stranger });
    expect(body.accounts).toEqual([
      {
        id: '8888888',
        name: 'https://other.test',
        url: 'https://other.test',
        primary_email: 'sam@other.test',
        enable_third_party_cookies: false,
        created_at: '2026-03-06T12:00:00Z',
        href: `${server.url}/v2/accounts/8888888`,
      },
    ]);
  });

  it('an account does not show settings that only seeds and the admin API have', async () => {
    const content = { shortcode: 'shop', base_url: 'https://one.test/content', subscriber: ['plan'] };
    const account = {
      id: '1',
      url: 'https://one.test',
      users: [{ email: 'tess@acme.test', token: 't1' }],
      lead_scoring: { threshold: 50 },
      script_origins: ['https://one.test'],
      trigger_links: [{ id: 't', url: 'https://one.test/up' }],
      dynamic_content: { endpoints: [content] },
    };
    await using server = await startServer({ seed: { accounts: [account] } });
    const { body } = await server.send('GET', '/v2/accounts/1', { token: 't1' });
    expect(Object.keys(body.accounts?.[0] ?? {}).sort()).toEqual([
      ...['created_at', 'enable_third_party_cookies', 'href', 'id', 'name', 'primary_email', 'url'],
    ]);
  });
});

describe('a user', () => {
  // proves: endpoint GET /v2/user
  // proves: note The user is the authenticated user
  it('the user is the one whose token is sent', async () => {
    await using server = await startServer();
    const users = [];
    for (const token of Object.values(TOKENS)) {
      users.push(...((await server.send('GET', '/v2/user', { token })).body.users ?? []));
    }
    expect(users).toEqual([
      { email: 'owner@acme.test', name: 'Olive Oar', time_zone: 'America/Los_Angeles' },
      { email: 'max@acme.test', name: 'Max', time_zone: 'Etc/UTC' },
      { email: 'vera@acme.test', name: 'Vera', time_zone: 'Etc/UTC' },
      { email: 'sam@other.test', name: '', time_zone: 'Etc/UTC' },
    ]);
  });

  it('a user of two accounts is one user with a role on each', async () => {
    const user = { email: 'tess@acme.test', name: 'Tess' };
    const accounts = [
      { id: '1', users: [{ ...user, token: 't1', role: 'owner' as const }] },
      { id: '2', users: [{ ...user, token: 't2', role: 'viewer' as const }] },
    ];
    await using server = await startServer({ seed: { accounts } });
    for (const token of ['t1', 't2']) {
      const { body } = await server.send('GET', '/v2/accounts', { token });
      expect(body.accounts?.map(({ id }) => id)).toEqual(['1', '2']);
      const body1 = { subscribers: [{ email: 'ann@acme.test' }] };
      expect((await server.send('POST', '/v2/1/subscribers', { token, body: body1 })).status).toBe(200);
      expect((await server.send('POST', '/v2/2/subscribers', { token, body: body1 })).status).toBe(403);
    }
  });
});
