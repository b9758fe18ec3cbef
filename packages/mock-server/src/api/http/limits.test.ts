import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import type { Store } from '../../store/engine/store.ts';
import { rateWindows } from '../../store/tables/rate-windows.ts';
import { HOUR, type RateWindows, RateWindowsInMemory, RateWindowsInTables, Updates } from './limits.ts';

const spender = { accountId: '1', token: 'a', budget: 'individual' } as const;
const amount = (value: number, now = 0) => ({ amount: value, limit: 10, now, opensAt: now });
const usedIn = async (store: Store, now = 0) => {
  const windows = await store.read((tx) => rateWindows.list(tx, '1'));
  return windows.reduce((sum, { openedAt, used }) => (openedAt + HOUR > now ? sum + used : sum), 0);
};

/** Spends within a transaction that fails. */
const spendInVain = (windows: RateWindows, store: Store, terms: ReturnType<typeof amount>) =>
  store
    .write(async (tx) => {
      await windows.spend(spender, terms, tx);
      throw new Error('rolled back');
    }, '1')
    .catch(() => undefined);

const step = fc.record({
  kind: fc.constantFrom('spend', 'spend in a transaction', 'spend in vain', 'flush'),
  value: fc.integer({ min: 1, max: 6 }),
  pause: fc.constantFrom(0, 1, HOUR / 2, HOUR),
});

it('windows in memory grant the same as windows in tables, and both are the same in the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const run = async (store: Store, windows: RateWindows) => {
        const results: unknown[] = [];
        let now = 0;
        for (const { kind, value, pause } of steps) {
          now += pause;
          const terms = amount(value, now);
          if (kind === 'spend') results.push(await windows.spend(spender, terms));
          if (kind === 'spend in vain') await spendInVain(windows, store, terms);
          if (kind === 'flush') await windows.flush();
          if (kind !== 'spend in a transaction') continue;
          results.push(await store.write(async (tx) => windows.spend(spender, terms, tx), '1'));
        }
        await windows.flush();
        results.push(await usedIn(store, now));
        await store.close();
        return results;
      };
      const [one, other] = [openSqlite(), openSqlite()];
      const inTables = await run(one, new RateWindowsInTables(one));
      expect(await run(other, new RateWindowsInMemory(other))).toEqual(inTables);
    }),
    { numRuns: 50 },
  );
});

// U-19
it('the servers of one file add up what they have spent, and know it of each other once it is written down', async () => {
  using folder = new TemporaryFolder();
  const stores = [openSqlite(folder.file('shared.db')), openSqlite(folder.file('shared.db'))] as const;
  const [one, other] = [new RateWindowsInMemory(stores[0]), new RateWindowsInMemory(stores[1])];
  await one.spend(spender, amount(3));
  await other.spend(spender, amount(4, 1));
  expect(await usedIn(stores[0])).toBe(0);
  await one.flush();
  await other.flush();
  expect(await usedIn(stores[0])).toBe(7);
  expect(await one.spend(spender, amount(4, 2))).toEqual({ openedAt: 0, used: 7, isGranted: false });
  for (const store of stores) await store.close();
});

it('cleared windows are read from the database again', async () => {
  const store = openSqlite();
  const windows = new RateWindowsInMemory(store);
  await windows.spend(spender, amount(3));
  await windows.flush();
  await windows.spend(spender, amount(4));
  windows.clear('2');
  expect(await windows.spend(spender, amount(0))).toMatchObject({ used: 7 });
  windows.clear('1');
  expect(await windows.spend(spender, amount(0))).toMatchObject({ used: 3 });
  await store.close();
});

it('an update is refused if another one of the same subscriber has not ended when it arrives', async () => {
  const updates = new Updates();
  const [first, second] = [updates.register(), updates.register()];
  expect(first.begin(['id', 'ann@acme.test'])).toBe(true);
  const third = updates.register();
  expect(second.begin(['ann@acme.test'])).toBe(false);
  await first.end();
  const fourth = updates.register();
  expect(third.begin(['id'])).toBe(false); // it arrived before the first one ended
  expect(fourth.begin(['id'])).toBe(true);
});

it('an update of another subscriber, or one that was refused, refuses none', async () => {
  const updates = new Updates();
  const [first, second, third] = [updates.register(), updates.register(), updates.register()];
  expect(first.begin(['ann'])).toBe(true);
  expect(second.begin(['ann', 'bea'])).toBe(false);
  await second.end();
  expect(third.begin(['bea'])).toBe(true);
});

it('requests that end without an update refuse none', async () => {
  const updates = new Updates();
  const [first, second] = [updates.register(), updates.register()];
  await first.end();
  expect(second.begin(['ann'])).toBe(true);
});
