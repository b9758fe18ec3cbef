// @thorough: thousands of random steps
import { expect, test } from 'vitest';
import { createServer, type OutboxMail } from '../src/index.ts';
import { HandClock } from './harness.ts';

/*
 * A year of an account: a thousand subscribers in all time zones are on a campaign of ten emails. The expected times
 * are computed from Intl alone, minute by minute; nothing of the server's schedule is used.
 */

const SUBSCRIBERS = 1000;
const EMAILS = 10;
const MINUTES = 9 * 60 + 41;
const MASK = '1011010'; // Monday first
const START = '2026-03-05T12:00:00Z';

interface LocalMinute {
  readonly date: string;
  readonly minutes: number;
  readonly isOn: boolean;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time on the clock and the calendar of a zone. */
function shown(zone: string, moment: number): LocalMinute {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      ...({ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'short' } as const),
      ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
    });
    clocks.set(zone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday ?? '');
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
    isOn: MASK[weekday] === '1',
  };
}

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
const nexts = new Map<string, number>();

/** The first minute of an enabled day after that of `after` at which the clock shows the sending time or later. */
function nextArrival(zone: string, after: number, isSameDayGood: boolean): number {
  const { date } = shown(zone, after);
  const isTime = (moment: number) => {
    const minute = shown(zone, moment);
    const isLater = isSameDayGood ? moment >= after : minute.date > date;
    return isLater && minute.isOn && minute.minutes >= MINUTES;
  };
  const key = `${zone} ${isSameDayGood ? after : date}`;
  let found = nexts.get(key);
  if (found === undefined) {
    // Steps of an hour, which cannot miss the hours between the sending time and midnight, then of a quarter of an hour,
    // within which no zone changes its offset, then of a minute.
    found = Math.floor(after / QUARTER) * QUARTER;
    while (!isTime(found + HOUR - 60_000)) found += HOUR;
    while (!isTime(found + QUARTER - 60_000)) found += QUARTER;
    while (!isTime(found)) found += 60_000;
    nexts.set(key, found);
  }
  return found;
}

/** When each email of the series is due. The fourth waits three days, the sixth five hours. */
function arrivals(zone: string, start: number): number[] {
  const times = [nextArrival(zone, start, shown(zone, start).minutes <= MINUTES)];
  for (let index = 1; index < EMAILS; index++) {
    const last = times[index - 1] ?? 0;
    if (index === 3) times.push(afterDays(zone, last, 3));
    else if (index === 5) {
      const due = last + 5 * 3_600_000;
      times.push(shown(zone, due).isOn ? due : nextArrival(zone, due, false));
    } else times.push(nextArrival(zone, last, false));
  }
  return times;
}

/** The date in the zone that number of days later, or the next one. */
function afterDays(zone: string, last: number, days: number): number {
  const { date } = shown(zone, last);
  const first = new Date(Date.parse(date) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
  let day = last;
  while (shown(zone, day).date < first) day += HOUR;
  return nextArrival(zone, day, false);
}

const minuteOf = (time: string) => new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString();

test('a thousand subscribers in all zones get each of ten emails once, at the right local minute', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/UTC'];
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, i) => ({
    email: `p${i}@acme.test`,
    time_zone: zones[i % zones.length] ?? 'Etc/UTC',
    first_name: `Subscriber ${i}`,
  }));
  const emails = Array.from({ length: EMAILS }, (_, i) => ({
    id: `e${i}`,
    subject: `Mail ${i} for {{ subscriber.first_name }}`,
    html_body: '<p>Hello {{ subscriber.first_name }}, <a href="https://acme.test/oars">see the oars</a></p>',
    ...(i === 3 && { delay: { days: 3 } }),
    ...(i === 5 && { delay: { hours: 5 } }),
  }));
  const campaign = {
    ...{ id: '1', name: 'Tides', status: 'active' as const, emails, start_immediately: false },
    ...{ localize_sending_time: true, minutes_from_midnight: MINUTES, days_of_the_week_mask: MASK },
  };
  await using server = await createServer({
    clock: new HandClock(START),
    limits: false,
    seed: {
      accounts: [
        {
          ...{ default_from_email: 'crew@acme.test', default_postal_address: '1 Harbor Way' },
          users: [{ email: 'olive@acme.test', token: 'olive-token', time_zone: 'America/Chicago' }],
          subscribers,
          campaigns: [{ ...campaign, subscribers: subscribers.map(({ email }) => ({ email })) }],
        },
      ],
    },
  });
  const { events } = await server.advance({ days: 365 });

  const sent = Map.groupBy(await server.outbox(), ({ to }) => to);
  const wrong: unknown[] = [];
  for (const [i, { email, time_zone }] of subscribers.entries()) {
    const expected = arrivals(time_zone, Date.parse(START)).map((moment, index) => [
      `Mail ${index} for Subscriber ${i}`,
      new Date(moment).toISOString(),
    ]);
    const got = (sent.get(email) ?? []).map(({ subject, sentAt }: OutboxMail) => [subject, minuteOf(sentAt)]);
    if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push({ time_zone, expected, got });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  const counts = Object.groupBy(events, ({ event }) => event);
  expect(counts['subscriber.received_email']).toHaveLength(SUBSCRIBERS * EMAILS);
  expect(counts['subscriber.completed_campaign']).toHaveLength(SUBSCRIBERS);
});
