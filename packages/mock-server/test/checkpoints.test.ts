import { createClient } from '@trickle/sdk';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { FaultRulesInMemory } from '../src/faults/rules-in-memory.ts';
import { createServer, UnknownCheckpointError } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { scenarios, startServer } from './harness.ts';
import { EMAIL, mailingAccount } from './mailing-account.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const owner = { email: 'owner@acme.test', token: TOKENS.owner };

scenarios('a checkpoint', (start) => {
  it('a checkpoint includes requests, faults with their counts, and the clock', async () => {
    await using server = await start();
    await server.faults.add({ operation: 'tags.list', status: 503, times: 2 });
    await server.get('tags');
    const { id, at } = await server.snapshot();
    await server.get('tags');
    await server.get('tags');
    await server.faults.add({ status: 500 });
    await server.advance({ days: 3 });
    await server.restore(id);
    expect((await server.requests.find()).map(({ status }) => status)).toEqual([503]);
    expect((await server.faults.list()).map(({ status, fired }) => [status, fired])).toEqual([[503, 1]]);
    expect([server.time.now().toISOString(), (await server.get('tags')).status]).toEqual([at, 503]);
  });

  it('a checkpoint reports the changes since', async () => {
    await using server = await start();
    await server.settle();
    const { id } = await server.snapshot();
    expect(String(await server.diff(id))).toBe('');
    await server.upsert({ id: 'p2', city: 'Rome', custom_fields: { size: 'm' } });
    await server.upsert({ email: 'cy@acme.test' });
    const difference = await server.diff(id);
    expect(Object.keys(difference.nouns)).toEqual(expect.arrayContaining(['subscribers', 'domain_events']));
    const { subscribers } = difference.nouns;
    expect(subscribers?.added).toEqual([
      { accountId: '9999999', id: expect.any(String), label: 'cy@acme.test' },
    ]);
    expect(subscribers?.changed).toMatchObject([
      { id: 'p2', changes: { city: [undefined, 'Rome'], 'custom_fields.size': [undefined, 'm'] } },
    ]);
    expect(String(difference)).toMatch(/^\+ subscribers cy@acme\.test \(\w{20}\)$/m);
    expect(String(difference)).toMatch(/^~ subscribers \S+ \(p2\): .*city none → "Rome"/m);
    await server.restore(id);
    expect(String(await server.diff(id))).toBe('');
  });
});

