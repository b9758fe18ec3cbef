import { beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../src/forms/settings.ts';
import * as forms from '../../src/forms/snooze.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY = 86_400_000;

let isOpen = true;
const settingsOf = (key: string) => ({ key, port: { isOpen: () => isOpen } }) as Settings; // all that it uses
const snooze = (key: string, days: number) => forms.snooze(settingsOf(key), days);
const snoozedUntil = (key: string) => forms.snoozedUntil(settingsOf(key));

beforeEach(() => {
  isOpen = true;
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

test('without consent nothing is read or stored, and a form is snoozed while the page is open', () => {
  const stored = stubStorage().set('read', `${NOW + DAY}`);
  isOpen = false;
  snooze('withdrawn', 7);
  expect(snoozedUntil('withdrawn')).toBe(NOW + 7 * DAY);
  expect(snoozedUntil('read')).toBe(0);
  expect([...stored.keys()]).toEqual(['read']);
});
