import { expect, test } from 'vitest';
import { readMoment } from '../src/design/time/moment.ts';

/** A Thursday, 10:30 in Berlin and 01:30 in Los Angeles. */
const NOW = '2026-11-26T09:30:00Z';

test.each([
  // The text, in UTC, and its time in Berlin where that differs.
  ['to Fri 27 Nov 09:00', '2026-11-27T09:00', '2026-11-27T08:00'],
  ['27 nov', '2026-11-27T23:59', '2026-11-27T22:59'],
  ['November 27th, 9am', '2026-11-27T09:00', '2026-11-27T08:00'],
  ['27. Nov 2027 at 9:30 pm', '2027-11-27T21:30', '2027-11-27T20:30'],
  ['2026-11-27T09:00', '2026-11-27T09:00', '2026-11-27T08:00'],
  ['2026-11-27', '2026-11-27T23:59', '2026-11-27T22:59'],
  ['Black Friday', '2026-11-27T23:59', '2026-11-27T22:59'],
  ['black friday 8:00', '2026-11-27T08:00', '2026-11-27T07:00'],
  ['end of month', '2026-11-30T23:59', '2026-11-30T22:59'],
  ['the end of the year', '2026-12-31T23:59', '2026-12-31T22:59'],
  ['today', '2026-11-26T23:59', '2026-11-26T22:59'],
  ['tomorrow 9am', '2026-11-27T09:00', '2026-11-27T08:00'],
  ['12am', '2026-11-27T00:00', '2026-11-26T23:00'],
  ['12pm', '2026-11-26T12:00', '2026-11-26T11:00'],
  // 10:00 has passed in Berlin.
  ['10:00', '2026-11-26T10:00', '2026-11-27T09:00'],
  ['thursday 10:00', '2026-11-26T10:00', '2026-12-03T09:00'],
  ['fri', '2026-11-27T23:59', '2026-11-27T22:59'],
  ['next wednesday 09:00', '2026-12-02T09:00', '2026-12-02T08:00'],
  // The clocks of Berlin go forward before.
  ['1 apr 09:00', '2027-04-01T09:00', '2027-04-01T07:00'],
  ['25 Nov 09:00', '2027-11-25T09:00', '2027-11-25T08:00'],
  ['29 feb 2028', '2028-02-29T23:59', '2028-02-29T22:59'],
  ['in 3 days', '2026-11-29T09:30', '2026-11-29T09:30'],
  ['3 days and 4h', '2026-11-29T13:30', '2026-11-29T13:30'],
  ['90 min', '2026-11-26T11:00', '2026-11-26T11:00'],
  ['2w', '2026-12-10T09:30', '2026-12-10T09:30'],
])('%s is %s in UTC, and %s in Berlin', (written, utc, berlin) => {
  const read = (zone: string) => readMoment(written, Date.parse(NOW), zone);
  expect(read('Etc/UTC')).toBe(Date.parse(`${utc}Z`));
  expect(read('Europe/Berlin')).toBe(Date.parse(`${berlin}Z`));
});

test.each([
  '',
  'soon',
  '25:00',
  '9:60',
  '2026-11-25',
  '31 nov',
  '29 feb',
  '0 days',
  '3 parsecs',
  'frisbee',
  'fr',
  '27',
  'end of days',
])('%j is not a time to come', (written) => {
  expect(readMoment(written, Date.parse(NOW), 'Europe/Berlin')).toBeUndefined();
});

test('Black Friday is the day after Thanksgiving, in each year the next one', () => {
  const days = ['2026-12-01', '2028-01-01', '2029-01-01', '2030-01-01'].map((day) =>
    new Date(readMoment('black friday', Date.parse(day), 'Etc/UTC') ?? 0).toISOString().slice(0, 10),
  );
  expect(days).toEqual(['2027-11-26', '2028-11-24', '2029-11-23', '2030-11-29']);
});
