import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds, randomFrom, seededRandom } from '../../shared/platform/random.ts';
import { ServerClock } from './services.ts';

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

class Base {
  time = 1_000_000;
  now(): number {
    return this.time;
  }
}

describe('ServerClock', () => {
  it.each([-1, Number.NaN, 1e9])('a server clock refuses a speed of %s', (speed) => {
    expect(() => new ServerClock('', new Base(), { speed })).toThrow(RangeError);
    expect(() => new ServerClock('', new Base()).setSpeed(speed)).toThrow(RangeError);
  });

  it('a server clock refuses an invalid initial time', () => {
    expect(() => new ServerClock('', new Base(), { now: 'soon' })).toThrow("'soon' is not a time");
  });

  it('a server clock never runs backwards, whatever its speed', () => {
    const step = fc.oneof(
      fc.record({ pass: fc.nat(10_000) }),
      fc.record({ speed: fc.double({ min: 0, max: 1000, noNaN: true }) }),
      fc.constantFrom('freeze' as const, 'resume' as const),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const base = new Base();
        const clock = new ServerClock('', base);
        for (const each of steps) {
          const before = clock.now();
          if (each === 'freeze') clock.freeze();
          else if (each === 'resume') clock.resume();
          else if ('pass' in each) base.time += each.pass;
          else clock.setSpeed(each.speed);
          expect(clock.now()).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });

  it('a server clock continues from the state of another clock', () => {
    const base = new Base();
    const first = new ServerClock('', base, { now: '2030-01-01T00:00:00Z', speed: 3 });
    base.time += 777;
    const second = new ServerClock('', base);
    second.restore(first.state);
    expect(second.now()).toBe(first.now());
    first.freeze();
    second.restore(first.state);
    base.time += 777;
    expect(second.now()).toBe(first.now());
  });
});
