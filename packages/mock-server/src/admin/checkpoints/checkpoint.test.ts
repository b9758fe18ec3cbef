import fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedAmong } from './checkpoint.ts';

const MB = 1_000_000;
const sizes = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 });
const accounts = fc.constantFrom('9999999', undefined);

test('the oldest checkpoints are dropped, until the rest is few and small enough, and never the newest', () => {
  fc.assert(
    fc.property(sizes, accounts, (numbers, accountId) => {
      const checkpoints = numbers.map((size) => ({ bytes: size * MB }));
      const limit = accountId === undefined ? 1000 * MB : 100 * MB;
      const dropped = droppedAmong(checkpoints, accountId);
      expect(dropped).toEqual(checkpoints.slice(0, dropped.length));
      const kept = checkpoints.slice(dropped.length);
      const sum = (list: typeof kept) => list.reduce((total, { bytes }) => total + bytes, 0);
      const fits = (list: typeof kept) => list.length <= 50 && (list.length === 1 || sum(list) <= limit);
      expect(kept.length === 0 ? checkpoints.length === 0 : fits(kept)).toBe(true);
      // One more would be too many.
      const [last] = dropped.slice(-1);
      if (last) expect(fits([last, ...kept])).toBe(false);
    }),
  );
});
