import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EmailDelay, momentOf, nextDue, type SendingTime } from './due-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (moment: number | undefined) => moment && new Date(moment).toISOString();
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

/** The local time of a zone according to Intl, independent of the code under test. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function shown(zone: string, moment: number): { date: string; minutes: number; weekday: number } {
  let clock = clocks.get(zone);
  if (!clock) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hourCycle: 'h23', ...parts });
    clocks.set(zone, clock);
  }
  const [date = '', time = ''] = clock.format(moment).split(' ');
  const [hour, minute] = time.split(':').map(Number);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { date, minutes: (hour ?? 0) * 60 + (minute ?? 0), weekday };
}

describe('local times', () => {
  // U-100
  it.each([
    ['America/Chicago', '2026-01-15', 480, '2026-01-15T14:00:00.000Z'],
    ['America/Chicago', '2026-03-08', 150, '2026-03-08T08:00:00.000Z'], // 2:30 is skipped: 3:00
    ['America/Chicago', '2026-11-01', 90, '2026-11-01T06:30:00.000Z'], // 1:30 occurs twice: the first
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-03T15:30:00.000Z'], // half an hour is skipped
    ['Asia/Kathmandu', '2026-03-06', 0, '2026-03-05T18:15:00.000Z'],
    ['Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00.000Z'], // the day begins at 1:00
    ['America/Nuuk', '2026-03-28', 1410, undefined], // the clock goes from 22:59 of that day to 0:00
    ['Pacific/Apia', '2011-12-30', 480, undefined], // a day that was skipped
  ])('the local time in %s on %s at minute %i is %s', (zone, date, minutes, moment) => {
    expect(iso(momentOf(zone, day(date), minutes))).toBe(moment);
  });
});

describe('the next email of a series', () => {
  const chicago: SendingTime = { zone: 'America/Chicago', minutes: 480, mask: '1111111' };
  const due = (time: SendingTime, delay: EmailDelay | undefined, since: string, rest: object = {}) =>
    iso(
      nextDue(time, delay, { since: at(since), isFirst: false, isImmediate: false, now: at(since), ...rest }),
    );
  const first = { isFirst: true };

  // U-30
  it('the first email is due at once on any day if the campaign starts immediately', () => {
    const mask = '0000001';
    const rest = { ...first, isImmediate: true };
    expect(due({ ...chicago, mask }, { days: 3 }, '2026-03-06T13:59:01Z', rest)).toBe(
      '2026-03-06T13:59:01.000Z',
    );
    const late = { ...rest, now: at('2026-04-01T00:00:00Z') };
    expect(due(chicago, undefined, '2026-03-06T13:59:01Z', late)).toBe('2026-04-01T00:00:00.000Z');
  });

  it.each([
    ['2026-03-06T14:00:00Z', '2026-03-06T14:00:00.000Z'],
    ['2026-03-06T14:00:01Z', '2026-03-07T14:00:00.000Z'],
    ['2026-03-08T04:00:00Z', '2026-03-08T13:00:00.000Z'],
  ])('the first email is due at the next sending time if the subscription begins at %s', (since, moment) => {
    expect(due(chicago, undefined, since, first)).toBe(moment);
  });

  // U-100
  it.each([
    [{ days: 3 }, '2026-03-09T13:00:00.000Z'],
    [{ days: 0 }, '2026-03-07T14:00:00.000Z'],
    [{ hours: 2 }, '2026-03-06T17:30:00.000Z'],
    [{ days: 1, minutes: 5 }, '2026-03-07T15:35:00.000Z'],
  ])('the next email is due after its own delay: %o', (delay, moment) => {
    expect(due(chicago, delay, '2026-03-06T15:30:00Z')).toBe(moment);
  });

  it.each([
    [{ days: 2 }, '2026-03-06T14:00:00Z'],
    [{ hours: 20 }, '2026-03-06T18:00:00Z'],
  ])('the next email waits for a day of the mask after a delay of %o', (delay, since) => {
    expect(due({ ...chicago, mask: '1111100' }, delay, since)).toBe('2026-03-09T13:00:00.000Z');
  });

  it('the next email is never due in the past', () => {
    const now = at('2026-05-01T20:00:00Z');
    expect(due(chicago, undefined, '2026-03-06T14:00:00Z', { now })).toBe('2026-05-02T13:00:00.000Z');
    expect(due(chicago, { hours: 1 }, '2026-03-06T14:00:00Z', { now })).toBe('2026-05-01T20:00:00.000Z');
  });

  it('a series requires at least one weekday in the mask', () => {
    expect(() => due({ ...chicago, mask: '0000000' }, undefined, '2026-03-06T14:00:00Z')).toThrow(RangeError);
  });

  it('the next email is due at the minute that a search with Intl finds, in every zone', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/UTC'];
    const mask = fc
      .array(fc.boolean(), { minLength: 7, maxLength: 7 })
      .filter((days) => days.includes(true))
      .map((days) => days.map(Number).join(''));
    const since = fc.integer({ min: at('2024-01-01') / 60_000, max: at('2028-01-01') / 60_000 });
    const property = fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 1439 }),
      mask,
      since,
      (zone, minutes, mask, minute) => {
        const before = minute * 60_000;
        const today = shown(zone, before).date;
        const isDue = (moment: number) => {
          const { date, minutes: time, weekday } = shown(zone, moment);
          return date > today && mask[weekday] === '1' && time >= minutes;
        };
        // First in quarter hours, within which no offset changes, then in minutes.
        let expected = Math.floor(minute / 15) * 15 * 60_000;
        while (!isDue(expected + 14 * 60_000)) expected += 15 * 60_000;
        while (!isDue(expected)) expected += 60_000;
        const progress = { since: before, isFirst: false, isImmediate: false, now: before };
        expect(nextDue({ zone, minutes, mask }, undefined, progress)).toBe(expected);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
