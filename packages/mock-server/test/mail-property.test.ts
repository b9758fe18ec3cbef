import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/*
 * Invariants of a campaign under random changes: every lap sends each email at most once and in order, at the local
 * minute and on the days of the campaign, and never while the campaign is paused or the subscriber is not active.
 */

const MINUTES = 8 * 60 + 5;
const EMAILS = 4;
const ZONES = ['America/Chicago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Etc/UTC'];
const subscribers = ['ann', 'bob', 'cid'];

type Step =
  | { readonly verb: 'advance'; readonly hours: number }
  | { readonly verb: 'subscribe' | 'remove' | 'bounce' | 'deliverable'; readonly who: string }
  | { readonly verb: 'move'; readonly who: string; readonly zone: string }
  | { readonly verb: 'pause' | 'activate' };

const who = fc.constantFrom(...subscribers);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ verb: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constantFrom(
        'subscribe' as const,
        'remove' as const,
        'bounce' as const,
        'deliverable' as const,
      ),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('move' as const), who, zone: fc.constantFrom(...ZONES) }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom('pause' as const, 'activate' as const) }) },
);

interface Lap {
  readonly who: string;
  readonly emails: number[];
}

/** The subscribers who can receive emails, and the emails sent by lap. */
class Course {
  isActive = true;
  readonly undeliverable = new Set<string>();
  readonly zones = new Map(subscribers.map((name, i) => [name, ZONES[i] ?? 'Etc/UTC']));
  readonly laps = new Map<string, Lap>();
  #seen = 0;

  async look(server: TestServer): Promise<void> {
    const mails = await server.outbox();
    for (const { to, subject, sentAt } of mails.slice(this.#seen)) {
      const name = to.split('@')[0] ?? '';
      const lap = this.laps.get(name);
      expect({
        name,
        isActive: this.isActive,
        isGood: !this.undeliverable.has(name),
        isOn: lap !== undefined,
      }).toEqual({ name, isActive: true, isGood: true, isOn: true });
      expect(Number(subject)).toBe(lap?.emails.length);
      lap?.emails.push(Number(subject));
      expect([subject, this.#isOnTime(name, sentAt)]).toEqual([subject, true]);
    }
    this.#seen = mails.length;
  }

  /** Whether it is a sending time on the subscriber's clock: the minute, and not a Wednesday. */
  #isOnTime(name: string, sentAt: string): boolean {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: this.zones.get(name) ?? 'Etc/UTC',
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    const parts = Object.fromEntries(
      format.formatToParts(Date.parse(sentAt)).map(({ type, value }) => [type, value]),
    );
    return parts.weekday !== 'Wed' && Number(parts.hour) * 60 + Number(parts.minute) === MINUTES;
  }
}

async function take(server: TestServer, course: Course, step: Step): Promise<void> {
  switch (step.verb) {
    case 'advance':
      await server.advance({ hours: step.hours });
      return course.look(server);
    case 'subscribe': {
      const subscribers = [{ email: `${step.who}@acme.test` }];
      await server.post('campaigns/1/subscribers', { subscribers });
      if (!course.laps.has(step.who)) course.laps.set(step.who, { who: step.who, emails: [] });
      return;
    }
    case 'remove':
      await server.post(`subscribers/${step.who}/remove`, {});
      course.laps.delete(step.who);
      return;
    case 'bounce': {
      const [delivery] = await server.mail.deliveries({ subscriberId: step.who });
      if (!delivery || delivery.bouncedAt !== null) return;
      await server.mail.bounce(delivery.id);
      course.undeliverable.add(step.who);
      return;
    }
    case 'deliverable':
      await server.mail.makeDeliverable(step.who);
      course.undeliverable.delete(step.who);
      return;
    case 'move':
      await server.save({ id: step.who, time_zone: step.zone });
      course.zones.set(step.who, step.zone);
      return;
    default:
      await server.post(`campaigns/1/${step.verb}`, {});
      course.isActive = step.verb === 'activate';
  }
}

test('a campaign sends each email of a lap once, in order, at its time, whatever happens', async () => {
  let sent = 0;
  let laps = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
    const seed = mailingAccount({
      subscribers: subscribers.map((id, i) => ({
        id,
        email: `${id}@acme.test`,
        time_zone: ZONES[i] ?? 'Etc/UTC',
      })),
      campaigns: [
        {
          id: '1',
          name: 'Tides',
          status: 'active',
          localize_sending_time: true,
          start_immediately: false,
          minutes_from_midnight: MINUTES,
          days_of_the_week_mask: '1101111',
          emails: Array.from({ length: EMAILS }, (_, i) => ({ subject: `${i}`, text_body: 'Hi' })),
        },
      ],
    });
    await using server = await startServer({ seed, now: '2026-03-05T12:00:00Z' });
    const course = new Course();
    for (const one of steps) await take(server, course, one);
    // Finally, every active subscriber gets the remaining emails.
    await take(server, course, { verb: 'activate' });
    await take(server, course, { verb: 'advance', hours: 24 * 14 });
    for (const { who: name, emails } of course.laps.values()) {
      sent += emails.length;
      laps++;
      if (!course.undeliverable.has(name)) expect([name, emails.length]).toEqual([name, EMAILS]);
    }
  });
  await fc.assert(property, { numRuns: runsOf(60) });
  expect(sent).toBeGreaterThan(laps);
});
