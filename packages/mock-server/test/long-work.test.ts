import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { adminRoutes, takesAccount } from '../src/admin/http/routes.ts';
import { adminOf } from './admin-client.ts';
import { startServer } from './harness.ts';

const heavy = adminRoutes.filter(({ operation }) => operation.isHeavy);

afterEach(() => vi.restoreAllMocks());

/** Sends a request for each account at once, with an operation that takes a few turns. Returns the most that ran at a time. */
async function mostAtOnce(route: (typeof heavy)[number], accounts: readonly string[]): Promise<number> {
  await using server = await startServer();
  const ids = [await server.server.createAccount(), await server.server.createAccount()];
  let [running, most] = [0, 0];
  const answer = vi.spyOn(route.operation, 'answer').mockImplementation(async () => {
    most = Math.max(most, ++running);
    for (let i = 0; i < 10; i++) await turn();
    running--;
    return {};
  });
  const path = route.path.replace('/_admin', '').replace(/\{\w+\}/g, 'some');
  await Promise.all(
    accounts.map((name) => {
      const query = takesAccount(route) ? `?account_id=${ids[Number(name)]?.accountId}` : '';
      return adminOf(server).call(route.method, path + query, route.method === 'GET' ? undefined : {});
    }),
  );
  expect(answer).toHaveBeenCalledTimes(accounts.length);
  return most;
}

const byName = (routes: typeof heavy) => routes.map((route) => [route.name, route] as const);

test.each(byName(heavy))('%s: an account runs one at a time', async (_, route) => {
  expect(await mostAtOnce(route, ['0', '0', '0'])).toBe(1);
});

test.each(byName(heavy.filter(takesAccount)))('%s: accounts do not wait for each other', async (_, route) => {
  expect(await mostAtOnce(route, ['0', '1'])).toBe(2);
});

test('what copies, compares, plans or exports an account is known as long work', () => {
  expect(heavy.map(({ name }) => name).sort()).toEqual([
    'checkpoints.diff',
    'checkpoints.restore',
    'checkpoints.take',
    'rehearsal.begin',
    'rehearsal.end',
    'seed.export',
    'state.export',
    'state.import',
  ]);
});
