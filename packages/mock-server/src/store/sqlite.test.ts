import { describe, expect, it } from 'vitest';
import { insertDomainEvent, listEventsAfter } from './domain-events.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

const note = (store: Store, text: string) =>
  store.write((tx) =>
    insertDomainEvent(tx, {
      accountId: '1',
      subscriberId: '2',
      event: 'subscriber.applied_tag',
      properties: { tag: text },
      occurredAt: '2026-03-06T12:00:00Z',
      cause: null,
    }),
  );
const numbers = async (store: Store) =>
  (await store.read((tx) => listEventsAfter(tx, 0, undefined))).map(({ seq }) => seq);

describe('in-memory databases', () => {
  it('a large database in memory is recreated on clear and continues its sequence numbers', async () => {
    const store = openSqlite();
    await note(store, 'small');
    expect(await store.image?.clear()).toBe(false);
    expect(await numbers(store)).toEqual([1]);
    for (let i = 0; i < 3; i++) await note(store, 'x'.repeat(3_000_000));
    expect(await store.image?.clear()).toBe(true);
    expect(await numbers(store)).toEqual([]);
    await note(store, 'next');
    expect(await numbers(store)).toEqual([5]);
    await store.close();
  });

  it('restoring an image restores the rows and continues from the highest sequence number', async () => {
    const store = openSqlite();
    await note(store, 'one');
    const image = (await store.image?.take()) ?? new Uint8Array();
    await note(store, 'two');
    await store.image?.put(image);
    expect(await numbers(store)).toEqual([1]);
    await note(store, 'three');
    expect(await numbers(store)).toEqual([1, 3]);
    await store.close();
  });
});
