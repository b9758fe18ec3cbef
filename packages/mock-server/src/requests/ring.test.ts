import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

test('a ring keeps the newest items that its bounds let it keep, and the newest one in any case', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 200 }),
      (all, count, weight) => {
        const ring = new Ring<{ weight: number; at: number }>({ count, weight });
        const items = all.map((heavy, at) => ({ weight: heavy, at }));
        items.forEach((item, added) => {
          ring.add(item);
          const kept = ring.values();
          // The longest tail within both bounds; at least one item.
          let expected = items.slice(Math.max(0, added + 1 - count), added + 1);
          while (expected.length > 1 && expected.reduce((sum, one) => sum + one.weight, 0) > weight) {
            expected = expected.slice(1);
          }
          expect(kept).toEqual(expected);
          expect(ring.size).toBe(expected.length);
        });
      },
    ),
  );
});
