import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisOf } from '../src/pages/trace/axis.ts';

test('times keep their order on the axis, from 0 to 1', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 2 }), (times) => {
      const ordered = times.toSorted((one, other) => one - other);
      const { placeOf } = axisOf(times);
      const places = ordered.map(placeOf);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBe(0);
      expect(places.at(-1)).toBe(new Set(times).size === 1 ? 0 : 1);
    }),
  );
});

test('pauses from a minute on are named, and a long one does not push the others together', () => {
  const [start, seconds, days] = [0, 5000, 3 * 86_400_000];
  const { pauses, placeOf } = axisOf([start, seconds, days]);
  expect(pauses.map(({ text }) => text)).toEqual(['3 days']);
  expect(placeOf(seconds)).toBeGreaterThan(0.1);
});

test('a single time has a place', () => {
  expect(axisOf([5]).placeOf(5)).toBe(0);
  expect(axisOf([]).pauses).toEqual([]);
});
