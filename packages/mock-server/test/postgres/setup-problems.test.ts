import { beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/index.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { databases } from './databases.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

beforeAll(() => databases.run('create role reader login; create role writer login'));

/** The message of the command when it cannot start. It runs in this process. */
async function complaint(db: string): Promise<string> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await main(['--port', '0', '--db', db]);
  const said = write.mock.calls.map(([line]) => line).join('');
  write.mockRestore();
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  return said;
}

const PREFIX = 'trickle-server: could not open --db: ';

// U-302
describe('the command says in one line what keeps it from its database:', () => {
  test('a role that may not create tables', async () => {
    await databases.run('create database empty');
    await databases.run('revoke create on schema public from public', 'empty');
    expect(await complaint(databases.url('empty', 'reader'))).toBe(
      `${PREFIX}PostgreSQL answers 'permission denied for schema public': the role lacks a privilege: let it create and own the tables of its database.\n`,
    );
  });

  test.each([
    ['read', 'select 1', 'table'],
    ['write to', 'grant select on all tables in schema public to reader', '\\w+'],
  ])('a role that may not %s the tables', async (_, grant, kind) => {
    const name = await databases.create();
    await databases.run(grant, name);
    const denied = `PostgreSQL answers 'permission denied for ${kind} \\w+': the role lacks a privilege: .*\\.`;
    expect(await complaint(databases.url(name, 'reader'))).toMatch(new RegExp(`^${PREFIX}${denied}\n$`));
  });

  test('transactions that only read by default, before and after the tables were created', async () => {
    await databases.run('create database readonly');
    const setReadOnly = (value: string) =>
      databases.run(`alter database readonly set default_transaction_read_only = ${value}`);
    const line =
      /^trickle-server: could not open --db: PostgreSQL answers 'cannot execute .* in a read-only transaction': the role may only read: .*\.\n$/;
    await setReadOnly('on');
    expect(await complaint(databases.url('readonly'))).toMatch(line);
    await setReadOnly('off');
    await (await openPostgres(databases.url('readonly'))).close();
    await setReadOnly('on');
    expect(await complaint(databases.url('readonly'))).toMatch(line);
  });

  test.each([
    ['users', 'create table users (id integer)'],
    ['schema_version', 'create table schema_version (installed_rank integer)'],
    ['schema_version', 'create table schema_version (version text)'],
  ])('a table %s of another program (%s)', async (table, statement) => {
    const name = await databases.create('template1');
    await databases.run(statement, name);
    expect(await complaint(databases.url(name))).toBe(
      `${PREFIX}the database has a table '${table}' that belongs to another program: use an empty database\n`,
    );
    const tables = "select table_name from information_schema.tables where table_schema = 'public'";
    expect(await databases.run(tables, name)).toEqual([{ table_name: table }]);
  });

  test.each([
    ['a database that does not exist', () => databases.url('missing'), 'create the database first'],
    ['a role that does not exist', () => databases.url('postgres', 'nobody'), 'check the user, '],
    ['TLS that PostgreSQL lacks', () => `${databases.url('postgres')}&sslmode=verify-full`, 'SSL'],
  ])('%s', async (_, url, cure) => {
    const said = await complaint(url());
    expect(said).toMatch(/^trickle-server: could not open --db: PostgreSQL cannot be reached: [^\n]*\n$/);
    expect(said).toContain(cure);
  });
});

// U-302, U-241
test('a role that loses its privileges is an outage, which the log explains, and nothing is lost', async () => {
  await databases.run('create database revoked');
  await databases.run('grant all on schema public to writer', 'revoked');
  const server = await servers.open(databases.url('revoked', 'writer'));
  server.expectsOutages = true;
  const save = async () => (await server.upsert({ email: 'ann@acme.test' })).status;
  await databases.run('revoke insert on subscribers from writer', 'revoked');
  expect(await save()).toBe(503);
  const message =
    "PostgreSQL answers 'permission denied for table subscribers': the role lacks a privilege: let it create and own the tables of its database.";
  expect(server.errors).toContainEqual(expect.objectContaining({ name: 'DatabaseSetupError', message }));
  await databases.run('grant insert on subscribers to writer', 'revoked');
  expect(await save()).toBe(200);
});
