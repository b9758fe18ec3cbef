import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { mailingAccount } from '../mailing-account.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

/** Records how the transactions begin. */
function recordBegins(): string[] {
  const begins: string[] = [];
  const { query } = pg.Client.prototype;
  const record = function (this: pg.Client, ...sent: unknown[]) {
    const [statement] = sent;
    if (typeof statement === 'string' && /^(begin|savepoint)/.test(statement)) begins.push(statement);
    return Reflect.apply(query, this, sent);
  };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(record as typeof query);
  return begins;
}

test('an update takes one transaction, with limits and overlapping updates refused', async () => {
  const server = await servers.open(await servers.newDatabase(), { seed: mailingAccount(), limits: {} });
  await server.settle();
  const begins = recordBegins();
  expect((await server.upsert({ email: 'ann@acme.test', tags: ['vip'] })).status).toBe(200);
  expect(begins).toEqual(['begin', 'savepoint inner_work']);
});

test('overlapping updates of one subscriber on two servers are both applied', async () => {
  const db = await servers.newDatabase();
  const options = { seed: mailingAccount(), limits: {} };
  const both = [await servers.open(db, options), await servers.open(db, options)];
  const answers = await Promise.all(
    both.map((server, i) => server.upsert({ email: 'ann@acme.test', tags: [`tag-${i}`] })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await both[0]?.subscriber('ann@acme.test'))?.tags.toSorted()).toEqual(['tag-0', 'tag-1']);
});
