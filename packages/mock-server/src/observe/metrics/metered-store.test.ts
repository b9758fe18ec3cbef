import { expect, test } from 'vitest';
import { insertMail } from '../../store/tables/outbox.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { meteredStore } from './metered-store.ts';

/** Sends an email in a transaction. */
const send = (tx: Transaction, id: string) =>
  insertMail(tx, '1', {
    ...{ id, deliveryId: id, subscriberId: 'ann', purpose: 'campaign', from: 'crew@acme.test' },
    ...{ to: 'ann@acme.test', bcc: [], subject: '', html: '', text: '', headers: {} },
    sentAt: '2026-03-06T12:00:00Z',
  });

test('emails count once their transaction is committed, without those that were rolled back', async () => {
  const counts: number[] = [];
  const store = meteredStore(openSqlite(), (count) => counts.push(count));
  await store.write(async (tx) => {
    await send(tx, 'a');
    await tx.nested(() => send(tx, 'b'));
    await expect(
      tx.nested(async () => {
        await send(tx, 'c');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(counts).toEqual([]);
  }, '1');
  expect(counts).toEqual([2]);
  await expect(
    store.write(async (tx) => {
      await send(tx, 'd');
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await store.write((tx) => tx.run('delete from outbox'));
  expect(counts).toEqual([2]);
  await store.close();
});

test('emails of work that is alone with the database count even if it fails later', async () => {
  const counts: number[] = [];
  const store = meteredStore(openSqlite(), (count) => counts.push(count));
  const work = store.alone?.(async (tx) => {
    await tx.nested(() => send(tx, 'a'));
    throw new Error('failed');
  });
  await expect(work).rejects.toThrow('failed');
  expect(counts).toEqual([1]);
  await store.close();
});
