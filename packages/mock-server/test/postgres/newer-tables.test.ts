import pg from 'pg';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../src/index.ts';
import { DatabaseVersionError } from '../../src/store/engine/errors.ts';
import { SCHEMA_VERSION } from '../../src/store/engine/migrations/migrations.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { HOLD_DATABASE } from '../../src/store/engine/postgres-locks.ts';
import { boatShop } from '../boat-shop.ts';
import { addNote, notes } from './notes.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

const setVersion = (db: string, version: number) =>
  servers.rows(db, `update schema_version set version = ${version}`);

// U-301
test('a store refuses to change newer tables, also beside transactions, until they have its version again', async () => {
  const db = await servers.newDatabase();
  const store = await openPostgres(db);
  const note = (identifier: string, accountId?: string) =>
    store.write((tx) => addNote(tx, identifier, '1', 'any'), accountId);
  await note('before');
  await setVersion(db, SCHEMA_VERSION + 1);
  await expect(note('one')).rejects.toThrow(DatabaseVersionError);
  await expect(note('all', '1')).rejects.toThrow(`the tables have version ${SCHEMA_VERSION + 1}`);
  const noteBeside = () => addNote(store.autocommit, 'beside', '1', 'any');
  await expect(noteBeside()).rejects.toThrow(DatabaseVersionError);
  await setVersion(db, SCHEMA_VERSION);
  await note('after', '1');
  await noteBeside();
  expect(await notes(store)).toEqual(['after', 'before', 'beside']);
  await store.close();
});

// U-301
test('a transaction that waited for the migration finds the new version', async () => {
  const db = await servers.newDatabase();
  const store = await openPostgres(db);
  const migration = new pg.Client({ connectionString: db });
  await migration.connect();
  await migration.query('begin');
  await migration.query(HOLD_DATABASE);
  const writing = store.write((tx) => addNote(tx, 'late', '1', 'any'), '1');
  const refused = expect(writing).rejects.toThrow(DatabaseVersionError);
  const waits = () => servers.rows(db, "select from pg_stat_activity where wait_event = 'advisory'");
  await expect.poll(waits).toHaveLength(1);
  await migration.query(`update schema_version set version = ${SCHEMA_VERSION + 1}`);
  await migration.query('commit');
  await refused;
  await migration.end();
  await store.close();
});

// U-301
test('a server beside newer tables answers 503, does no job, is not ready, and says it once', async () => {
  const db = await servers.newDatabase();
  const log: LogEntry[] = [];
  const options = { seed: boatShop(), log: (entry: LogEntry) => void log.push(entry) };
  const server = await servers.open(db, { ...options, onError: () => undefined });
  const tag = { tags: [{ email: 'ann@acme.test', tag: 'late' }] };
  await server.post('subscribers/batches', { batches: [{ subscribers: [{ email: 'ann@acme.test' }] }] });
  await server.settle();
  const eventsOf = () => servers.rows(db, 'select seq from domain_events');
  const before = await eventsOf();
  await server.time.freeze();
  await setVersion(db, SCHEMA_VERSION + 1);
  for (let i = 0; i < 3; i++) expect((await server.post('tags', tag)).status).toBe(503);
  const added = await servers.rows(
    db,
    `insert into jobs (id, account_id, kind, input, run_at)
     values ('late', '9999999', 'records', '{}', 0) returning id`,
  );
  expect(added).toHaveLength(1);
  await expect(server.settle()).rejects.toMatchObject({ cause: { name: 'DatabaseVersionError' } });
  expect(await eventsOf()).toEqual(before);
  const ready = await server.get('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.text).toContain(`the tables have version ${SCHEMA_VERSION + 1}`);
  const told = log.filter(({ event }) => event === 'error');
  expect(told).toMatchObject([{ error: { name: 'DatabaseVersionError' } }]);
  await servers.rows(db, "delete from jobs where id = 'late'");
  await setVersion(db, SCHEMA_VERSION);
  expect((await server.post('tags', tag)).status).toBe(201);
});
