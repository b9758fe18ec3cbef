import { beforeEach, expect, test, vi } from 'vitest';
import { snooze, snoozedUntil } from '../../src/forms/snooze.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  return () => vi.useRealTimers();
});

function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return stored;
}

test('a new form is not snoozed', () => {
  stubStorage();
  expect(snoozedUntil('new')).toBe(0);
});

test('the longest snooze of a form counts', () => {
  const stored = stubStorage();
  snooze('a', 7);
  expect(snoozedUntil('a')).toBe(NOW + 7 * DAY);
  snooze('a', 30);
  snooze('a', 1);
  expect(snoozedUntil('a')).toBe(NOW + 30 * DAY);
  expect([...stored]).toEqual([['a', `${NOW + 30 * DAY}`]]);
});

test('a submitted form is snoozed for ever', () => {
  stubStorage();
  snooze('a', Infinity);
  snooze('a', 1);
  expect(snoozedUntil('a')).toBe(Infinity);
});

test('invalid data in storage counts as no snooze', () => {
  stubStorage().set('a', 'soon');
  expect(Date.now() < snoozedUntil('a')).toBe(false);
  snooze('a', 1);
  expect(snoozedUntil('a')).toBe(NOW + DAY);
});

test('with blocked storage a form is snoozed while the page is open', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('blocked');
    },
    setItem() {
      throw new Error('blocked');
    },
  });
  snooze('blocked', 7);
  expect(snoozedUntil('blocked')).toBe(NOW + 7 * DAY);
  expect(snoozedUntil('other')).toBe(0);
});
