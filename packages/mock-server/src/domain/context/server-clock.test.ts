import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

class Base {
  time = 1_000_000;
  now(): number {
    return this.time;
  }
}

describe('ServerClock', () => {
  it('a server clock follows its base clock by default', () => {
    const base = new Base();
    const clock = new ServerClock('', base);
    base.time += 500;
    expect(clock.now()).toBe(1_000_500);
  });

  it('a server clock starts at the given time and speed', () => {
    const base = new Base();
    const clock = new ServerClock('', base, { now: '2026-01-01T00:00:00Z', speed: 60 });
    base.time += 1000;
    expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:01:00.000Z');
  });

  it('a frozen clock can be set and resumes from there at its previous speed', () => {
    const base = new Base();
    const clock = new ServerClock('', base, { speed: 2 });
    clock.freeze();
    base.time += 5000;
    expect(clock.now()).toBe(1_000_000);
    clock.set(2_000_000);
    clock.resume();
    base.time += 10;
    expect(clock.now()).toBe(2_000_020);
  });

  it.each([-1, Number.NaN, 1e9])('a server clock refuses a speed of %s', (speed) => {
    expect(() => new ServerClock('', new Base(), { speed })).toThrow(RangeError);
    expect(() => new ServerClock('', new Base()).setSpeed(speed)).toThrow(RangeError);
  });

  it('a server clock refuses an invalid initial time', () => {
    expect(() => new ServerClock('', new Base(), { now: 'soon' })).toThrow("'soon' is no time");
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
