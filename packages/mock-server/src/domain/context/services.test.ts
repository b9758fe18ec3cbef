import { describe, expect, it } from 'vitest';
import { createIds, randomFrom, seededRandom } from '../../shared/platform/random.ts';

describe('ids', () => {
  it.each([
    ['letters', /^[a-z0-9]{20}$/],
    ['digits', /^[1-9]\d{8}$/],
    ['hex', /^[0-9a-f]{32}$/],
  ] as const)('ids of the kind %s match their format and are unique', (kind, form) => {
    const ids = createIds(seededRandom(7)); // the same in every run: of so many random numbers, two can be equal
    const made = Array.from({ length: 2000 }, () => ids[kind]());
    for (const id of made) expect(id).toMatch(form);
    expect(new Set(made).size).toBe(made.length);
  });

  it('letter ids use all letters and digits', () => {
    const ids = createIds(seededRandom(1));
    const letters = new Set(Array.from({ length: 200 }, () => ids.letters()).join(''));
    expect([...letters].sort().join('')).toBe('0123456789abcdefghijklmnopqrstuvwxyz');
  });
});

describe('seededRandom', () => {
  it('the same seed gives the same bytes in chunks of any size', () => {
    const whole = [...seededRandom(42)(64)];
    const random = seededRandom(42);
    const portions = [1, 2, 3, 58].flatMap((count) => [...random(count)]);
    expect(portions).toEqual(whole);
    expect([...seededRandom(43)(64)]).not.toEqual(whole);
  });

  it('seeded random bytes are evenly distributed', () => {
    const counts = new Array<number>(256).fill(0);
    for (const byte of seededRandom(0)(256_000)) counts[byte] = (counts[byte] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });
});

describe('randomFrom', () => {
  it('the same text gives the same number, and other texts give evenly distributed ones', () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => randomFrom(`delivery ${index}`));
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, index) => randomFrom(`delivery ${index}`)));
    for (const tenth of Array.from({ length: 10 }, (_, index) => index / 10)) {
      const inTenth = numbers.filter((number) => number >= tenth && number < tenth + 0.1).length;
      expect(inTenth).toBeGreaterThan(60);
      expect(inTenth).toBeLessThan(140);
    }
  });
});
