import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grouped } from '../terminal/counted.ts';
import { duration, ProgressMeter } from './progress-meter.ts';

const reading = (at: number, done: number, size: number | undefined = 100_000, resumed = 0) => ({
  ...{ at, done, passed: done + resumed, bytes: (done + resumed) * 10, size },
});

describe('the meter', () => {
  test('shows rate, share and time left of steady work', () => {
    const meter = new ProgressMeter(undefined);
    for (let second = 0; second <= 4; second++) meter.take(reading(second * 1000, second * 1000));
    expect(meter.rate).toBeCloseTo(1000);
    expect(meter.share).toBeCloseTo(0.4);
    expect(meter.recordsLeft).toBeCloseTo(6000);
    expect(meter.timeLeft).toBeCloseTo(6000);
  });

  test('counts an earlier run in the share, but not in the rate', () => {
    const meter = new ProgressMeter(undefined);
    meter.take(reading(0, 0, 100_000, 5000));
    meter.take(reading(1000, 1000, 100_000, 5000));
    expect(meter.rate).toBeCloseTo(1000);
    expect(meter.recordsLeft).toBeCloseTo(4000);
  });

  test('ignores waits in the rate, and considers the hourly limit', () => {
    const meter = new ProgressMeter(5000);
    meter.take(reading(0, 0));
    meter.take(reading(5000, 5000));
    meter.take(reading(1_000_000, 5000), true);
    expect(meter.rate).toBeCloseTo(1000);
    expect(meter.timeLeft).toBeCloseTo(3_600_000 - 1_000_000);
  });

  test('follows the recent rate', () => {
    const meter = new ProgressMeter(undefined);
    meter.take(reading(0, 0));
    meter.take(reading(1000, 5000));
    for (let second = 2; second < 120; second++) meter.take(reading(second * 1000, 5000 + (second - 1) * 10));
    expect(meter.rate).toBeGreaterThan(9);
    expect(meter.rate).toBeLessThan(40);
  });

  test('shows nothing that is unknown', () => {
    const meter = new ProgressMeter(undefined);
    expect([meter.rate, meter.share, meter.timeLeft]).toEqual([undefined, undefined, undefined]);
    meter.take({ at: 0, done: 0, passed: 0, bytes: 0, size: undefined });
    meter.take({ at: 1000, done: 10, passed: 10, bytes: 100, size: undefined });
    expect([meter.share, meter.timeLeft]).toEqual([undefined, undefined]);
    expect(meter.rate).toBeCloseTo(10);
  });

  test('never gives a share outside 0 to 1, nor a time below 0', () => {
    const step = fc.record({ time: fc.nat(100_000), done: fc.nat(5000), isWaiting: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(200_000), (steps, size) => {
        const meter = new ProgressMeter(50_000);
        let [at, done] = [0, 0];
        for (const one of steps) {
          at += one.time;
          done += one.isWaiting ? 0 : one.done;
          meter.take(reading(at, done, size), one.isWaiting);
          expect(meter.share).toBeGreaterThanOrEqual(0);
          expect(meter.share).toBeLessThanOrEqual(1);
          expect(meter.timeLeft ?? 0).toBeGreaterThanOrEqual(0);
          expect(meter.rate ?? 1).toBeGreaterThan(0);
        }
      }),
    );
  });
});

test.each([
  [0, '0:00'],
  [7_400, '0:07'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
  [86_400_000, '24:00:00'],
  [183_600_000, '2 days 3 h'],
])('%d ms are %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

test('numbers are grouped', () => {
  expect(grouped(1_234_567.8)).toBe('1,234,568');
});
