// @thorough: a process that is killed in the middle of long work
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { type AccountExtension, createServer, type Server, type ServerOptions } from '@trickle/mock-server';
import { afterEach, expect, test, vi } from 'vitest';
import { scenarios, type TestServer } from './harness.ts';
import { server as flags, start as startProcess } from './server-process.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';

afterEach(() => vi.restoreAllMocks());

/** Every slice has lasted long enough, so that each statement ends one if others wait. */
function endEverySlice(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
}

const [LONG, OTHER] = ['1000001', '1000002'];

/** Enough for slices: more than a thousand tags. */
const subscribers = Array.from({ length: 180 }, (_, i) => ({
  email: `p${i}@acme.test`,
  tags: ['a', 'b', 'c', 'd', 'e', `t${i}`],
  custom_fields: { note: 'x'.repeat(300) },
}));

const long: AccountExtension = {
  custom_fields: ['note'],
  subscribers,
  campaigns: [
    {
      id: '11',
      name: 'Series',
      status: 'active',
      emails: [{ subject: 'One', html_body: 'x' }],
      subscribers: subscribers.slice(0, 20).map(({ email }) => ({ email })),
    },
  ],
  workflows: [
    {
      id: '12',
      name: 'Flow',
      subscribers: [{ email: 'p1@acme.test' }],
      steps: [{ type: 'delay', minutes: 5 }],
    },
  ],
  events: Array.from({ length: 20 }, (_, i) => ({
    email: `p${i}@acme.test`,
    action: 'Rowed',
    properties: { i },
  })),
};

const options = {
  seed: {
    accounts: [
      { id: LONG, users: [{ email: 'ann@acme.test', token: 'long' }] },
      { id: OTHER, users: [{ email: 'bob@acme.test', token: 'other' }] },
    ],
  },
  time: { now: '2026-03-06T12:00:00Z', speed: 0 },
  randomSeed: 7,
} satisfies ServerOptions;

/** The rows of an account, without what requests count, and without the ids of calls, which are random. */
async function stateOf(server: Pick<Server, 'exportState'>, accountId = LONG) {
  const { tables } = await server.exportState({ accountId });
  const { rate_windows: _, ...rows } = tables;
  const isPlace = (name: string) => name === 'root' || name === 'parent';
  return JSON.parse(
    JSON.stringify(rows, (name, value) => (isPlace(name) ? undefined : value)),
  ) as typeof rows; // the same
}

/** Long work on an account, and what prepares it. */
const WORK: readonly (readonly [
  name: string,
  prepare: (server: TestServer) => Promise<() => Promise<unknown>>,
])[] = [
  ['an extension', async (server) => () => server.extend(long, { accountId: LONG })],
  [
    'a restored checkpoint',
    async (server) => {
      await server.extend(long, { accountId: LONG });
      const { id } = await server.snapshot({ accountId: LONG });
      return () => server.restore(id);
    },
  ],
  [
    'an imported state',
    async (server) => {
      await server.extend(long, { accountId: LONG });
      const state = await server.exportState({ accountId: LONG });
      return () => server.importState(state);
    },
  ],
  [
    'a new account',
    async ({ server }) =>
      () =>
        server.createAccount({ seed: { id: '1000003', ...long } }),
  ],
  [
    'the removal of an account',
    async (server) => {
      await server.server.createAccount({ seed: { id: '1000003', ...long } });
      return () => server.server.removeAccount('1000003');
    },
  ],
];

scenarios('long work on an account', (start) => {
  test.each(WORK)('%s leaves the same as in one transaction', async (_, prepare) => {
    await using whole = await start(options);
    await using sliced = await start(options);
    const [first, second] = [await prepare(whole), await prepare(sliced)];
    await first();
    endEverySlice();
    await second();
    vi.restoreAllMocks();
    for (const server of [whole, sliced]) await server.settle();
    for (const id of [LONG, OTHER]) expect(await stateOf(sliced, id)).toEqual(await stateOf(whole, id));
  });

  test.each(WORK)('%s: other accounts are answered in the middle', async (_, prepare) => {
    await using server = await start({ ...options, db: ':memory:' });
    const work = await prepare(server);
    endEverySlice();
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    for (let i = 0; i < 3; i++) {
      const body = { subscribers: [{ email: `new${i}@acme.test` }] };
      const { status } = await server.send('POST', `/v2/${OTHER}/subscribers`, { token: 'other', body });
      expect(status).toBe(200);
      expect(isDone).toBe(false);
    }
    const undoable = await server.send('POST', '/_admin/requests/send', {
      body: { account_id: OTHER, method: 'DELETE', path: `/v2/${OTHER}/subscribers/new0@acme.test` },
      headers: { 'trickle-action': 'one Deleted' },
    });
    expect([undoable.status, isDone]).toEqual([200, false]);
    await done;
  });
});

/** The accounts that long work in a file holds. */
const heldIn = (db: string) => rows(db, 'select account_id from long_work').map((row) => row.account_id);

/** Kills a server in the middle of long work; false if the work was done by then. */
async function killInTheMiddle(folder: TemporaryFolder): Promise<boolean> {
  const [seed, db] = [folder.file('seed.json'), folder.file('long.db')];
  writeFileSync(seed, JSON.stringify(options.seed));
  const time = ['--speed', '0', '--time', options.time.now];
  const { child, url } = await startProcess(process.execPath, flags('--db', db, '--seed', seed, ...time));
  const ended = once(child, 'exit');
  const many = Array.from({ length: 5000 }, (_, i) => ({ email: `p${i}@acme.test`, tags: ['a', 'b'] }));
  const seeded = fetch(`${url}/_admin/accounts/${LONG}/seed`, {
    method: 'POST',
    body: JSON.stringify({ subscribers: many }),
  }).then(
    ({ status }) => status,
    () => undefined,
  );
  let answer: number | undefined;
  void seeded.then((status) => {
    answer = status;
  });
  while (answer === undefined && !heldIn(db).includes(LONG)) await turn();
  expect([undefined, 201]).toContain(answer);
  child.kill('SIGKILL');
  await ended;
  await seeded;
  return heldIn(db).length > 0;
}

test('work in the middle of which the process is killed is undone when the file is opened again', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('long.db');
  while (!(await killInTheMiddle(folder))) rmSync(db);
  await using server = await createServer({ ...options, db });
  await using fresh = await createServer(options);
  const counts = async (one: Server) => {
    const state = await stateOf(one);
    return Object.fromEntries(Object.entries(state).map(([table, list]) => [table, list?.length]));
  };
  expect(await counts(server)).toEqual(await counts(fresh));
  expect(heldIn(db)).toEqual([]);
  await server.extend(long, { accountId: LONG });
  expect((await stateOf(server)).subscribers).toHaveLength(subscribers.length);
});
