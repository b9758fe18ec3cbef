import { expect, test } from 'vitest';
import { type Start, scenarios } from './harness.ts';
import { ASK, query, seed } from './oauth-account.ts';

scenarios('users on the consent page', (start) => {
  // U-292
  test('the consent page suggests no users to visitors who may not use the admin API', async () => {
    const pageFor = async (options: Start, headers: Record<string, string>) => {
      await using server = await start({ seed, ...options });
      return (await server.send('GET', `/oauth/authorize?${query(ASK)}`, { headers })).text;
    };
    for (const page of [
      await pageFor({ adminPassword: 'secret' }, {}),
      await pageFor({}, { 'x-forwarded-for': '203.0.113.7' }),
    ]) {
      expect(page).toContain('Sailmaker');
      expect(page).not.toContain('@acme.test');
    }
    expect(await pageFor({}, { 'sec-fetch-site': 'cross-site' })).toContain('second@acme.test');
  });
});
