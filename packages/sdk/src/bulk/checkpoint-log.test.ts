import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memory } from '../../test/bulk-receiving.ts';
import { CheckpointLog } from './checkpoint-log.ts';
import type { Checkpoint } from './options.ts';

test('a log knows the same finished records as a set, even after it was saved and loaded', async () => {
  const chunks = fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), isDone: fc.boolean() }));
  await fc.assert(
    fc.asyncProperty(chunks.chain(withOrder), async ({ chunks, order }) => {
      const store = memory();
      const log = new CheckpointLog('events.recordMany', store);
      const done = new Set<number>();
      let end = 0;
      const ranges = chunks.map(({ size, isDone }) => {
        const from = end;
        end += size;
        return { range: [from, end] as const, isDone };
      });
      for (const { range } of ranges) await log.start(range);
      for (const at of order) {
        const one = ranges[at];
        if (!one) continue;
        log.end(one.range, one.isDone);
        if (one.isDone) for (let i = one.range[0]; i < one.range[1]; i++) done.add(i);
      }
      await log.save();
      const again = new CheckpointLog('events.recordMany', store);
      await again.load();
      for (const either of [log, again]) {
        const indexes = Array.from({ length: end + 1 }, (_, i) => i);
        expect(indexes.filter((i) => either.stateOf(i).isDone)).toEqual(indexes.filter((i) => done.has(i)));
        for (const i of indexes) {
          const { isDone, until } = either.stateOf(i);
          expect(until).toBeGreaterThan(i);
          for (let j = i; j < Math.min(until, end); j++) expect(done.has(j)).toBe(isDone);
        }
        expect(either.position).toBe(indexes.find((i) => !done.has(i)));
        expect(either.pending).toEqual([]);
      }
    }),
  );
});

/** Chunks with an order in which they end. */
const withOrder = <Chunk>(chunks: readonly Chunk[]) =>
  fc
    .shuffledSubarray(
      chunks.map((_, at) => at),
      { minLength: chunks.length },
    )
    .map((order) => ({ chunks, order }));

test('one save runs at a time, and changes during it are in one further save', async () => {
  const saves: PromiseWithResolvers<void>[] = [];
  const seen: Checkpoint[] = [];
  const log = new CheckpointLog('events.recordMany', {
    load: async () => undefined,
    save: (checkpoint) => {
      seen.push(checkpoint);
      const save = Promise.withResolvers<void>();
      saves.push(save);
      return save.promise;
    },
  });
  const first = log.start([0, 1]);
  await Promise.resolve();
  const others = [log.start([1, 2]), log.start([2, 3])];
  saves[0]?.resolve();
  await first;
  await Promise.resolve();
  saves[1]?.resolve();
  await Promise.all(others);
  expect(seen.map(({ pending }) => pending.length)).toEqual([1, 3]);
});
