import { expect } from 'vitest';
import { AllServices, EventFeed } from '../src/domain/context/services.ts';
import { FaultRulesInMemory } from '../src/faults/rules-in-memory.ts';
import type { AnyNetworkHandler, DatabaseHandler, Handlers, JobContext } from '../src/jobs/handler.ts';
import { JobRunner } from '../src/jobs/runner.ts';
import { createIds, seededRandom } from '../src/shared/platform/random.ts';
import { UNKNOWN_PLACE } from '../src/store/engine/place.ts';
import { openSqlite } from '../src/store/engine/sqlite.ts';
import { insertNumberedEvent } from '../src/store/tables/domain-events.ts';
import { insertJob } from '../src/store/tables/jobs.ts';

export const START = Date.parse('2026-03-06T12:00:00Z');

interface Terms {
  readonly queue?: string;
  readonly lane?: string;
  /** In seconds from the start. */
  readonly at?: number;
  readonly account?: string;
}

/** A runner whose jobs write to a log. Network jobs wait until a test opens their gate. */
export function bench(perQueue = 2, isTimed = false, ready?: () => Promise<void>) {
  const log: string[] = [];
  const errors: unknown[] = [];
  const gates = new Map<string, (outcome: string) => void>();
  const fill = async ({ tx }: JobContext) => {
    const properties = { tag: 'x'.repeat(200_000) };
    const event = { event: 'subscriber.applied_tag', subscriberId: '1', accountId: '1' } as const;
    await insertNumberedEvent(tx, {
      ...event,
      properties,
      occurredAt: '2026-03-06T12:00:00Z',
      ...UNKNOWN_PLACE,
    });
  };
  const inDatabase: DatabaseHandler<'records'> = async (context, { operation }) => {
    if (operation === 'big') await fill(context);
    log.push(`${operation} at ${(context.services.clock.now() - START) / 1000}`);
    if (operation === 'endless' && !gates.has('urgent'))
      await insertJob(context.tx, jobOf('records', 'endless'));
    if (operation === 'broken') throw new Error('broken');
    const [, name, parts] = /^(\w+) in (\d) parts$/.exec(operation) ?? [];
    if (Number(parts) > 1) return { operation: `${name} in ${Number(parts) - 1} parts`, records: [] };
    return undefined;
  };
  const onNetwork: AnyNetworkHandler<'records'> = {
    perQueue,
    prepare: async (_context, { operation }) => {
      if (operation === 'last') gates.get('prepared')?.('');
      if (operation === 'held') await new Promise((resolve) => gates.set('prepare held', resolve));
      return operation === 'moot' ? undefined : operation;
    },
    perform: (order: string, _services, signal) => {
      log.push(`begin ${order}`);
      if (order === 'rejects') return Promise.reject(new Error('rejected'));
      return new Promise((resolve) => {
        gates.set(order, resolve);
        signal.addEventListener('abort', () => resolve('aborted'));
      });
    },
    finish: async (context, { operation }, outcome) => {
      if (operation === 'big') await fill(context);
      log.push(`${outcome} ${operation}`);
      if (outcome === 'unfit') throw new Error('unfit');
    },
  };
  const handlers = { records: inDatabase, network: onNetwork } as unknown as Handlers; // a kind that exists only in this test
  const store = openSqlite();
  const report = (error: unknown) => void errors.push(error);
  const runner = new JobRunner(() => allServices, { isTimed, report, ready, handlers });
  const ids = createIds(seededRandom(1));
  const parts = {
    instance: 'one',
    ids,
    store,
    jobs: runner,
    feed: new EventFeed(),
    faults: new FaultRulesInMemory(),
    counters: undefined,
    retention: { events: 100, outcomes: 100 },
    smtp: undefined,
    webhookTimeout: 0,
    isDeniedTarget: () => false,
    random: () => 0,
    baseUrl: () => '',
  };
  const allServices = new AllServices({ now: () => START }, { speed: 0 }, parts);
  const jobOf = (
    kind: 'records' | 'network',
    operation: string,
    { queue = '', lane, at = 0, account = '1' }: Terms = {},
  ) => ({
    ...UNKNOWN_PLACE,
    accountId: account,
    id: ids.hex(),
    kind,
    clockId: '',
    queue: kind === 'network' ? `network:${queue}` : '',
    lane: lane ?? null,
    runAt: START + at * 1000,
    payload: { operation },
  });
  const add = (...job: Parameters<typeof jobOf>) => store.write((tx) => insertJob(tx, jobOf(...job)));
  /** Limits the database to its current size. `undefined` lifts the limit. */
  const limitPages = (room: 'full' | undefined) =>
    store.write(async (tx) => {
      const [{ page_count = 0 } = {}] = await tx.all<{ page_count: number }>('pragma page_count');
      await tx.all(`pragma max_page_count = ${room === 'full' ? page_count + 2 : 1_000_000_000}`);
    });
  const jobs = () => store.read((tx) => tx.all('select kind, claimed_by, failure from jobs order by seq'));
  /** Resolves once the log has this many lines. */
  const lines = (count: number) => expect.poll(() => log.length).toBe(count);
  return { log, errors, gates, runner, allServices, store, add, lines, limitPages, jobs };
}
