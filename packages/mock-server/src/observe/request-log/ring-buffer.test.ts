import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RingBuffer } from './ring-buffer.ts';

test('a ring buffer keeps the newest items within its bounds, and always the newest one', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 200 }),
      (all, count, size) => {
        const ring = new RingBuffer<{ size: number; at: number }>({ count, size: size });
        const items = all.map((heavy, at) => ({ size: heavy, at }));
        items.forEach((item, added) => {
          ring.add(item);
          const kept = ring.values();
          // The longest tail within both bounds, with at least one item.
          let expected = items.slice(Math.max(0, added + 1 - count), added + 1);
          while (expected.length > 1 && expected.reduce((sum, one) => sum + one.size, 0) > size) {
            expected = expected.slice(1);
          }
          expect(kept).toEqual(expected);
          expect(ring.size).toBe(expected.length);
        });
      },
    ),
  );
});
