import { expect, test, vi } from 'vitest';
import { timeZone } from '../src/time-zone.ts';

const intl = () => ({ resolvedOptions: () => ({ timeZone: 'Europe/Oslo' }) });

test('the time zone comes from Temporal, which is quick', () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Tokyo' } });
  vi.stubGlobal('Intl', {
    DateTimeFormat: () => {
      throw new Error('Intl is slow');
    },
  });
  expect(timeZone()).toBe('Asia/Tokyo');
});

test('browsers without Temporal use Intl', () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('Temporal', undefined);
  vi.stubGlobal('Intl', { DateTimeFormat: intl });
  expect(timeZone()).toBe('Europe/Oslo');
});

test('a page that has broken the built-ins has no time zone', () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('Temporal', { Now: {} });
  expect(timeZone()).toBe('');
});
