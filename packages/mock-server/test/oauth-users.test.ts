import { expect, test } from 'vitest';
import { scenarios } from './harness.ts';
import { ASK, query, seed } from './oauth-account.ts';

scenarios('users on the consent page', (start) => {
  // U-292
  test('the consent page suggests no users to visitors who may not use the admin API', async () => {
    for (const [options, headers] of [
      [{ adminPassword: 'secret' }, {}],
      [{}, { 'x-forwarded-for': '203.0.113.7' }],
    ] as const) {
      await using server = await start({ seed, ...options });
      const response = await server.fetch(
        new Request(`${server.url}/oauth/authorize?${query(ASK)}`, { headers }),
      );
      const page = await response.text();
      expect([response.status, page.includes('Sailmaker'), page.includes('@acme.test')]).toEqual([
        200,
        true,
        false,
      ]);
    }
    await using server = await start({ seed });
    const led = new Request(`${server.url}/oauth/authorize?${query(ASK)}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(await (await server.fetch(led)).text()).toContain('second@acme.test');
  });
});
