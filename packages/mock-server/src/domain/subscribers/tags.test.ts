import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../store/sqlite.ts';
import type { Transaction } from '../../store/store.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';
import type { Context, Source } from '../../world/context.ts';
import { changeTags } from './tags.ts';

const ANN = { id: 'ann' } as SubscriberRow; // tags need no more of a subscriber
const names = (count: number, prefix = 'tag') => Array.from({ length: count }, (_, i) => `${prefix} ${i}`);

/** Applies tags one list after another; returns what was applied and how many statements it took. */
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
    const context = { tx: counted(tx), accountId: '1', source } as Partial<Context> as Context; // as above
    const changes = [];
    for (const tags of lists) changes.push(await changeTags(context, ANN, { tags }));
    return changes.map((change) => change.applied.length);
  });
  await store.close();
  return { applied, statements };
}

describe('changeTags', () => {
  it('takes twice the statements for twice the tags', async () => {
    const [once, twice] = [await apply('api', names(400)), await apply('api', names(800))];
    expect(once.applied).toEqual([400]);
    expect(twice.statements).toBeLessThanOrEqual(2 * once.statements);
  });

  it('counts a tag that is named many times once', async () => {
    const { applied, statements } = await apply(
      'api',
      Array.from({ length: 400_000 }, () => 'vip'),
    );
    expect(applied).toEqual([1]);
    expect(statements).toBeLessThan(5);
  });

  // U-154
  it.each(['api', 'batch', 'admin'] as const)(
    'refuses more than 1,000 tags that come by %s',
    async (source) => {
      expect((await apply(source, names(600), names(400, 'more'), names(400, 'more'))).applied).toEqual([
        600, 400, 0,
      ]);
      await expect(apply(source, names(600), names(401, 'more'))).rejects.toThrow(
        'tags may be 1000 for one subscriber; these would make 1001',
      );
      await expect(apply(source, names(400_000))).rejects.toThrow('these would make 400000');
    },
  );

  // U-154
  it.each(['script', 'workflow'] as const)(
    'leaves out what is beyond 1,000 tags that come by %s',
    async (source) => {
      expect((await apply(source, names(600), names(500, 'more'))).applied).toEqual([600, 400]);
    },
  );
});
