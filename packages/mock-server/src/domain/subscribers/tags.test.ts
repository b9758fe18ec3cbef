import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../store/engine/sqlite.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { changeTags } from './tags.ts';

const ANN = { id: 'ann' } as SubscriberRow; // tags need only the id
const names = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

/** Applies tags. Returns how many were applied, and the number of statements. */
async function apply(tags: readonly string[]) {
  const store = openSqlite();
  let statements = 0;
  const counted = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get(target, name: keyof Transaction) {
        statements++;
        return target[name];
      },
    });
  const applied = await store.write(async (tx) => {
    const context = { tx: counted(tx), accountId: '1', source: 'workflow', cache: {} } as Partial<Context>;
    return (await changeTags(context as Context, ANN, { tags })).applied.length; // as above
  });
  await store.close();
  return { applied, statements };
}

describe('changeTags', () => {
  it('changing tags needs statements in proportion to the number of tags', async () => {
    const [once, twice] = [await apply(names(400)), await apply(names(800))];
    expect(once.applied).toBe(400);
    expect(twice.statements).toBeLessThanOrEqual(2 * once.statements);
  });

  it('a repeated tag is applied once', async () => {
    const { applied, statements } = await apply(Array.from({ length: 400_000 }, () => 'vip'));
    expect(applied).toBe(1);
    expect(statements).toBeLessThan(5);
  });
});