describe('checkpoints', () => {
  it('checkpoints are independent of later changes and of the order they are restored', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('save' as const), who: fc.nat(3), city: fc.nat(5) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), who: fc.nat(3) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('batch' as const), who: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), hours: fc.nat(48) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
    );
    const run = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using server = await startServer({ seed: { accounts: [{ id: '9999999', users: [owner] }] } });
      const state = async () => [
        ...[await server.state(), await server.events(), server.time.now().getTime()],
        (await server.exportState()).tables,
      ];
      const kept: { id: string; state: unknown }[] = [];
      for (const one of steps) {
        const email = 'who' in one ? `p${one.who}@acme.test` : '';
        if (one.do === 'save') await server.upsert({ email, city: `${one.city}`, tags: [`${one.city}`] });
        if (one.do === 'delete') await server.delete(`subscribers/${email}`);
        if (one.do === 'batch')
          await server.post('subscribers/batches', { batches: [{ subscribers: [{ email }] }] });
        if (one.do === 'advance') await server.advance({ hours: one.hours });
        if (one.do === 'reset') await server.reset();
        await server.settle();
        if (one.do === 'snapshot') kept.push({ id: (await server.snapshot()).id, state: await state() });
        const target = one.do === 'restore' ? kept[one.which % Math.max(1, kept.length)] : undefined;
        if (target) {
          await server.restore(target.id);
          expect(await state()).toEqual(target.state);
          expect(String(await server.diff(target.id))).toBe('');
        }
      }
    });
    await fc.assert(run, { numRuns: runsOf(40) });
  });

  it('checkpoints can be listed and deleted, and an unknown one is reported with the known ones', async () => {
    await using server = await createServer();
    const one = await server.snapshot();
    const two = await server.snapshot();
    expect(await server.checkpoints()).toEqual([one, two]);
    await expect(server.restore('checkpoint-9')).rejects.toThrow(
      "unknown checkpoint 'checkpoint-9'; known checkpoints: checkpoint-1, checkpoint-2",
    );
    expect([await server.forget(one.id), await server.checkpoints()]).toEqual([1, [two]]);
    await expect(server.diff(one.id)).rejects.toBeInstanceOf(UnknownCheckpointError);
    expect([await server.forget(), await server.checkpoints()]).toEqual([1, []]);
  });

  it('checkpoints are restored, compared, renamed and deleted by name, of which the newest is found', async () => {
    await using server = await startServer();
    await server.upsert({ email: 'cy@acme.test' });
    const first = await server.snapshot({ name: 'after import' });
    expect(first).toMatchObject({ id: 'checkpoint-1', name: 'after import' });
    await server.upsert({ email: 'dee@acme.test' });
    await server.settle();
    const second = await server.snapshot();
    const between = String(await server.diff('after import', { with: second.id }));
    expect(between).toContain('+ subscribers dee@acme.test');
    const rename = async (checkpoint: string, name: string) =>
      expect(await server.renameCheckpoint(checkpoint, name)).toEqual({ ...second, name });
    await rename(second.id, 'after import');
    expect(String(await server.diff('after import'))).toBe('');
    await rename('after import', 'two of them');
    await server.restore('after import');
    expect((await server.get('subscribers/dee@acme.test')).status).toBe(404);
    await server.restore('two of them');
    expect((await server.get('subscribers/dee@acme.test')).status).toBe(200);
    expect(await server.checkpoints()).toEqual([first, { ...second, name: 'two of them' }]);
    expect(await server.forget('after import')).toBe(1);
    expect(await server.checkpoints()).toMatchObject([{ id: second.id }]);
  });

  it('an unknown name is reported with the nearest one', async () => {
    await using server = await createServer();
    await server.snapshot({ name: 'after import' });
    await server.snapshot();
    const error = "unknown checkpoint 'after-import', did you mean after import?";
    const known = 'known checkpoints: checkpoint-1 (after import), checkpoint-2';
    await expect(server.restore('after-import')).rejects.toThrow(`${error}; ${known}`);
    await expect(server.renameCheckpoint('after-import', 'x')).rejects.toThrow(UnknownCheckpointError);
  });

  it('a name that looks like an id is refused, and nothing is stored', async () => {
    await using server = await createServer();
    const refusal = "name: 'checkpoint-7' looks like the id of a checkpoint: choose another name";
    await expect(server.snapshot({ name: 'checkpoint-7' })).rejects.toThrow(refusal);
    const { id } = await server.snapshot();
    await expect(server.renameCheckpoint(id, 'checkpoint-7')).rejects.toThrow(refusal);
    await expect(server.renameCheckpoint(id, '')).rejects.toThrow('name must be a non-empty text');
    expect(await server.checkpoints()).toMatchObject([{ id }]);
  });

  it('the names of an account do not hide those of the server', async () => {
    await using server = await createServer();
    const account = await server.createAccount();
    const whole = await server.snapshot({ name: 'start' });
    const mine = await account.snapshot({ name: 'start' });
    const other = await server.createAccount();
    expect((await server.diff('start')).since.id).toBe(whole.id);
    expect((await account.diff('start')).since.id).toBe(mine.id);
    await expect(other.diff('start')).rejects.toThrow("unknown checkpoint 'start'");
    await server.forget(whole.id);
    expect((await server.diff('start')).since.id).toBe(mine.id);
  });

  it("an account's checkpoint leaves other accounts unchanged", async () => {
    await using server = await createServer();
    const account = await server.createAccount({ clock: { now: '2026-01-01', speed: 0 } });
    const other = await server.createAccount({ clock: { now: '2026-01-01', speed: 0 } });
    const mine = createClient(account.connection);
    const theirs = createClient(other.connection);
    await mine.subscribers.upsert({ email: 'ann@acme.test' });
    const { id } = await account.snapshot();
    await mine.subscribers.upsertBatch([{ email: 'bob@acme.test' }]);
    await theirs.subscribers.upsert({ email: 'cy@acme.test' });
    await account.settle();
    await account.advance({ days: 1 });
    await other.advance({ days: 1 });
    expect(String(await account.diff(id))).toMatch(/^\+ subscribers bob@acme\.test/m);
    expect(String(await account.diff(id))).not.toMatch(/cy@acme/);
    await account.restore(id);
    expect((await mine.subscribers.list()).items.map(({ email }) => email)).toEqual(['ann@acme.test']);
    expect((await theirs.subscribers.list()).items.map(({ email }) => email)).toEqual(['cy@acme.test']);
    const days = [account, other].map((one) => one.now().toISOString().slice(0, 10));
    expect(days).toEqual(['2026-01-01', '2026-01-02']);
    expect(await other.requests.find()).toHaveLength(2);
    expect(await account.requests.find()).toHaveLength(2);
    await expect(other.restore(id)).rejects.toBeInstanceOf(UnknownCheckpointError);
  });

  const ways = ['a checkpoint of the server', 'a checkpoint of an account', 'a state'];

  it.each(ways)('a job that %s brings back waits for its time, also if jobs run then', async (way) => {
    const subscribers = [{ email: 'ann@acme.test' }];
    const emails = [EMAIL, { ...EMAIL, id: 'e2', delay: { days: 3 } }];
    const campaigns = [{ id: '11', name: 'Welcome', status: 'active' as const, emails, subscribers }];
    const [seed] = mailingAccount({ subscribers, campaigns }).accounts ?? [];
    await using server = await createServer({ seed: { accounts: [] } });
    // Checkpoints of an account include a clock only if it is its server.
    const account = await server.createAccount({ seed, clock: { now: '2026-03-02T09:00', speed: 0 } });
    await account.settle();
    const of = way.endsWith('account') ? account : server;
    const [{ id }, state] = [await of.snapshot(), await server.exportState()];
    await account.advance({ days: 9 });
    expect(await account.outbox()).toHaveLength(2);
    // The rows are there by then.
    const restore = vi.spyOn(FaultRulesInMemory.prototype, 'restore');
    restore.mockImplementation(() => server.settle() as never);
    await (way === 'a state' ? server.importState(state) : of.restore(id));
    restore.mockRestore();
    expect(await account.outbox()).toHaveLength(1);
    await account.advance({ days: 9 });
    expect(await account.outbox()).toHaveLength(2);
  });

  it('checkpoints work for a database file, which remains in place', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('shop.db');
    {
      await using server = await createServer({ db });
      const client = createClient(server.connection);
      await client.subscribers.upsert({ email: 'ann@acme.test' });
      const { id } = await server.snapshot();
      await client.subscribers.delete('ann@acme.test');
      expect(String(await server.diff(id))).toMatch(/^- subscribers ann@acme\.test/m);
      await server.restore(id);
      expect(String(await server.diff(id))).toBe('');
    }
    await using again = await createServer({ db });
    expect((await createClient(again.connection).subscribers.list()).items).toHaveLength(1);
  });
});

describe('a state', () => {
  it('an exported state reproduces the server from JSON', async () => {
    await using server = await startServer();
    await server.upsert({ email: 'cy@acme.test', tags: ['vip'] });
    await server.post('subscribers/batches', { batches: [{ subscribers: [{ email: 'dee@acme.test' }] }] });
    await server.faults.add({ operation: 'tags.list', status: 503, times: 1 });
    const state = JSON.parse(JSON.stringify(await server.exportState()));
    expect(state).toMatchObject({ format: 'trickle-state', version: expect.any(Number) });
    await using other = await startServer({ seed: { accounts: [] } });
    await other.server.importState(state);
    expect((await other.get('tags')).status).toBe(503);
    await other.server.settle();
    await server.settle();
    await server.faults.clear();
    for (const email of ['ann+news@acme.test', 'dee@acme.test']) {
      expect((await other.subscriber(email)).tags).toEqual((await server.subscriber(email)).tags);
    }
    expect((await other.subscriber('cy@acme.test')).id).toBe((await server.subscriber('cy@acme.test')).id);
    expect((await other.server.exportState()).tables).toMatchObject({ subscribers: expect.any(Array) });
  });
});
