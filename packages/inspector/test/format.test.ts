import { expect, test } from 'vitest';
import { relativeTime } from '../src/design/time/format.ts';

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
