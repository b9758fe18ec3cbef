// @thorough: servers that are started, killed and started again
import { watch } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { start, temporaryFolder, trickle } from './command.ts';
import { filesIn, inFrontOf, place, serving } from './copied-account.ts';

const PEOPLE = 14;

const SEED: Seed = {
  accounts: [
    {
      id: '9999999',
      users: [{ email: 'owner@shop.example', token: 'trickle_demo_token' }],
      subscribers: Array.from({ length: PEOPLE }, (_, i) => ({
        id: `s${i}`,
        email: `p${i}@mail.test`,
        tags: ['customer', `private ${i}`],
        custom_fields: { plan: i % 2 ? 'gold' : 'free' },
        ...(i % 4 === 0 && { status: 'unsubscribed' as const }),
      })),
      purchases: Array.from({ length: PEOPLE }, (_, i) => ({
        email: `p${i}@mail.test`,
        amount: 1999,
        items: [{ name: 'Boat', amount: 1999 }],
      })),
      campaigns: [{ id: '111', name: 'Welcome', subscribers: [{ email: 'p1@mail.test' }] }],
      broadcasts: [{ id: '555', name: 'News', html_body: '<p>Hello</p>' }],
      workflows: [{ id: '222', name: 'Onboarding' }],
    },
  ],
};

const ARGS = ['--subscribers', 'all', '--details'];

test('what is on the disk at any of 50 moments is continued, with the same result', async () => {
  const { env } = await serving(SEED);
  const [folder, snapshots] = [await place(), await temporaryFolder()];
  // While a request is answered, nothing is written: this is what a process leaves that is killed then.
  let moments = 0;
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, async () => {
    const snapshot = join(snapshots, String(moments++));
    await cp(folder, snapshot, { recursive: true }).catch(() => mkdir(snapshot));
    return undefined;
  });
  await trickle(['pull', folder, ...ARGS], { env: { ...env, TRICKLE_BASE_URL: url } });
  const expected = await filesIn(folder);
  expect(moments).toBeGreaterThanOrEqual(50);
  for (let moment = 0; moment < moments; moment += 1) {
    const snapshot = join(snapshots, String(moment));
    expect(Object.keys(await filesIn(snapshot))).not.toContain('pull.json');
    expect(await trickle(['pull', snapshot, ...ARGS], { env }), String(moment)).toMatchObject({ code: 0 });
    expect(await filesIn(snapshot), String(moment)).toEqual(expected);
  }
});

test.each([2, 9, 30, 48])(
  'a pull that is killed at its request %d is continued, with the same result',
  async (moment) => {
    const { env } = await serving(SEED);
    const [folder, expected] = [await place(), await place()];
    await trickle(['pull', expected, ...ARGS], { env });
    let requests = 0;
    const { url } = await inFrontOf(env.TRICKLE_BASE_URL, () => {
      requests += 1;
      if (requests === moment) child.kill('SIGKILL');
      return undefined;
    });
    const { child, ended } = start(['pull', folder, ...ARGS], { ...env, TRICKLE_BASE_URL: url });
    expect((await ended).code).toBe(null);
    expect(await trickle(['pull', folder, ...ARGS], { env })).toMatchObject({ code: 0 });
    expect(await filesIn(folder)).toEqual(await filesIn(expected));
  },
);

test('a pull that is killed while it writes leaves a copy that the next one completes', async () => {
  const { env, server } = await serving(SEED);
  const expected = await place();
  const folder = await place();
  await trickle(['pull', folder], { env });
  await server.extend({ tags: ['new'], goals: [{ id: '1', name: 'Bought' }] });
  await trickle(['pull', expected, ...ARGS], { env });
  const { child, ended } = start(['pull', folder, ...ARGS], env);
  const watcher = watch(join(folder), (_, name) => {
    if (name === 'account.json' || name === 'subscribers.ndjson') child.kill('SIGKILL');
  });
  await ended;
  watcher.close();
  expect(await trickle(['pull', folder, ...ARGS], { env })).toMatchObject({ code: 0 });
  expect(await filesIn(folder)).toEqual(await filesIn(expected));
});

