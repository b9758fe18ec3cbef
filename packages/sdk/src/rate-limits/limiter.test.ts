import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedMutex, SubscriberAliases } from './limiter.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('calls with a common name run one after another, in order, and all others at once', async () => {
  const groups = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(groups, { minLength: 1, maxLength: 20 }), async (all) => {
      const turns = new KeyedMutex();
      const going = new Set<number>();
      const begun: number[] = [];
      await Promise.all(
        all.map(async (names, i) => {
          const end = await turns.take(names);
          const besides = [...going].filter((other) => all[other]?.some((name) => names.includes(name)));
          expect(besides).toEqual([]);
          going.add(i);
          begun.push(i);
          await tick();
          going.delete(i);
          end();
        }),
      );
      for (const name of ['a', 'b', 'c', 'd'] as const) {
        const order = begun.filter((i) => all[i]?.includes(name));
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
    }),
    { numRuns: 50 },
  );
});

test('holders of other names do not wait', async () => {
  const turns = new KeyedMutex();
  await turns.take(['a']);
  await turns.take(['b', 'c']);
});

test('a holder that releases the lock at once, as for a call that gave up, does not change the order of the others', async () => {
  const turns = new KeyedMutex();
  const first = await turns.take(['a']);
  void turns.take(['a']).then((end) => end());
  let isThird = false;
  const third = turns.take(['a']).then((end) => {
    isThird = true;
    return end;
  });
  await tick();
  expect(isThird).toBe(false);
  first();
  (await third)();
  await turns.take(['a']);
});

test('names that were learned together are linked', () => {
  const subscribers = new SubscriberAliases();
  subscribers.learn(['ann@x.io', '1']);
  subscribers.learn(['1', 'f00']);
  expect(subscribers.namesOf(['f00']).toSorted()).toEqual(['1', 'ann@x.io', 'f00']);
  expect(subscribers.namesOf(['bob@x.io'])).toEqual(['bob@x.io']);
});

test('the number of remembered subscribers is limited', () => {
  const subscribers = new SubscriberAliases();
  for (let i = 0; i < 15_000; i += 1) subscribers.learn([`p${i}@x.io`, `${i}`]);
  expect(subscribers.namesOf(['0'])).toEqual(['0']);
  expect(subscribers.namesOf(['14999'])).toHaveLength(2);
  for (let i = 0; i < 20; i += 1) subscribers.learn(['shared', `${i}`]);
  expect(subscribers.namesOf(['shared']).length).toBeLessThanOrEqual(9);
});
