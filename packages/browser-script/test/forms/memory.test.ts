import { beforeEach, expect, test, vi } from 'vitest';
import { keepQuiet, quietUntil } from '../../src/forms/memory.ts';

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

test('a form that was never seen is not quiet', () => {
  stubStorage();
  expect(quietUntil('new')).toBe(0);
});

test('a form is quiet for the longest that was asked for', () => {
  const stored = stubStorage();
  keepQuiet('a', 7);
  expect(quietUntil('a')).toBe(NOW + 7 * DAY);
  keepQuiet('a', 30);
  keepQuiet('a', 1);
  expect(quietUntil('a')).toBe(NOW + 30 * DAY);
  expect([...stored]).toEqual([['a', `${NOW + 30 * DAY}`]]);
});

test('a form that was submitted is quiet for ever', () => {
  stubStorage();
  keepQuiet('a', Infinity);
  keepQuiet('a', 1);
  expect(quietUntil('a')).toBe(Infinity);
});

test('what others have written there counts as nothing', () => {
  stubStorage().set('a', 'soon');
  expect(Date.now() < quietUntil('a')).toBe(false);
  keepQuiet('a', 1);
  expect(quietUntil('a')).toBe(NOW + DAY);
});

test('where storage is blocked, a form is quiet for as long as the page is open', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('blocked');
    },
    setItem() {
      throw new Error('blocked');
    },
  });
  keepQuiet('blocked', 7);
  expect(quietUntil('blocked')).toBe(NOW + 7 * DAY);
  expect(quietUntil('other')).toBe(0);
});
