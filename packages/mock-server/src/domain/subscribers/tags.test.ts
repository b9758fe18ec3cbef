import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../store/engine/sqlite.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context, Source } from '../context/context.ts';
import { changeTags } from './tags.ts';

const ANN = { id: 'ann' } as SubscriberRow; // tags need only the id
const names = (count: number, prefix = 'tag') => Array.from({ length: count }, (_, i) => `${prefix} ${i}`);

/** Applies lists of tags one after another. Returns how many tags each applied, and the number of statements. */
async function apply(source: Source, ...lists: readonly string[][]) {
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
    const context = { tx: counted(tx), accountId: '1', source, cache: {} } as Partial<Context> as Context; // as above
    const changes = [];
    for (const tags of lists) changes.push(await changeTags(context, ANN, { tags }));
    return changes.map((change) => change.applied.length);
  });
  await store.close();
  return { applied, statements };
}

describe('changeTags', () => {
  it('changing tags needs statements in proportion to the number of tags', async () => {
    const [once, twice] = [await apply('api', names(400)), await apply('api', names(800))];
    expect(once.applied).toEqual([400]);
    expect(twice.statements).toBeLessThanOrEqual(2 * once.statements);
  });

  it('a repeated tag is applied once', async () => {
    const { applied, statements } = await apply(
      'api',
      Array.from({ length: 400_000 }, () => 'vip'),
    );
    expect(applied).toEqual([1]);
    expect(statements).toBeLessThan(5);
  });

  // U-154
  it.each(['api', 'batch', 'admin'] as const)(
    'more than 1,000 tags from the source %s are rejected',
    async (source) => {
      expect((await apply(source, names(600), names(400, 'more'), names(400, 'more'))).applied).toEqual([
        600, 400, 0,
      ]);
      await expect(apply(source, names(600), names(401, 'more'))).rejects.toThrow(
        'tags are limited to 1000 per subscriber; this would make 1001',
      );
      await expect(apply(source, names(400_000))).rejects.toThrow('this would make 400000');
    },
  );

  // U-154
  it.each(['script', 'workflow'] as const)(
    'tags beyond 1,000 from the source %s are dropped',
    async (source) => {
      expect((await apply(source, names(600), names(500, 'more'))).applied).toEqual([600, 400]);
    },
  );
});
