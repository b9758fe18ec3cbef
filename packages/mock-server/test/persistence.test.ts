import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '../src/index.ts';
import { ANN, boatShop, TOKENS } from './boat-shop.ts';
import { scenarios, startServer } from './harness.ts';
import { give } from './script-shop.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';

/** The path of a file in a new folder, which is deleted after the test. */
function newFile(name: string): string {
  const folder = new TemporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.file(name);
}

scenarios('database files', (start) => {
  it('a database file holds the same data after a restart', async () => {
    const db = newFile('shop.db');
    let before: string;
    {
      await using server = await start({ db });
      await server.save({ email: 'cy@acme.test', tags: ['new'], custom_fields: { boat: 'Skiff' } });
      await server.post('events', { events: [{ id: ANN.id, action: 'Rowed' }] });
      before = (await server.state()).replaceAll(server.url, '');
    }
    await using server = await start({ db });
    expect((await server.state()).replaceAll(server.url, '')).toBe(before);
    expect(server.skippedAccounts).toEqual(['9999999', '8888888']);
  });
});

describe('database files', () => {
  it('a seed leaves existing accounts of a database file unchanged and adds others', async () => {
    const db = newFile('shop.db');
    await (await createServer({ db, seed: boatShop() })).close();
    const seed = {
      ...boatShop(),
      accounts: [
        { id: '9999999', name: 'Renamed', users: [{ email: 'eve@acme.test', token: 'eve' }] },
        { id: '7', users: [{ email: 'new@seven.test', token: 'seven' }] },
      ],
    };
    await using server = await startServer({ db, seed });
    expect(server.skippedAccounts).toEqual(['9999999']);
    expect((await server.accounts()).map(({ id }) => id)).toEqual(['9999999', '8888888', '7']);
    expect((await server.send('GET', '/v2/user', { token: 'eve' })).status).toBe(401);
    expect((await server.send('GET', '/v2/accounts/7', { token: 'seven' })).status).toBe(200);
    expect((await server.get('/v2/accounts/9999999')).body.accounts).toMatchObject([{ name: 'Acme' }]);
  });

  it('a database file with accounts does not get the demo account', async () => {
    const db = newFile('shop.db');
    await (await createServer({ db, seed: { accounts: [{ id: '1' }] } })).close();
    await using server = await createServer({ db });
    expect((await server.accounts()).map(({ id }) => id)).toEqual(['1']);
    expect(server.skippedAccounts).toEqual([]);
    expect(server.connection.accountId).toBe('1');
  });

  it('a reset returns a database file to its seed', async () => {
    const db = newFile('shop.db');
    {
      await using server = await startServer({ db });
      await server.save({ email: 'cy@acme.test' });
      await server.reset();
    }
    await using server = await startServer({ db });
    expect((await server.get('subscribers/cy%40acme.test')).status).toBe(404);
  });

  it("two servers on one database file see each other's changes", async () => {
    const db = newFile('shop.db');
    await using one = await startServer({ db });
    await using two = await startServer({ db });
    await one.save({ email: 'cy@acme.test' });
    await two.save({ email: 'cy@acme.test', tags: ['new'] });
    expect((await one.subscriber('cy@acme.test')).tags).toEqual(['new']);
    expect(await one.state()).toBe(await two.state());
  });

  it('two servers of one process can write to a database file at the same time', async () => {
    const db = newFile('shop.db');
    await using one = await startServer({ db });
    await using two = await startServer({ db });
    const subscribers = Array.from({ length: 20 }, (_, i) => `subscriber${i}@acme.test`);
    await Promise.all(subscribers.map((email, i) => (i % 2 ? one : two).save({ email })));
    const found = rows(db, "select email from subscribers where email like 'subscriber%'");
    expect(new Set(found.map(({ email }) => email))).toEqual(new Set(subscribers));
  });

  it("a database file holds a visitor's events under the identified subscriber", async () => {
    const db = newFile('shop.db');
    await using server = await startServer({ db });
    const visitor = 'c'.repeat(32);
    const owners = () => rows(db, 'select subscriber_id, visitor_uuid, occurred_at from events order by seq');
    await give(server, 'track', { action: 'Looked', occurred_at: '2026-03-01T01:00:00+02:00' }, { visitor });
    const looked = { visitor_uuid: visitor, occurred_at: '2026-02-28T23:00:00Z' };
    expect(owners()).toEqual([{ subscriber_id: null, ...looked }]);
    await give(server, 'identify', { email: 'bob@acme.test' }, { visitor });
    await give(server, 'track', { action: 'Bought' }, { visitor });
    expect(owners()).toEqual([
      { subscriber_id: 'p2', ...looked },
      { subscriber_id: 'p2', ...looked, occurred_at: '2026-03-06T12:00:00Z' },
    ]);
  });
});

describe('unusable databases', () => {
  it.each([
    ['lies in a folder that does not exist', 'nowhere/shop.db'],
    ['is a folder', '.'],
  ])('a database is refused when it %s', async (_, name) => {
    await expect(createServer({ db: newFile(name) })).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' });
  });

  it('a file of another kind is refused as a database and left unchanged', async () => {
    const db = newFile('letter.txt');
    writeFileSync(db, 'Dear Ann, '.repeat(1000));
    await expect(createServer({ db })).rejects.toThrow('file is not a database');
    expect(existsSync(`${db}-wal`)).toBe(false);
  });

  it('a failed seed leaves nothing behind', async () => {
    const db = newFile('shop.db');
    const user = { email: 'a@b.test', token: 'same' };
    await (await createServer({ db, seed: { accounts: [{ id: '1', users: [user] }] } })).close();
    const seed = {
      accounts: [
        { id: '2', users: [{ email: 'c@b.test', token: 'other' }] },
        { id: '3', users: [{ email: 'd@b.test', token: 'same' }] },
      ],
    };
    await expect(createServer({ db, seed })).rejects.toThrow("accounts: users: token 'same' already exists");
    expect(rows(db, 'select id from accounts')).toEqual([{ id: '1' }]);
    expect(rows(db, 'select token from tokens')).toEqual([{ token: 'same' }]);
    await (await createServer({ db })).close();
  });
});

describe('in-memory servers', () => {
  it('in-memory servers share nothing', async () => {
    await using one = await startServer();
    await using two = await startServer();
    await one.save({ email: 'cy@acme.test' });
    expect((await two.get('subscribers/cy%40acme.test')).status).toBe(404);
    expect((await two.send('GET', '/v2/user', { token: TOKENS.owner })).status).toBe(200);
  });
});
