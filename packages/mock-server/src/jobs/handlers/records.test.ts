import { expect, it } from 'vitest';
import { AllServices, EventFeed } from '../../domain/context/services.ts';
import type { RecordsPayload } from '../../domain/queue.ts';
import { FaultRulesInMemory } from '../../faults/rules-in-memory.ts';
import { createIds, seededRandom } from '../../shared/platform/random.ts';
import { UNKNOWN_PLACE } from '../../store/engine/place.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { type AccountRow, insertAccount } from '../../store/tables/accounts.ts';
import { outcomes } from '../../store/tables/outcomes.ts';
import type { JobContext } from '../handler.ts';
import { processRecords } from './records.ts';

const EMAILS = ['a@acme.test', 'b@acme.test', 'c@acme.test'];

/** A transaction that fails to store one subscriber, as with an error of the database or of our own. */
const failing = (tx: Transaction, email: string): Transaction => ({
  ...tx,
  change: (target, kind, sql, values) =>
    target.table === 'subscribers' && values.includes(email)
      ? Promise.reject(new TypeError('unexpected'))
      : tx.change(target, kind, sql, values),
});

it('an error of ours rejects its record alone, and is reported', async () => {
  const store = openSqlite();
  const errors: unknown[] = [];
  const allServices = new AllServices(
    { now: () => 0 },
    { speed: 0 },
    {
      instance: 'one',
      ids: createIds(seededRandom(1)),
      store,
      jobs: { wake: () => undefined },
      feed: new EventFeed(),
      faults: new FaultRulesInMemory(),
      counters: undefined,
      retention: { events: 100, outcomes: 100 },
      smtp: undefined,
      webhookTimeout: 0,
      isDeniedTarget: () => false,
      random: () => 1,
      baseUrl: () => '',
    },
  );
  const results = await store.write(async (tx) => {
    const data = {} as AccountRow['data']; // nothing reads its settings
    await insertAccount(tx, { id: '1', createdAt: '1970-01-01T00:00:00Z', data });
    const context: JobContext = {
      services: allServices.forAccount('1'),
      tx: failing(tx, 'b@acme.test'),
      accountId: '1',
      place: UNKNOWN_PLACE,
      report: (error) => errors.push(error),
    };
    const records = EMAILS.map((email) => ({ email }));
    let rest: RecordsPayload | undefined = { operation: 'subscribers.upsertBatch', records };
    while (rest) rest = await processRecords(context, rest, 'request');
    return outcomes.list(tx, '1');
  });
  expect(results.map(({ state, errors: [first] }) => [state, first?.code])).toEqual([
    ['done', undefined],
    ['refused', 'unavailable_error'],
    ['done', undefined],
  ]);
  expect(errors.map(String)).toEqual(['TypeError: unexpected']);
  await store.close();
});
