import { describe, expect, onTestFinished, test } from 'vitest';
import { text } from '../../src/store/engine/column.ts';
import { UNKNOWN_PLACE } from '../../src/store/engine/place.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import type { Store, Transaction } from '../../src/store/engine/store.ts';
import { table } from '../../src/store/engine/table.ts';
import { insertNumberedEvent } from '../../src/store/tables/domain-events.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { databases } from './databases.ts';
import { addNote, note, notes } from './notes.ts';

/** Opens a store, on a new database unless one is given. It is closed with its test. */
async function open(url?: string): Promise<Store> {
  const store = await openPostgres(url ?? databases.url(await databases.create()));
  onTestFinished(() => store.close());
  return store;
}

const terminateOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('PostgreSQL', () => {
  test('a second server finds what the first has written', async () => {
    const url = databases.url(await databases.create());
    const [one, two] = await Promise.all([open(url), open(url)]);
    await note(one, 'color');
    expect(await notes(two)).toEqual(['color']);
  });

  test('a table does not wait for an insert, and a failed one fails the transaction', async () => {
    const store = await open();
    const fields = table('custom_fields', { identifier: text() });
    const write = (...names: readonly string[]) =>
      store.write(async (tx) => {
        for (const identifier of names) await fields.insert(tx, '1', { identifier });
      }, '1');
    await write('a', 'b');
    await expect(write('c', 'a')).rejects.toThrow('custom_fields_account_id_identifier_key');
    expect(await store.read((tx) => fields.list(tx, '1'))).toEqual([
      { identifier: 'a' },
      { identifier: 'b' },
    ]);
  });

  test('a table tells the listeners of its account what a transaction has changed', async () => {
    const store = await open();
    const fields = table('custom_fields', { identifier: text() });
    const calls: string[] = [];
    for (const account of ['1', '2', undefined]) {
      store.watch(account, (tables) => calls.push(`${account} ${[...tables].join()}`));
    }
    await store.write((tx) => fields.insert(tx, '1', { identifier: 'a' }), '1');
    await store.write((tx) => fields.remove(tx, '1', { identifier: 'b' }), '1');
    expect(calls).toEqual(['1 custom_fields', 'undefined custom_fields']);
  });

  test('text is sorted by its code points, and numbers come back as numbers', async () => {
    const store = await open();
    for (const name of ['b', 'B', 'é', 'a', '_']) await note(store, name);
    const rows = await store.read((tx) =>
      tx.all(
        'select identifier, count(*) over () as total, sum(seq) over () as sum from custom_fields order by identifier',
      ),
    );
    expect(rows).toEqual(['B', '_', 'a', 'b', 'é'].map((identifier) => ({ identifier, total: 5, sum: 15 })));
  });

  // U-240
  test('a NUL character becomes a replacement character', async () => {
    const store = await open();
    await note(store, 'a\0b');
    expect(await notes(store)).toEqual(['a\ufffdb']);
  });

  test('a failed statement in a nested transaction leaves the outer one usable', async () => {
    const store = await open();
    await store.write(async (tx) => {
      const insert = (identifier: string) => addNote(tx, identifier, '1', 'any');
      await insert('size');
      await expect(tx.nested(() => insert('size'))).rejects.toThrow('unique');
      await insert('weight');
    });
    expect(await notes(store)).toEqual(['size', 'weight']);
  });

  test('an insert that fails is the error of its transaction, whichever statement waits for it', async () => {
    const store = await open();
    await note(store, 'size');
    await expect(note(store, 'size')).rejects.toThrow('unique');
    const thenRead = async (tx: Transaction) => {
      await addNote(tx, 'size');
      await tx.get('select 1');
    };
    await expect(store.write(thenRead, '1')).rejects.toThrow('unique');
    await store.write(async (tx) => {
      await expect(tx.nested(() => addNote(tx, 'size'))).rejects.toThrow('unique');
      await expect(tx.nested(() => thenRead(tx))).rejects.toThrow('unique');
      await addNote(tx, 'weight');
    }, '1');
    expect(await notes(store)).toEqual(['size', 'weight']);
  });

  test('a transaction with more inserts than may be on their way does them all', async () => {
    const store = await open();
    await store.write(async (tx) => {
      for (let i = 0; i < 1000; i++) expect(await addNote(tx, `field${i}`)).toBe(1);
    }, '1');
    expect(await notes(store)).toHaveLength(1000);
  });

  test('the number of an inserted row is its own, whatever other accounts insert', async () => {
    const store = await open();
    const insert = (accountId: string) => (tx: Transaction) =>
      insertNumberedEvent(tx, {
        accountId,
        subscriberId: 'ann',
        event: 'subscriber.created',
        properties: {},
        occurredAt: '2026-03-06T12:00:00Z',
        ...UNKNOWN_PLACE,
      });
    const numbers = await store.write(async (tx) => {
      const own = insert('1')(tx);
      const other = await store.write(insert('2'), '2'); // committed before the first transaction continues
      return { 1: await own, 2: other };
    }, '1');
    const rows = await store.read((tx) =>
      tx.all<{ account_id: string; seq: number }>('select account_id, seq from domain_events'),
    );
    expect(Object.fromEntries(rows.map((row) => [row.account_id, row.seq]))).toEqual(numbers);
  });

  test('two transactions on one account run one after the other, in this process and in others', async () => {
    const url = databases.url(await databases.create());
    const stores = await Promise.all([open(url), open(url)]);
    let running = 0;
    let most = 0;
    const work = async (tx: Transaction) => {
      await tx.get('select 1'); // its answer comes once the account is free
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => setImmediate(resolve));
      await tx.get('select 1');
      running--;
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => stores[i % 2]?.write(work, '1')));
    expect(most).toBe(1);
  });

  test('transactions on two accounts run at the same time, and one on all waits for both', async () => {
    const store = await open();
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const first = store.write(async () => {
      order.push('one begins');
      await held.promise;
      order.push('one ends');
    }, '1');
    await store.write(async () => void order.push('two'), '2');
    const all = store.write(async () => void order.push('all'));
    held.resolve();
    await Promise.all([first, all]);
    expect(order).toEqual(['one begins', 'two', 'one ends', 'all']);
  });

  test('a transaction whose connection is lost is rolled back, and the next one works', async () => {
    const name = await databases.create();
    const store = await open(databases.url(name));
    const lost = store.write(async (tx) => {
      await addNote(tx, 'lost', '1', 'any');
      await databases.run(terminateOthers, name);
      await tx.get('select 1');
    }, '1');
    await expect(lost).rejects.toThrow(/connection|terminat/i);
    await note(store, 'kept');
    expect(await notes(store)).toEqual(['kept']);
  });

  test('a commit counts even if its response is lost', async () => {
    await using proxy = await new CuttingProxy(databases.url(await databases.create())).listen();
    const store = await openPostgres(proxy.url);
    await note(store, 'before');
    proxy.cutAfter('commit');
    expect(await note(store, 'unanswered')).toBe(1);
    expect(proxy.cuts).toBe(1);
    expect(await notes(store)).toEqual(['before', 'unanswered']);
    await store.close();
  });

  test('a commit that PostgreSQL does not do fails', async () => {
    const name = await databases.create();
    const store = await open(databases.url(name));
    // A trigger that runs within the commit ends the connection after the row was written: the commit fails.
    await databases.run(
      `create function end_connection() returns trigger language plpgsql as
         $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create constraint trigger ending after insert on custom_fields deferrable initially deferred
         for each row execute function end_connection()`,
      name,
    );
    await expect(note(store, 'uncertain')).rejects.toThrow();
    await databases.run('drop trigger ending on custom_fields', name);
    expect(await notes(store)).toEqual([]);
  });

  test('ten servers that start on an empty database create its tables once', async () => {
    const url = databases.url(await databases.create('template1'));
    const stores = await Promise.all(Array.from({ length: 10 }, () => open(url)));
    expect(await notes(stores[9] as Store)).toEqual([]);
  });
});
