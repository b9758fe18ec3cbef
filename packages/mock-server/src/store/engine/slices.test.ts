import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyCharacter } from '../../../../../scripts/setup/arbitrary-strings.ts';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { number, text } from './column.ts';
import { readRows } from './rows.ts';
import { openSqlite } from './sqlite.ts';
import { NO_ACCOUNT, type Store, type StoredRow, type Transaction } from './store.ts';
import { table } from './table.ts';

/** Every slice has lasted long enough, so that each statement ends one if others wait. */
function endEverySlice(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
}

const fields = table('custom_fields', { identifier: text() });
const roles = table('memberships', { userId: text(), role: text() }, { order: ['userId'] });
const changes = table('value_changes', {
  subscriberId: text(),
  kind: text(),
  changedAt: text(),
  change: number(),
  total: number().orNull(),
  reason: text(),
  orderId: text().orNull(),
});

const add = (tx: Transaction, accountId: string, identifier: string) =>
  fields.insert(tx, accountId, { identifier });
const namesOf = async (tx: Transaction, accountId: string) =>
  (await fields.list(tx, accountId)).map(({ identifier }) => identifier);

/** All rows of a database, with their numbers. */
const everything = (store: Store) => store.read((tx) => readRows(tx));

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder[Symbol.dispose]();
});

const databases = [
  ['in memory', () => openSqlite()],
  ['in a file', () => openSqlite(folder.file('slices.db'))],
] as const;

/** A promise, and whether it has settled. */
function observed<T>(promise: Promise<T>) {
  const state = { isDone: false, promise };
  const end = () => {
    state.isDone = true;
  };
  promise.then(end, end);
  return state;
}

