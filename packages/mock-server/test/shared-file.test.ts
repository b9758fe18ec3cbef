import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from './harness.ts';
import { ASK, ask, decide, OWNER, seed, tokenOf } from './oauth-account.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';
import { tag, withReceiver } from './webhook-account.ts';

test('a second server on a database file does not repeat requests that the first one is sending', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('shared.db');
  const posted = Promise.withResolvers<ServerResponse>();
  const webhook = { events: ['subscriber.applied_tag'] };
  await using first = await withReceiver(startServer, (response) => posted.resolve(response), webhook, {
    db,
  });
  await tag(first.server, 'vip');
  const response = await posted.promise;
  await using second = await startServer({ db });
  await second.server.settle();
  await second.server.advance({ minutes: 1 });
  expect(rows(db, 'select id from jobs where claimed_by is not null')).toHaveLength(1);
  response.end();
  await first.server.settle();
  await second.server.settle();
  expect(first.receiver.events).toEqual([['subscriber.applied_tag', 'ann']]);
  expect(rows(db, 'select id from jobs')).toEqual([]);
});

// U-170
test('a consent page of one server on a database file counts with another', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('shared.db');
  await using first = await startServer({ db, seed });
  await using second = await startServer({ db, seed });
  const page_token = await tokenOf(await ask(first, ASK));
  const decided = await decide(second, ASK, { page_token, decision: 'allow', email: OWNER });
  expect(decided.status).toBe(302);
});

// U-19
test('a server that was closed has not forgotten what was spent of a limit', async () => {
  using folder = new TemporaryFolder();
  const options = { db: folder.file('closed.db'), limits: { individual: 3 } };
  const remaining = async () => {
    await using server = await startServer(options);
    return (await server.get('tags')).headers.get('x-ratelimit-remaining');
  };
  expect([await remaining(), await remaining(), await remaining()]).toEqual(['2', '1', '0']);
});
