import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { formSubmissions } from '../tables/form-submissions.ts';
import { visitors } from '../tables/visitors.ts';
import { UNKNOWN_PLACE } from './place.ts';
import { openSqlite } from './sqlite.ts';
import type { Snapshot, Store, Transaction } from './store.ts';

const FAILURE = new Error('rolled back');
let count = 0;

/** Writes a row into one table, and one into another. */
async function insertTwo(tx: Transaction): Promise<void> {
  const id = `${++count}`;
  const submission = { id, formId: '', subscriberId: '', visitorUuid: null, url: null, submittedAt: '' };
  await visitors.insert(tx, '1', { uuid: id, subscriberId: null, createdAt: '', data: {} });
  await formSubmissions.insert(tx, '1', { ...submission, ...UNKNOWN_PLACE });
}

const ROWS = `select seq, uuid || ' first' as name from visitors
  union all select seq, id || ' second' as name from form_submissions order by seq`;

/** The numbers of the rows, in which each row comes before the one that was written after it. */
async function numbersOf(store: Store): Promise<number[]> {
  const rows = await store.read((tx) => tx.all<{ seq: number; name: string }>(ROWS));
  const ids = rows.map(({ name }) => Number.parseInt(name, 10));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(rows.every(({ name }, i) => name.endsWith(i % 2 ? 'second' : 'first'))).toBe(true);
  return rows.map(({ seq }) => seq);
}

const commands = fc.array(
  fc.record({
    server: fc.nat(1),
    does: fc.constantFrom(
      'write',
      'fail',
      'fail in part',
      'delete',
      'restart',
      'snapshot',
      'restore',
      'large',
    ),
  }),
  { maxLength: 25 },
);

type Command = { readonly server: number; readonly does: string };

/** Does what a command says. Every number that is new must be above all that there ever were. */
async function run(open: () => Store, isShared: boolean, given: readonly Command[]): Promise<void> {
  const stores = isShared ? [open(), open()] : [open()];
  let highest = 0;
  let snapshot: Snapshot | undefined;
  for (const { server, does } of given) {
    const place = isShared ? server : 0;
    const store = stores[place] as Store;
    const before = new Set(await numbersOf(store));
    const failing = async (tx: Transaction) => {
      await insertTwo(tx);
      throw FAILURE;
    };
    if (does === 'write') await store.write(insertTwo, '1');
    if (does === 'large') {
      await store.write(async (tx) => {
        for (let i = 0; i < 600; i++) await insertTwo(tx);
      }, '1');
    }
    if (does === 'fail') await expect(store.write(failing, '1')).rejects.toBe(FAILURE);
    if (does === 'fail in part') {
      await store.write(async (tx) => {
        await insertTwo(tx);
        await expect(tx.nested(() => failing(tx))).rejects.toBe(FAILURE);
        await insertTwo(tx);
      }, '1');
    }
    if (does === 'delete') await store.clear();
    if (does === 'snapshot') snapshot = await store.snapshot();
    const isRestored = does === 'restore' && snapshot !== undefined;
    if (isRestored) await store.restore(snapshot as Snapshot);
    if (does === 'restart' && isShared) {
      await store.close();
      stores[place] = open();
    }
    const now = await numbersOf(stores[place] as Store);
    expect(new Set(now).size).toBe(now.length);
    const added = isRestored ? [] : now.filter((number) => !before.has(number));
    if (added.length > 0) expect(added[0]).toBeGreaterThan(highest);
    highest = Math.max(highest, now.at(-1) ?? 0);
  }
  for (const store of stores) await store.close();
}

it('the rows of all tables are numbered in the order in which they are written, and no number is used twice', async () => {
  await fc.assert(
    fc.asyncProperty(commands, (given) => run(() => openSqlite(), false, given)),
    { numRuns: 60 },
  );
});

it('two servers of a file number their rows in one order, after restarts and rollbacks too', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (given) => {
      using folder = new TemporaryFolder();
      await run(() => openSqlite(folder.file('shared.db')), true, given);
    }),
    { numRuns: 15 },
  );
});