describe.each(databases)('a database %s', (_, open) => {
  test('other accounts read and write between two slices; the same account waits and sees all or nothing', async () => {
    const store = open();
    endEverySlice();
    await store.write((tx) => add(tx, 'a', 'before'), 'a');
    const others: Promise<unknown>[] = [];
    let same: ReturnType<typeof observed<string[]>> | undefined;
    const seen: number[] = [];
    await store.writeInSlices(
      async (tx) => {
        for (let i = 0; i < 20; i++) {
          await add(tx, 'a', `f${i}`);
          const other = observed(
            store.write(async (own) => {
              await add(own, 'b', `f${i}`);
              return (await namesOf(own, 'b')).length;
            }, 'b'),
          );
          others.push(other.promise.then((count) => seen.push(count)));
          same ??= observed(store.read((own) => namesOf(own, 'a'), 'a'));
          await namesOf(tx, 'a');
          await namesOf(tx, 'a');
          expect(other.isDone).toBe(true);
          expect(same.isDone).toBe(false);
        }
      },
      ['a'],
    );
    await Promise.all(others);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await same?.promise).toHaveLength(21);
    await store.close();
  });

  test('work that fails is undone, whatever it has changed, and others keep what they have written', async () => {
    const store = open();
    endEverySlice();
    const value = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', "it's", 'null\0character', '\0', 'Ünïcode 💡', '1e3', "x'00'"),
    );
    const row = fc.record({
      ...{ subscriberId: value, kind: value, changedAt: value, reason: value },
      change: fc.oneof(fc.maxSafeInteger(), fc.constant(Number.MAX_SAFE_INTEGER)),
      total: fc.option(fc.maxSafeInteger()),
      orderId: fc.option(value),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const key = `u${++round}`;
        await store.write(async (tx) => {
          for (const one of rows) await changes.insert(tx, 'a', one);
          await roles.insert(tx, 'a', { userId: key, role: 'owner' });
        }, 'a');
        const before = await everything(store);
        const failed = store.writeInSlices(
          async (tx) => {
            const write = store.write((own) => roles.insert(own, 'b', { userId: key, role: 'viewer' }), 'b');
            await changes.update(tx, 'a', {}, { reason: 'changed', total: null });
            await roles.update(tx, 'a', {}, { role: 'member' });
            await tx.nested(() => changes.remove(tx, 'a', { reason: 'changed' })).catch(() => undefined);
            for (const one of rows) await changes.insert(tx, 'a', one);
            await roles.remove(tx, 'a', { userId: key });
            await write;
            await roles.insert(tx, 'a', { userId: key, role: 'viewer' });
            throw new Error('no');
          },
          ['a'],
        );
        await expect(failed).rejects.toThrow('no');
        const { memberships = [], ...after } = await everything(store);
        const ofA = (all: readonly StoredRow[] = []) => all.filter((one) => one.account_id === 'a');
        expect(after).toEqual({ ...after, value_changes: before.value_changes });
        expect(ofA(memberships)).toEqual(ofA(before.memberships));
        expect(memberships).toContainEqual({ account_id: 'b', user_id: key, role: 'viewer' });
        expect(await store.read((tx) => tx.all('select * from long_work'))).toEqual([]);
        expect(await store.read((tx) => tx.all('select * from undo_log'))).toEqual([]);
      }),
      { numRuns: 8 },
    );
    await store.close();
  });

  test('work on two accounts runs side by side, on the same account one after the other', async () => {
    const store = open();
    endEverySlice();
    const order: string[] = [];
    const work = (name: string, accountId: string) =>
      store.writeInSlices(
        async (tx) => {
          order.push(`${name} begins`);
          for (let i = 0; i < 5; i++) await add(tx, accountId, `${name} ${i}`);
          order.push(`${name} ends`);
        },
        [accountId],
      );
    await Promise.all([work('first', 'a'), work('second', 'a'), work('third', 'b')]);
    const place = (step: string) => order.indexOf(step);
    expect(place('first ends')).toBeLessThan(place('second begins'));
    expect(place('third begins')).toBeLessThan(place('first ends'));
    await store.close();
  });

  test('work of all accounts, a copy and a reset wait for the end; what belongs to none does not', async () => {
    const store = open();
    endEverySlice();
    const waiting: { isDone: boolean; promise: Promise<unknown> }[] = [];
    await store.writeInSlices(
      async (tx) => {
        await add(tx, 'a', 'first');
        waiting.push(
          observed(store.read((own) => namesOf(own, 'a'))),
          observed(store.write((own) => namesOf(own, 'a'))),
          observed(store.snapshot()),
          observed(store.clear()),
        );
        const none = observed(store.read((own) => own.get('select 1'), NO_ACCOUNT));
        for (let i = 0; i < 10; i++) await add(tx, 'a', `${i}`);
        expect(none.isDone).toBe(true);
        expect(waiting.map(({ isDone }) => isDone)).toEqual([false, false, false, false]);
      },
      ['a'],
    );
    const [read, written] = await Promise.all(waiting.map(({ promise }) => promise));
    expect([read, written]).toEqual([expect.any(Array), expect.any(Array)]);
    expect(read).toHaveLength(11);
    expect(await everything(store)).toMatchObject({ custom_fields: [] });
    await store.close();
  });
});

test('another connection of the file waits for the account, and for nothing else', async () => {
  const [one, other] = [openSqlite(folder.file('two.db')), openSqlite(folder.file('two.db'))];
  endEverySlice();
  let same: ReturnType<typeof observed<string[]>> | undefined;
  await one.writeInSlices(
    async (tx) => {
      for (let i = 0; i < 5; i++) await add(tx, 'a', `f${i}`);
      const [none, written] = [
        observed(other.read((own) => own.get('select 1'), NO_ACCOUNT)),
        observed(other.write((own) => add(own, 'b', 'x'), 'b')),
      ];
      while (!none.isDone || !written.isDone) await namesOf(tx, 'a');
      same = observed(other.read((own) => namesOf(own, 'a'), 'a'));
      const tried = observed(other.tryWrite(async () => 'done', 'a'));
      while (!tried.isDone) await namesOf(tx, 'a');
      expect(await tried.promise).toBeUndefined();
      expect(same.isDone).toBe(false);
      await add(tx, 'a', 'last');
    },
    ['a'],
  );
  expect(await same?.promise).toHaveLength(6);
  await one.close();
  await other.close();
});
