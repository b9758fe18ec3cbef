import { expect, test } from 'vitest';
import { ASK, ask, backOf, bearer, decide, exchange, OWNER, seed, tokenOf } from '../oauth-account.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

// U-170
test('a consent page of one server counts with another, and so do its code and token', async () => {
  const [first, second, third] = await servers.openThree({ seed });
  const pages = await Promise.all([ask(first, ASK), ask(second, ASK)]);
  for (const page of pages) {
    const form = { page_token: await tokenOf(page), decision: 'allow', email: OWNER };
    const decided = await decide(third, ASK, form);
    expect(decided.status).toBe(302);
    const { json } = await exchange(first, { code: backOf(decided).get('code') ?? '' });
    expect(await bearer(second, json.access_token)).toBe(200);
  }
});
