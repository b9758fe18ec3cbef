import { expect, test } from 'vitest';
import { areAlike, clockTime, relativeTime } from '../src/design/time/format.ts';

const DAY = 24 * 60 * 60 * 1000;

test.each([
  [3 * DAY - 1000, 'in 3 days'],
  [3 * DAY - 5 * 60 * 1000, 'in 3 days'],
  [DAY - 1000, 'in 1 day'],
  [60 * 60 * 1000 - 1000, 'in 1 h'],
  [59_600, 'in 1 min'],
  [30_000, 'in 30 s'],
  [-45_000, '45 s ago'],
  [-90 * 60 * 1000, '2 h ago'],
  [500, 'just now'],
])('a time %i ms from now is %s', (distance, text) => {
  expect(relativeTime(1e12 + distance, 1e12)).toBe(text);
});

const NOW = Date.parse('2026-01-20T09:00:00Z');

test('the time of day has its day, unless that is today', () => {
  expect(clockTime(Date.parse('2026-01-20T06:23:16Z'), NOW)).toBe('06:23:16');
  expect(clockTime(Date.parse('2026-01-19T23:59:59Z'), NOW)).toBe('Jan 19, 23:59:59');
});

test.each([
  [['2026-01-03T01:00:00Z', '2026-01-03T02:00:00Z'], true],
  [['2026-01-03T01:00:00Z', '2026-01-04T01:00:00Z'], false],
  [['2026-01-03T01:00:00Z'], false],
  [[null, undefined], false],
  [[], false],
])('relative times of %j are alike: %j', (times, expected) => {
  expect(areAlike(times, NOW)).toBe(expected);
});
