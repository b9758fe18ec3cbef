import { expect, test } from 'vitest';
import { adminRoutes } from '../src/admin/operations/index.ts';
import { createServer, type Server } from '../src/index.ts';
import { basic } from './harness.ts';

const PASSWORD = 'open sesame';
const CALLERS = { operator: `Basic ${btoa(`:${PASSWORD}`)}`, owner: basic('key_of_ann') } as const;
const seed = { accounts: [{ id: '1111111', users: [{ email: 'ann@acme.test', token: 'key_of_ann' }] }] };

/** Bodies that are too large, with the answer that they get. */
const TOO_LARGE = [
  { title: 'more than 5 MB', status: 413, body: JSON.stringify({ unknown: 'x'.repeat(5_000_000) }) },
  {
    title: 'more than 50,000 values',
    status: 422,
    body: JSON.stringify({ unknown: Array.from({ length: 50_001 }, () => 0) }),
  },
];

async function post(
  server: Server,
  caller: keyof typeof CALLERS,
  route: { method: string; path: string },
  body: string,
) {
  const path = route.path.replaceAll(/\{\w+\}/g, '1111111');
  const headers = { authorization: CALLERS[caller], 'content-type': 'application/json' };
  const answer = await server.fetch(
    new Request(`http://trickle.localhost${path}`, { method: route.method, headers, body }),
  );
  return { status: answer.status, text: await answer.text() };
}

const routes = adminRoutes.filter(({ method }) => method !== 'GET');
const large = routes.filter(({ operation }) => operation.isLarge);

// U-07
test.each(TOO_LARGE)('the admin API refuses $title, whoever sends them', async ({ status, body }) => {
  await using server = await createServer({ seed, adminPassword: PASSWORD });
  for (const caller of ['operator', 'owner'] as const) {
    for (const route of routes) {
      if (caller === 'operator' && large.includes(route)) continue;
      const answer = await post(server, caller, route, body);
      expect([caller, route.name, answer.status]).toEqual([caller, route.name, status]);
      expect(answer.text).toMatch(/longer than 5000000 bytes|more than 50000 values/);
    }
  }
});

// U-07
test.each(TOO_LARGE)('an operator may send states and seeds with $title', async ({ body }) => {
  await using server = await createServer({ seed, adminPassword: PASSWORD });
  expect(large.map(({ name }) => name)).toEqual(['state.import', 'accounts.create', 'accounts.extend']);
  for (const route of large) {
    const { status, text } = await post(server, 'operator', route, body);
    expect(status).toBe(422);
    expect(text).not.toMatch(/5000000|50000/);
  }
});
