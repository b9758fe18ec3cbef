import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { insertNumberedEvent, listEventsAfter } from '../tables/domain-events.ts';
import { visitors } from '../tables/visitors.ts';
import { DatabaseVersionError } from './errors.ts';
import { SCHEMA_VERSION } from './migrations/migrations.ts';
import { UNKNOWN_PLACE } from './place.ts';
import { findSchemaProblem } from './schema-version.ts';
import { openSqlite } from './sqlite.ts';
import { NO_ACCOUNT, type Store, type Transaction } from './store.ts';
import { ALL_TABLES } from './transaction-end.ts';

const note = (store: Store, text: string) =>
  store.write((tx) =>
    insertNumberedEvent(tx, {
      accountId: '1',
      subscriberId: '2',
      event: 'subscriber.applied_tag',
      properties: { tag: text },
      occurredAt: '2026-03-06T12:00:00Z',
      ...UNKNOWN_PLACE,
    }),
  );
const numbers = async (store: Store) =>
  (await store.read((tx) => listEventsAfter(tx, 0, undefined))).map(({ seq }) => seq);

describe('in-memory databases', () => {
  it('a large database in memory is recreated on clear and continues its sequence numbers', async () => {
    const store = openSqlite();
    const replaced: boolean[] = [];
    store.watch(undefined, (tables) => replaced.push(tables.has(ALL_TABLES)));
    await note(store, 'small');
    replaced.length = 0;
    await store.clear();
    expect(replaced).toEqual([false]);
    expect(await numbers(store)).toEqual([]);
    for (let i = 0; i < 3; i++) await note(store, 'x'.repeat(3_000_000));
    replaced.length = 0;
    await store.clear();
    expect(replaced).toEqual([true]);
    expect(await numbers(store)).toEqual([]);
    await note(store, 'next');
    expect(await numbers(store)).toEqual([5]);
    await store.close();
  });

  it('a database that is full says its largest size, and what to do', async () => {
    const store = openSqlite();
    await store.write((tx) => tx.get('pragma max_page_count = 1')); // no larger than it is
    const fill = (tx: Transaction) => tx.get('create table filling as select zeroblob(100000)');
    for (const filling of [store.write(fill), store.writeInSlices(fill, ['1'])])
      await expect(filling).rejects.toThrow('SQLite limits it to 1 GiB. Use a file or PostgreSQL (--db)');
    await store.close();
  });

  it('restoring an image restores the rows and continues from the highest sequence number', async () => {
    const store = openSqlite();
    await note(store, 'one');
    const snapshot = await store.snapshot();
    expect(snapshot).toHaveProperty('image');
    await note(store, 'two');
    await store.restore(snapshot);
    expect(await numbers(store)).toEqual([1]);
    await note(store, 'three');
    expect(await numbers(store)).toEqual([1, 3]);
    await store.close();
  });
});

// U-301
it('a file that a newer server has migrated is not changed until it has the version of this server again', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('migrated.db');
  const store = openSqlite(db);
  const newer = new DatabaseSync(db);
  await note(store, 'before');
  newer.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  await expect(note(store, 'late')).rejects.toThrow(DatabaseVersionError);
  expect(await findSchemaProblem(store)).toContain(`the tables have version ${SCHEMA_VERSION + 1}`);
  expect(await numbers(store)).toEqual([1]);
  newer.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  await note(store, 'after');
  expect(await findSchemaProblem(store)).toBeUndefined();
  expect(await numbers(store)).toHaveLength(2);
  newer.close();
  await store.close();
});

describe('rows that are inserted one after another', () => {
  const insert = (tx: Transaction, id: string) =>
    visitors.insert(tx, '1', { uuid: id, subscriberId: null, createdAt: '', data: {} });
  const ids = async (tx: Transaction) => (await visitors.list(tx, '1')).map(({ uuid }) => uuid);

  it('are there for the next statement, in order, and without those of nested work that was rolled back', async () => {
    const store = openSqlite();
    await store.write(async (tx) => {
      for (let i = 0; i < 150; i++) await insert(tx, `a${i}`);
      const failing = tx.nested(async () => {
        await insert(tx, 'b');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await insert(tx, 'c');
      expect(await ids(tx)).toEqual([...Array.from({ length: 150 }, (_, i) => `a${i}`), 'c']);
      await insert(tx, 'd');
    }, '1');
    expect((await store.read(ids)).slice(150)).toEqual(['c', 'd']);
    await store.close();
  });

  it('fail with nested work, the first thing that a transaction does, if one of them cannot be inserted', async () => {
    const store = openSqlite();
    await store.write(async (tx) => {
      const failing = tx.nested(async () => {
        await insert(tx, 'a');
        await insert(tx, 'a');
      });
      await expect(failing).rejects.toThrow('UNIQUE');
      await insert(tx, 'b');
    }, '1');
    expect(await store.read(ids)).toEqual(['b']);
    await store.close();
  });

  it('fail with the transaction if one of them cannot be inserted', async () => {
    const store = openSqlite();
    const twice = store.write(async (tx) => {
      await insert(tx, 'a');
      await insert(tx, 'a');
    }, '1');
    await expect(twice).rejects.toThrow('UNIQUE');
    expect(await store.read(ids)).toEqual([]);
    await store.close();
  });
});

describe('work after the commit', () => {
  const count = () => {
    const done: string[] = [];
    return { done, note: (name: string) => () => void done.push(name) };
  };

  it('is done once the transaction is committed, without what was rolled back', async () => {
    const store = openSqlite();
    const { done, note: noted } = count();
    await store.write(async (tx) => {
      tx.afterCommit(noted('a'));
      await tx.nested(async () => tx.afterCommit(noted('b')));
      const failing = tx.nested(async () => {
        tx.afterCommit(noted('c'));
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(done).toEqual([]);
    }, '1');
    expect(done).toEqual(['a', 'b']);
    const failing = store.write(async (tx) => {
      tx.afterCommit(noted('d'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await store.write((tx) =>
      tx.change({ table: 'outbox', accountId: NO_ACCOUNT }, 'any', 'delete from outbox', []),
    );
    expect(done).toEqual(['a', 'b']);
    await store.close();
  });

  it('is undone at a rollback, of the whole transaction or of nested work', async () => {
    const store = openSqlite();
    const { done, note: noted } = count();
    const fail = () => {
      throw new Error('rolled back');
    };
    await store.write(async (tx) => {
      tx.onRollback(noted('a'));
      await tx.nested(async () => tx.onRollback(noted('b')));
      const failing = tx.nested(async () => tx.onRollback(noted('c')) ?? fail());
      await expect(failing).rejects.toThrow('rolled back');
      expect(done).toEqual(['c']);
    }, '1');
    expect(done).toEqual(['c']);
    const failing = store.write(async (tx) => {
      await tx.nested(async () => tx.onRollback(noted('d')));
      fail();
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(done).toEqual(['c', 'd']);
    await store.close();
  });
});
