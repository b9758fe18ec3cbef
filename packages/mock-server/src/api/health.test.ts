import { expect, test } from 'vitest';
import { ConnectionError } from '../store/engine/errors.ts';
import { openSqlite } from '../store/engine/sqlite.ts';
import type { Store } from '../store/engine/store.ts';
import { Readiness } from './health.ts';

/** A store whose reads are replaced. */
function storeThat(read: () => Promise<never>): { readonly store: Store; readonly reads: () => number } {
  let reads = 0;
  const store: Store = Object.assign(openSqlite(), {
    read: () => {
      reads++;
      return read();
    },
  });
  return { store, reads: () => reads };
}

const open = { isClosing: () => false };

test('a database that does not answer in time is a reason, and concurrent checks ask it once', async () => {
  const { store, reads } = storeThat(() => new Promise(() => undefined));
  const readiness = new Readiness({ store, ...open, deadline: 1 });
  const reason = 'the database did not answer within 1 ms';
  expect(await Promise.all([readiness.problem(), readiness.problem()])).toEqual([reason, reason]);
  expect(await readiness.problem()).toBe(reason);
  expect(reads()).toBe(1);
});

test('the reason does not repeat the words of an error, which may name hosts and users', async () => {
  const { store, reads } = storeThat(() => Promise.reject(new ConnectionError('user ann at db.internal')));
  const readiness = new Readiness({ store, ...open });
  expect(await readiness.problem()).toBe('the database cannot be reached');
  expect(await readiness.problem()).toBe('the database cannot be reached');
  expect(reads()).toBe(2);
});

test('a server that begins to close during a check is not ready', async () => {
  let isClosing = false;
  const store = openSqlite();
  const readiness = new Readiness({ store, isClosing: () => isClosing });
  const problem = readiness.problem();
  isClosing = true;
  expect(await problem).toBe('the server is closing');
  await store.close();
});
