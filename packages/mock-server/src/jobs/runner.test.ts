import { describe, expect, it, vi } from 'vitest';
import { bench, START } from '../../test/runner-bench.ts';
import { plain } from '../store/engine/sql.ts';
import { NO_ACCOUNT, type Store } from '../store/engine/store.ts';
import { type Claims, claimJobs, jobs as jobRows, nextRunAt } from '../store/tables/jobs.ts';

const change = (store: Store, values: string) =>
  store.write((tx) => jobRows.change(tx, NO_ACCOUNT, plain(`update jobs set ${values}`)));

describe('JobRunner', () => {
  it('runs database jobs in order of their time, then of their insertion', async () => {
    const { log, runner, add, allServices } = bench();
    await add('records', 'late', { at: 2 });
    await add('records', 'first');
    await add('records', 'second');
    await runner.settle();
    expect(log).toEqual(['first at 0', 'second at 0']);
    allServices.clockOf().set(START + 2000);
    await runner.settle();
    expect(log).toEqual(['first at 0', 'second at 0', 'late at 2']);
    expect(runner.done).toBe(3);
  });

  it('runs as many jobs of a queue at a time as it has slots, and other queues concurrently', async () => {
    const { log, gates, runner, add, lines } = bench(2);
    for (const name of ['a1', 'a2', 'a3']) await add('network', name, { queue: 'a' });
    await add('network', 'b1', { queue: 'b' });
    const settled = runner.settle();
    await lines(3);
    expect(log).toEqual(['begin a1', 'begin a2', 'begin b1']);
    gates.get('a2')?.('done');
    await lines(5);
    expect(log.slice(3)).toEqual(['done a2', 'begin a3']);
    for (const name of ['a1', 'a3', 'b1']) gates.get(name)?.('done');
    await settled;
    expect(runner.done).toBe(4);
  });

  it('prepares all jobs of a queue that are due before it performs one of them', async () => {
    const { log, gates, runner, add, lines } = bench(8);
    await add('network', 'quick');
    await add('network', 'held');
    const settled = runner.settle();
    await expect.poll(() => gates.has('prepare held')).toBe(true);
    expect(log).toEqual([]);
    gates.get('prepare held')?.('done');
    await lines(2);
    for (const { 1: end } of gates) end('done');
    await settled;
  });

  it('runs the database jobs of a time before the network jobs of that time, also if the clock moves meanwhile', async () => {
    const { log, gates, runner, add, store, allServices, lines } = bench();
    await add('network', 'sent', { at: 1 });
    await add('records', 'stored', { at: 1 });
    const { read } = store;
    const move = () => allServices.clockOf().set(START + 1000);
    vi.spyOn(store, 'read').mockImplementationOnce((work) => read.call(store, work).finally(move) as never);
    const settled = runner.settle().then(() => runner.settle());
    await lines(2);
    gates.get('sent')?.('done');
    await settled;
    expect(log).toEqual(['stored at 1', 'begin sent', 'done sent']);
  });

  it('runs the jobs of a lane one after another, and other jobs concurrently', async () => {
    const { log, gates, runner, add, lines } = bench(8);
    await add('network', 'x1', { queue: 'q', lane: 'x' });
    await add('network', 'x2', { queue: 'q', lane: 'x' });
    await add('network', 'y1', { queue: 'q', lane: 'y' });
    await add('network', 'free', { queue: 'q' });
    const settled = runner.settle();
    await lines(3);
    expect(log).toEqual(['begin x1', 'begin y1', 'begin free']);
    gates.get('x1')?.('done');
    await lines(5);
    expect(log.slice(3)).toEqual(['done x1', 'begin x2']);
    for (const name of ['x2', 'y1', 'free']) gates.get(name)?.('done');
    await settled;
  });

  it('runs database jobs while others wait for the network', async () => {
    const { log, gates, runner, add, lines } = bench();
    await add('network', 'slow', { queue: 'q' });
    const settled = runner.settle();
    await lines(1);
    await add('records', 'quick');
    runner.wake();
    await lines(2);
    expect(log).toEqual(['begin slow', 'quick at 0']);
    gates.get('slow')?.('done');
    await settled;
  });

  it('runs no job before it is ready', async () => {
    let open: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { log, runner, add, lines } = bench(2, false, () => ready);
    await add('records', 'first');
    runner.wake();
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(log).toEqual([]);
    open();
    await lines(1);
  });

  it('runs a job that is added while it looks for the last ones', async () => {
    const { log, runner, add, lines, store } = bench();
    const read = store.read.bind(store);
    vi.spyOn(store, 'read').mockImplementationOnce(async (work) => {
      const nothing = await read(work);
      await add('records', 'late');
      runner.wake();
      await new Promise(setImmediate); // as a response of a database takes
      return nothing;
    });
    runner.wake();
    await lines(1);
    expect(log).toEqual(['late at 0']);
  });

  it('does not wait for the next job of a clock that stops while it looks for that job', async () => {
    const { log, runner, add, store, allServices } = bench(2, true);
    const clock = allServices.clockOf();
    clock.resume();
    await add('records', 'next', { at: 1 });
    const warn = vi.spyOn(process, 'emitWarning');
    const { all } = store.direct;
    const looked = Promise.withResolvers<void>();
    vi.spyOn(store.direct, 'all').mockImplementation(async (sql, ...values) => {
      const rows = await all(sql, ...values);
      if (!sql.includes('min(run_at)')) return rows as never;
      clock.set(START + 1000);
      clock.freeze();
      setImmediate(looked.resolve);
      return rows as never;
    });
    await runner.settle();
    await looked.promise;
    expect([log, warn.mock.calls]).toEqual([[], []]);
  });

  it('starts jobs on the network although there are always others to run', async () => {
    const { log, gates, runner, add } = bench(1, true);
    await add('network', 'urgent', { queue: 'q' });
    await add('records', 'endless'); // comes again until the other job has begun
    const settled = runner.settle();
    await expect.poll(() => gates.has('urgent')).toBe(true);
    gates.get('urgent')?.('done');
    await settled;
    expect(log).toContain('done urgent'); // the last of the others can end after it
    await runner.stop();
  });

  it('removes a job that has nothing left to do', async () => {
    const { log, runner, add, store } = bench();
    await add('network', 'moot', { queue: 'q' });
    await runner.settle();
    expect(log).toEqual([]);
    expect(await store.read((tx) => tx.all('select * from jobs'))).toEqual([]);
  });

  it('sets a failed job aside, reports its error and continues', async () => {
    const { log, errors, runner, add, jobs } = bench();
    await add('records', 'broken');
    await add('records', 'good');
    await runner.settle();
    expect(log).toEqual(['broken at 0', 'good at 0']);
    expect(errors.map(String)).toEqual(['Error: broken']);
    expect(await jobs()).toMatchObject([{ failure: 'Error: broken' }]);
  });

  it('discards abandoned work and starts it again', async () => {
    const { log, gates, runner, add, lines } = bench();
    await add('network', 'twice', { queue: 'q' });
    const settled = runner.settle();
    await lines(1);
    await runner.abandon();
    await lines(2);
    expect(log).toEqual(['begin twice', 'begin twice']);
    gates.get('twice')?.('done');
    await settled;
    expect(log).toEqual(['begin twice', 'begin twice', 'done twice']);
  });

  it('stops without waiting for the network, and leaves the job in the queue', async () => {
    const { log, runner, add, lines, jobs } = bench();
    await add('network', 'left', { queue: 'q' });
    runner.settle().catch(() => undefined);
    await lines(1);
    await runner.stop();
    expect(log).toEqual(['begin left']);
    expect(await jobs()).toMatchObject([{ claimed_by: 'one' }]);
  });

  it('finishes the jobs that it has claimed once it stops, and claims no others', async () => {
    const { log, gates, runner, add, lines, jobs } = bench(1);
    await add('network', 'last', { queue: 'q' });
    await add('network', 'next', { queue: 'q' });
    let stopped: Promise<void> | undefined;
    gates.set('prepared', () => {
      stopped = runner.stop(new AbortController().signal); // while the claim waits for the database
    });
    runner.settle().catch(() => undefined);
    await lines(1);
    gates.get('last')?.('done');
    await stopped;
    expect(log).toEqual(['begin last', 'done last']);
    expect(await jobs()).toMatchObject([{ kind: 'network', claimed_by: null }]);
  });

  it('settles the jobs of one account without waiting for other accounts', async () => {
    const { log, gates, runner, add, store, lines } = bench();
    await add('network', 'slow', { queue: 'q' });
    await change(store, "account_id = '2'");
    await add('records', 'mine');
    await runner.settleScope({ accountId: '1' });
    expect(log).toContain('mine at 0');
    await lines(2);
    gates.get('slow')?.('done');
    await runner.settle();
  });

  it.each(['rejects', 'unfit'])('sets a job aside whose network part %s, and settles', async (kind) => {
    const { gates, errors, runner, add, lines, jobs } = bench();
    await add('network', kind, { queue: 'q' });
    const settled = runner.settle();
    await lines(1);
    gates.get(kind)?.('unfit');
    await settled;
    expect(errors).toHaveLength(1);
    expect(await jobs()).toMatchObject([{ claimed_by: null, failure: expect.stringMatching(/^Error: /) }]);
  });

  it('sets a job of an unknown kind aside', async () => {
    const { errors, runner, add, store, jobs } = bench();
    await add('network', 'strange', { queue: 'q' });
    await change(store, "kind = 'strange', queue = 'strange:q'");
    await runner.settle();
    expect(errors).toHaveLength(1);
    expect(await jobs()).toMatchObject([{ claimed_by: null, failure: expect.stringContaining('strange') }]);
  });

  it('reports a full database, and runs the job once there is room', async () => {
    const { log, errors, runner, add, limitPages, jobs } = bench();
    await add('records', 'big');
    await limitPages('full');
    await expect(runner.settle()).rejects.toThrow(
      'Background work stopped: the database in memory is full: SQLite limits it to 1 GiB.',
    );
    await expect(runner.settleScope({ accountId: '1' })).rejects.toThrow('the database in memory is full');
    expect(errors.map(String)).toEqual([
      expect.stringContaining('OutageError: Background work stopped'),
      expect.stringContaining('OutageError: Background work stopped'),
    ]);
    expect(await jobs()).toEqual([{ kind: 'records', claimed_by: null, failure: null }]);
    expect(log).toEqual([]);
    await limitPages(undefined);
    await runner.settle();
    expect(log).toEqual(['big at 0']);
    expect(await jobs()).toEqual([]);
  });

  it('does not repeat the network part of a job whose outcome could not be stored', async () => {
    const { log, gates, runner, add, lines, limitPages, jobs } = bench();
    await add('network', 'big', { queue: 'q' });
    const settled = runner.settle();
    await lines(1);
    await limitPages('full');
    gates.get('big')?.('done');
    await expect(settled).rejects.toThrow('the database in memory is full');
    await expect(runner.settle()).rejects.toThrow('the database in memory is full');
    expect(await jobs()).toEqual([{ kind: 'network', claimed_by: 'one', failure: null }]);
    await limitPages(undefined);
    await runner.settle();
    expect(log).toEqual(['begin big', 'done big']);
    expect(await jobs()).toEqual([]);
  });

  it('leaves jobs alone that another server has claimed', async () => {
    const { log, runner, add, store, jobs } = bench();
    await add('network', 'theirs', { queue: 'q', lane: 'x' });
    await store.write((tx) => claimJobs(tx, [1], 'two'));
    await add('network', 'behind', { queue: 'q', lane: 'x' });
    await runner.settle();
    await runner.settleScope({ accountId: '1' });
    expect(log).toEqual([]);
    expect(await jobs()).toMatchObject([{ claimed_by: 'two' }, { claimed_by: null }]);
    const next = (claims: Claims) => store.read((tx) => nextRunAt(tx, { accountId: '1' }, claims));
    expect([await next({ of: 'one' }), await next('none')]).toEqual([undefined, undefined]);
    expect([await next({ of: 'two' }), await next('all')]).toEqual([START, START]);
  });

  it('stores no outcome for a job whose claim it has lost', async () => {
    const { log, gates, runner, add, store, lines } = bench();
    await add('network', 'lost', { queue: 'q' });
    const settled = runner.settle();
    await lines(1);
    await change(store, "claimed_by = 'two'");
    gates.get('lost')?.('done');
    await settled;
    expect(log).toEqual(['begin lost']);
  });

  it('yields to the event loop between jobs that need no waiting', async () => {
    const { runner, add } = bench(1);
    for (let i = 0; i < 20; i++) await add('network', 'moot', { queue: 'q' });
    let ticks = 0;
    let isDone = false;
    const count = () => {
      ticks++;
      if (!isDone) setImmediate(count);
    };
    count();
    await runner.settle();
    isDone = true;
    expect(ticks).toBeGreaterThan(20);
  });
});
