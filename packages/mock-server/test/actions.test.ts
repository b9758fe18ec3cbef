import { expect, it } from 'vitest';
import type { Seed } from '../src/index.ts';
import type { Json } from './admin-client.ts';
import { scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/** Calls the admin API as the inspector does, for an action. */
async function act(server: TestServer, id: string, [method, path, body]: Call) {
  const headers = { 'trickle-action': `${id} ${encodeURIComponent(`Action “${id}”`)}` };
  const { status } = await server.send(method, `/_admin${path}`, { headers, ...(body && { body }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
}

type Call = readonly [method: string, path: string, body?: object];

const rest = (method: string, path: string, body?: object): Call => [
  'POST',
  '/requests/send',
  { account_id: '9999999', method, path: `/v2/9999999${path}`, ...(body && { body }) },
];

const listOf = async (server: TestServer): Promise<Json[]> =>
  (await server.admin.get('/actions?account_id=9999999')).body.actions;

const undo = (server: TestServer, id: string) =>
  server.post(`/_admin/actions/${id}/undo`, { account_id: '9999999' });

const saved = (email: string) => rest('POST', '/subscribers', { subscribers: [{ email }] });

/** The only account of its server, with somebody on a series. */
const only = (): Seed =>
  mailingAccount({
    subscribers: [{ id: 'bob', email: 'bob@example.com' }],
    campaigns: [
      {
        id: '11',
        name: 'Welcome',
        status: 'active',
        emails: [
          { id: 'e1', subject: 'Hello', html_body: '<p>Hello</p>' },
          { id: 'e2', subject: 'Tips', html_body: '<p>Tips</p>', delay: { days: 2 } },
        ],
        subscribers: [{ email: 'bob@example.com' }],
      },
    ],
  });

/** Actions of all kinds. */
const KINDS: readonly (readonly [title: string, calls: readonly Call[]])[] = [
  ['a record created by the REST API', [saved('new@example.com')]],
  ['a record deleted by the REST API', [rest('DELETE', '/subscribers/bob@example.com')]],
  ['many records', ['a', 'b', 'c'].map((name) => saved(`${name}@example.com`))],
  ['a campaign', [['PUT', '/campaigns/11', { account_id: '9999999', name: 'Renamed' }]]],
  ['a custom field', [['POST', '/accounts/9999999/custom_fields', { identifier: 'size' }]]],
  ['data of a seed', [['POST', '/accounts/9999999/seed', { tags: ['vip'] }]]],
];

scenarios('undo', (start) => {
  it.each(KINDS)('%s is undone', async (_, calls) => {
    await using server = await start({ seed: only() });
    await server.settle();
    const { id } = await server.snapshot();
    for (const call of calls) await act(server, 'one', call);
    expect(String(await server.diff(id))).not.toBe('');
    expect(await listOf(server)).toMatchObject([{ id: 'one', title: 'Action “one”', obstacle: null }]);
    expect((await undo(server, 'one')).status).toBe(204);
    expect(String(await server.diff(id))).toBe('');
    expect(await listOf(server)).toEqual([]);
  });

  it('the clock goes back with the emails', async () => {
    await using server = await start({ seed: only() });
    await server.settle();
    await server.time.freeze(); // and so the clock is stored
    const now = server.time.now();
    const { id } = await server.snapshot();
    await act(server, 'ahead', ['POST', '/clock/advance', { account_id: '9999999', days: 3 }]);
    expect(await server.outbox()).toHaveLength(2);
    expect((await undo(server, 'ahead')).status).toBe(204);
    expect(server.time.now()).toEqual(now);
    expect(await server.outbox()).toHaveLength(1);
    const { nouns } = await server.diff(id);
    expect(Object.keys(nouns)).toEqual(['clocks']); // which tells other servers of a file
  });

  it('undoing an action undoes those after it, and leaves those before it', async () => {
    await using server = await start();
    for (const name of ['one', 'two', 'three']) await act(server, name, saved(`${name}@example.com`));
    expect((await listOf(server)).map(({ id }) => id)).toEqual(['three', 'two', 'one']);
    expect((await undo(server, 'two')).status).toBe(204);
    expect((await listOf(server)).map(({ id }) => id)).toEqual(['one']);
    const statuses = ['one', 'two', 'three'].map((name) => server.get(`subscribers/${name}@example.com`));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 404, 404]);
  });

  it('named checkpoints are neither counted, nor dropped, nor joined by others', async () => {
    await using server = await start();
    const { id } = await server.snapshot({ name: 'mine' });
    for (let i = 0; i < 25; i++) await act(server, `a${i}`, saved(`s${i}@example.com`));
    expect((await server.checkpoints()).map((one) => one.id)).toEqual([id]);
    expect(await listOf(server)).toHaveLength(20);
    expect((await undo(server, 'a5')).status).toBe(204);
    expect((await server.get('subscribers/s4@example.com')).status).toBe(200);
    expect((await server.get('subscribers/s5@example.com')).status).toBe(404);
  });

  it.each<readonly [string, (server: TestServer) => Promise<unknown>]>([
    ['POST /v2/9999999/subscribers', (server) => server.save({ email: 'other@example.com' })],
    ['POST /_admin/clock/advance', (server) => server.post('/_admin/clock/advance', { days: 1 })],
    ['POST /_admin/reset', (server) => server.post('/_admin/reset', {})],
    ['POST /_admin/clock/freeze', (server) => server.time.freeze()],
  ])('after %s of others, it is refused and nothing is lost', async (what, change) => {
    await using server = await start({ seed: only() });
    await act(server, 'one', saved('one@example.com'));
    await change(server);
    const { id } = await server.snapshot();
    const { status, text } = await undo(server, 'one');
    expect(status).toBe(422);
    expect(text).toContain(`A request of others came in since, the last one ${what}`);
    expect((await server.diff(id)).nouns.subscribers).toBeUndefined();
  });

  it('reads, refused requests, checkpoints and previews of others do not matter', async () => {
    await using server = await start();
    await act(server, 'one', saved('one@example.com'));
    await server.get('subscribers');
    await server.post('subscribers', {});
    await server.snapshot();
    await server.get('/_admin/clock/preview?until=2027-01-01T00:00:00Z');
    const { status, text } = await undo(server, 'one');
    expect([status, text]).toEqual([204, '']);
  });

  it('time is not turned back for one of the accounts that share a clock', async () => {
    await using server = await start();
    await server.createAccount({});
    await act(server, 'ahead', ['POST', '/clock/advance', { account_id: '9999999', days: 3 }]);
    const [action] = await listOf(server);
    expect(action?.obstacle).toContain('accounts that share a clock');
    expect((await undo(server, 'ahead')).status).toBe(422);
  });

  it('an account with many rows is not copied, and says so', async () => {
    await using server = await start();
    const tags = Array.from({ length: 50 }, (_, i) => `tag ${i}`);
    const subscribers = Array.from({ length: 500 }, (_, i) => ({ email: `p${i}@example.com`, tags }));
    await server.extend({ subscribers });
    await act(server, 'one', saved('one@example.com'));
    expect(await listOf(server)).toMatchObject([{ obstacle: expect.stringContaining('50,000 rows') }]);
    expect((await undo(server, 'one')).text).toContain('Take a checkpoint');
  });

  it('an unknown action is not found, and nobody undoes the action of another account', async () => {
    await using server = await start();
    const tenant = await server.createAccount({});
    await act(server, 'one', saved('one@example.com'));
    expect((await undo(server, 'two')).status).toBe(404);
    const path = '/_admin/actions/one/undo';
    expect((await server.post(path, { account_id: tenant.accountId })).status).toBe(404);
  });
});
