import { describe, expect, it } from 'vitest';
import type { ServerOptions } from '../src/index.ts';
import { adminOf } from './admin-client.ts';
import { basic, startServer, type TestServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-06T12:00:00Z');
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Runs `work` with two servers on one file, each on its own port. */
async function withTwo(
  work: (first: TestServer, second: TestServer, db: string) => Promise<void>,
  options: Pick<ServerOptions, 'time'> = {},
): Promise<void> {
  using folder = new TemporaryFolder();
  const db = folder.file('shared.db');
  await using first = await startServer({ db, road: 'over a socket' });
  await using second = await startServer({ db, road: 'over a socket', ...options });
  await work(first, second, db);
}

/** The time of creation of a new subscriber. */
async function createdBy(server: TestServer, accountId = '9999999', token?: string): Promise<string> {
  const { body } = await server.send('POST', `/v2/${accountId}/subscribers`, {
    ...(token !== undefined && { headers: { authorization: basic(token) } }),
    body: { subscribers: [{ email: `${crypto.randomUUID()}@acme.test` }] },
  });
  return at(Date.parse(String(body.subscribers?.[0]?.created_at)));
}

const clockOf = async (server: TestServer, accountId?: string) =>
  (await adminOf(server).get(`/clock${accountId === undefined ? '' : `?account_id=${accountId}`}`)).body;

// Unspecified: U-290
describe('two servers on one file', () => {
  it('have one clock: whichever moves it, both answer by it', () =>
    withTwo(async (first, second) => {
      await adminOf(second).post('/clock/advance', { hours: 5 });
      expect(await createdBy(first)).toBe(at(NOON + 5 * HOUR));
      await adminOf(first).post('/clock/advance', { hours: 2 });
      expect(await createdBy(second)).toBe(at(NOON + 7 * HOUR));
      await adminOf(first).post('/clock/freeze');
      expect(await clockOf(second)).toMatchObject({ is_frozen: true });
      await adminOf(second).post('/clock/speed', { speed: 60 });
      expect(await clockOf(first)).toMatchObject({ is_frozen: false, speed: 60 });
    }));

  it("know each other's accounts and their clocks", () =>
    withTwo(async (first, second) => {
      const clock = { now: '2027-01-01T00:00:00Z', speed: 0 };
      const { account_id: id, api_key: token } = (await adminOf(first).post('/accounts', { clock })).body;
      expect(await clockOf(second, id)).toMatchObject({ now: '2027-01-01T00:00:00.000Z', is_frozen: true });
      const moved = await adminOf(second).post('/clock/advance', { account_id: id, hours: 5 });
      expect(moved.body).toMatchObject({ to: '2027-01-01T05:00:00.000Z' });
      for (const server of [first, second]) {
        expect(await createdBy(server, id, token)).toBe('2027-01-01T05:00:00.000Z');
        expect(await createdBy(server)).toBe(at(NOON));
      }
      expect((await first.advance({ hours: 1 }, { accountId: id })).to).toBe('2027-01-01T06:00:00.000Z');
      expect((await second.advance({ hours: 1 }, { accountId: id })).to).toBe('2027-01-01T07:00:00.000Z');
      await first.removeAccount(id);
      expect((await adminOf(second).get(`/clock?account_id=${id}`)).status).toBe(404);
    }));

  it('have one clock after a restored checkpoint, an imported state and a reset', () =>
    withTwo(async (first, second) => {
      const { id } = await first.snapshot();
      const state = await first.exportState();
      const goBack = [() => first.restore(id), () => first.importState(state), () => first.reset()];
      for (const work of goBack) {
        await second.advance({ hours: 5 });
        expect(await createdBy(first)).toBe(at(NOON + 5 * HOUR));
        await work();
        expect(await createdBy(second)).toBe(at(NOON));
      }
    }));

  it('a server that starts with a time sets the clock of both', () =>
    withTwo(
      async (first, second) => {
        for (const server of [first, second])
          expect(await createdBy(server)).toBe('2030-01-01T00:00:00.000Z');
      },
      { time: { now: '2030-01-01T00:00:00Z', speed: 0 } },
    ));

  it('jobs run by the clock that another server has moved', () =>
    withTwo(async (first, second) => {
      await first.post('events/batches', {
        batches: [{ events: [{ email: 'cy@acme.test', action: 'Rowed' }] }],
      });
      await second.advance({ days: 1 });
      await first.settle();
      const [event] = await first.events({ event: 'subscriber.performed_custom_event' });
      expect(event).toMatchObject({ properties: { action: 'Rowed' } });
      expect((await clockOf(first)).now).toBe(at(NOON + 24 * HOUR));
    }));
});
