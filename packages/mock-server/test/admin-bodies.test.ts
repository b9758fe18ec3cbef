import { expect, test, vi } from 'vitest';
import { adminRoutes } from '../src/admin/http/routes.ts';
import { createServer, type Server } from '../src/index.ts';
import { basic } from './harness.ts';

const PASSWORD = 'open sesame';
const CALLERS = { operator: `Basic ${btoa(`:${PASSWORD}`)}`, owner: basic('key_of_ann') } as const;
const seed = { accounts: [{ id: '1111111', users: [{ email: 'ann@acme.test', token: 'key_of_ann' }] }] };

const routes = adminRoutes.filter(({ method }) => method !== 'GET');
const large = routes.filter(({ operation }) => operation.bodySize === 'large');

/** Bodies beyond a bound, each with the status of its response and the operations that it is sent to. */
const TOO_LARGE = [
  {
    title: 'more than 5 MB',
    status: 413,
    body: JSON.stringify({ unknown: 'x'.repeat(5_000_000) }),
    of: routes.filter(({ name }) => name === 'faults.add' || name === 'state.import'),
  },
  {
    title: 'more than 50,000 values',
    status: 422,
    body: JSON.stringify({ unknown: Array.from({ length: 50_001 }, () => 0) }),
    of: routes,
  },
];

type Route = { readonly path: string; readonly method?: string };

async function post(
  server: Server,
  caller: keyof typeof CALLERS,
  { path, method = 'POST' }: Route,
  body: string,
) {
  const url = `http://trickle.localhost${path.replaceAll(/\{\w+\}/g, '1111111')}`;
  const headers = { authorization: CALLERS[caller], 'content-type': 'application/json' };
  const answer = await server.fetch(new Request(url, { method, headers, body }));
  return { status: answer.status, text: await answer.text() };
}

// U-07
test.each(TOO_LARGE)('the admin API refuses $title from every caller', async ({ status, body, of }) => {
  expect(of.length).toBeGreaterThan(1);
  await using server = await createServer({ seed, adminPassword: PASSWORD });
  for (const caller of ['operator', 'owner'] as const) {
    for (const route of of) {
      if (caller === 'operator' && large.includes(route)) continue;
      const answer = await post(server, caller, route, body);
      expect([caller, route.name, answer.status]).toEqual([caller, route.name, status]);
      expect(answer.text).toMatch(/longer than \d+ bytes|more than \d+ values/);
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

// U-07
test.each(['find', 'expect'])('a filter of requests/%s has at most 500 values', async (name) => {
  await using server = await createServer({ seed, adminPassword: PASSWORD });
  const route = { path: `/_admin/requests/${name}` };
  const filter = (count: number) => ({ body: { tags: Array.from({ length: count }, String) } });
  for (const [count, isRead] of [
    [400, true],
    [501, false],
  ] as const) {
    const { text } = await post(server, 'owner', route, JSON.stringify(filter(count)));
    expect(text.includes('more than 500 values')).toBe(!isRead);
  }
});

// U-07
test('a search does not compare each tag of a filter with each tag of a record', async () => {
  await using server = await createServer({ seed, adminPassword: PASSWORD, limits: false });
  const path = '/v2/1111111/subscribers/batches';
  const tags = Array.from({ length: 250 }, (_, i) => `tag ${i}`);
  const batch = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@acme.test`, tags }));
  const sent = await post(server, 'owner', { path }, JSON.stringify({ batches: [{ subscribers: batch }] }));
  expect(sent.status).toBe(201);
  const compared = vi.spyOn(Object, 'is');
  const filter = { body: { tags: [...tags, 'missing'] } };
  const found = await post(server, 'owner', { path: '/_admin/requests/find' }, JSON.stringify(filter));
  expect(JSON.parse(found.text)).toEqual({ requests: [] });
  expect(compared.mock.calls.length).toBeLessThan(1000);
  compared.mockRestore();
});

// U-07
test('the message about a missing request has no more of long values than their beginning', async () => {
  await using server = await createServer({ seed, adminPassword: PASSWORD });
  const long = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`first_name_${i}`, 'x'.repeat(1500)]),
  );
  const subscribers = [{ email: 'ann@acme.test', first_name: 'y'.repeat(100_000) }];
  await post(server, 'owner', { path: '/v2/1111111/subscribers' }, JSON.stringify({ subscribers }));
  const route = { path: '/_admin/requests/expect' };
  const filter = { body: { first_name: 'x'.repeat(20_000), custom_fields: long } };
  const { status, text } = await post(server, 'owner', route, JSON.stringify(filter));
  expect(status).toBe(422);
  expect(text).toContain('closest');
  expect(text.length).toBeLessThan(10_000);
});
