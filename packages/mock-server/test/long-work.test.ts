import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { adminRoutes, takesAccount } from '../src/admin/http/routes.ts';
import { startServer, type TestServer } from './harness.ts';

/** Work that copies or compares a whole account, and lists, which are read as a whole without `limit`. */
const heavy = adminRoutes.filter(({ operation }) => operation.isHeavy || operation.isList);

afterEach(() => vi.restoreAllMocks());

/** Lets operations take a few turns, and counts the most that run at a time. */
function watch(...routes: typeof heavy) {
  let [running, most] = [0, 0];
  const answers = routes.map(({ operation }) =>
    vi.spyOn(operation, 'answer').mockImplementation(async () => {
      most = Math.max(most, ++running);
      for (let i = 0; i < 10; i++) await turn();
      running--;
      return {};
    }),
  );
  return { answers, most: () => most };
}

/** The path of an operation, in which each parameter is `some`, the name of a checkpoint. */
const pathOf = (route: (typeof heavy)[number]) =>
  route.path.replace('/_admin', '').replace(/\{\w+\}/g, 'some');

/** A server with two accounts and checkpoints, for requests that change nothing, as their operations are replaced. */
async function startIdle() {
  const server = await startServer();
  const ids = [await server.server.createAccount(), await server.server.createAccount()];
  await server.snapshot({ name: 'some', accountId: '9999999' });
  return { server, ids: ids.map(({ accountId }) => accountId) };
}

const idle = startIdle();
afterAll(async () => (await idle).server[Symbol.asyncDispose]());

/** Sends a request for each account at once, with an operation that takes a few turns. Returns the most that ran at a time. */
async function mostAtOnce(route: (typeof heavy)[number], accounts: readonly number[]): Promise<number> {
  const { server, ids } = await idle;
  const { answers, most } = watch(route);
  await Promise.all(
    accounts.map((number) => {
      const until = route.name === 'clock.preview' ? '&until=2100-01-01' : '';
      const query = takesAccount(route) ? `?account_id=${ids[number]}${until}` : '';
      return server.admin.call(route.method, pathOf(route) + query, route.method === 'GET' ? undefined : {});
    }),
  );
  expect(answers[0]).toHaveBeenCalledTimes(accounts.length);
  return most();
}

const byName = (routes: typeof heavy) => routes.map((route) => [route.name, route] as const);

test.each(byName(heavy))('%s: an account runs one at a time', async (_, route) => {
  expect(await mostAtOnce(route, [0, 0, 0])).toBe(1);
});

test.each(byName(heavy.filter(takesAccount)))('%s: accounts do not wait for each other', async (_, route) => {
  expect(await mostAtOnce(route, [0, 1])).toBe(2);
});

/** Runs an operation on what belongs to an account together with a checkpoint of the account, both by an operator. */
async function runTogether(route: (typeof heavy)[number], body?: object): Promise<number> {
  const { server } = await idle;
  const take = heavy.find(({ name }) => name === 'checkpoints.take');
  if (!take) throw new Error('no operation takes checkpoints');
  const { most } = watch(route, take);
  await Promise.all([
    server.admin.call('POST', '/checkpoints', { account_id: '9999999' }),
    server.admin.call(route.method, pathOf(route), body),
    server.admin.call('POST', '/checkpoints', { account_id: '9999999' }),
  ]);
  return most();
}

test.each([
  ['checkpoints.restore', undefined],
  ['checkpoints.diff', undefined],
  ['state.import', { format: 'trickle-state', account_id: '9999999', accountId: '9999999' }],
  ['state.import', { format: 'trickle-state' }],
])('%s by an operator waits for a checkpoint of the account: %j', async (name, body) => {
  const route = heavy.find((one) => one.name === name);
  if (!route) throw new Error(`no operation ${name}`);
  expect(await runTogether(route, body)).toBe(1);
});

test('operations that copy, compare, plan or export an account are long work', () => {
  expect(heavy.flatMap(({ name, operation }) => (operation.isHeavy ? name : [])).sort()).toEqual([
    'actions.undo',
    'checkpoints.diff',
    'checkpoints.restore',
    'checkpoints.take',
    'clock.preview',
    'clock.report',
    'rehearsal.begin',
    'rehearsal.end',
    'seed.export',
    'state.export',
    'state.import',
  ]);
});

test.each([
  ['requests.find', (server: TestServer) => server.requests.find()],
  ['requests.expect', (server: TestServer) => server.expectRequest({})],
  ['requests.warnings', (server: TestServer) => server.warnings()],
] as const)('%s ends its turn while it compares and while it converts requests', async (_, read) => {
  await using server = await startServer();
  const count = 30;
  for (let i = 0; i < count; i++) await server.get('subscribers?unknown=1');
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000; // every turn has lasted long enough
    return now;
  });
  let isDone = false;
  let taken = 0;
  const reading = read(server).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turn();
    taken += 1;
  }
  expect(await reading).toHaveLength(count);
  expect(taken).toBeGreaterThanOrEqual(2 * count);
});