test('what a crash has left between two renames is completed before anything is read', async () => {
  const { env } = await serving(SEED);
  const folder = await place();
  await trickle(['pull', folder], { env });
  const copy = await filesIn(folder);
  await mkdir(join(folder, '.pull', 'new'), { recursive: true });
  await writeFile(join(folder, 'bodies', 'old.html'), 'old');
  const names = Object.keys(copy);
  for (const name of ['account.json', 'pull.json']) {
    await rename(join(folder, name), join(folder, '.pull', 'new', name));
  }
  await writeFile(join(folder, '.pull', 'complete'), JSON.stringify({ names }));
  expect(await trickle(['pull', folder], { env: { ...env, TRICKLE_API_KEY: 'wrong' } })).toMatchObject({
    code: 4,
  });
  expect(await filesIn(folder)).toEqual(copy);
});

test('a pull with other options for people does not continue an interrupted one', async () => {
  const { env } = await serving(SEED);
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, (path) =>
    path.includes('/goals') ? [418, '{}'] : undefined,
  );
  const folder = await place();
  const reach = { env: { ...env, TRICKLE_BASE_URL: url } };
  expect(await trickle(['pull', folder, ...ARGS], reach)).toMatchObject({ code: 1 });
  const other = await trickle(['pull', folder, '--subscribers', '3'], { env });
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('start over with --restart') });
  const otherKey = await trickle(['pull', folder, ...ARGS], {
    env: { ...env, TRICKLE_PULL_KEY: 'ab'.repeat(32) },
  });
  expect(otherKey).toMatchObject({ code: 2, stderr: expect.stringContaining('another key') });
  expect(await trickle(['pull', folder, '--subscribers', '3', '--restart'], { env })).toMatchObject({
    code: 0,
  });
});

/** A service without a server, with so many people and nothing about them. */
function emptyService(count: number, onRequest: (number: number) => Response | undefined) {
  let requests = 0;
  const fetch = (request: Request): Response => {
    requests += 1;
    const other = onRequest(requests);
    if (other) return other;
    const { pathname, searchParams } = new URL(request.url);
    const noun = pathname.split('/').at(-1) ?? '';
    if (pathname.endsWith('/accounts/9999999'))
      return Response.json({ accounts: [{ id: '9999999', name: 'Shop' }] });
    const isAll = pathname.endsWith('9999999/subscribers') && searchParams.get('status') === 'all';
    const isBefore =
      searchParams.get('subscribed_before')?.startsWith('1970') || searchParams.has('subscribed_after');
    const records =
      isAll && !isBefore
        ? Array.from({ length: count }, (_, i) => ({
            id: `s${i}`,
            status: 'active',
            email: `p${i}@mail.test`,
          }))
        : [];
    return Response.json({ [noun]: records, meta: { total_pages: 1, total_count: records.length } });
  };
  return { fetch, requests: () => requests };
}

const REACHING = {
  TRICKLE_BASE_URL: 'http://trickle.localhost',
  TRICKLE_API_KEY: 'key',
  TRICKLE_ACCOUNT_ID: '9999999',
  TRICKLE_PULL_KEY: '5eed'.repeat(16),
};

test('a service that answers 429 after 1,700 requests is waited for', async () => {
  const limited = { status: 429, headers: { 'retry-after': '1' } };
  const { fetch, requests } = emptyService(860, (number) =>
    number === 1701
      ? Response.json({ message: 'limit', documentation: 'https://x.test' }, limited)
      : undefined,
  );
  const folder = await place();
  expect(await trickle(['pull', folder, ...ARGS], { env: REACHING, fetch })).toMatchObject({ code: 0 });
  expect(requests()).toBeGreaterThan(1720);
  expect((await filesIn(folder))['subscribers.ndjson']?.trimEnd().split('\n')).toHaveLength(860);
});

test('a pull stops at its share of the hourly limit, and can be interrupted there', async () => {
  let interrupt = () => {};
  const { fetch, requests } = emptyService(200, (number) => {
    if (number === 180) setTimeout(interrupt, 200); // the next request would come at once
    return undefined;
  });
  const onStart = (listener: () => void) => {
    interrupt = listener;
  };
  const args = ['pull', await place(), ...ARGS, '--share', '0.05', '--yes'];
  const { code, stderr } = await trickle(args, { env: REACHING, fetch, onStart, isTerminal: true });
  expect(code).toBe(130);
  expect(stderr).toContain('Waiting for the hourly limit until');
  expect(requests()).toBe(180);
});
