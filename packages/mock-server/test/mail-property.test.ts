import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

/*
 * Invariants of a campaign under random changes: every lap sends each email at most once and in order, at the local
 * minute and on the days of the campaign, and never while the campaign is paused or the subscriber is not active.
 */

const MINUTES = 8 * 60 + 5; // 08:05
const EMAILS = 4;
const ZONES = ['America/Chicago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Etc/UTC'];
const subscribers = ['ann', 'bob', 'cid'];

type Step =
  | { readonly verb: 'advance'; readonly hours: number }
  | { readonly verb: 'subscribe' | 'remove' | 'bounce' | 'deliverable'; readonly who: string }
  | { readonly verb: 'move'; readonly who: string; readonly zone: string }
  | { readonly verb: 'pause' | 'activate' };

const who = fc.constantFrom(...subscribers);
/** Draws one of the verbs. */
const verb = <const Verb extends string>(...verbs: readonly Verb[]) => fc.constantFrom(...verbs);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ verb: verb('advance'), hours: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ verb: verb('subscribe', 'remove', 'bounce', 'deliverable'), who }) },
  { weight: 1, arbitrary: fc.record({ verb: verb('move'), who, zone: fc.constantFrom(...ZONES) }) },
  { weight: 2, arbitrary: fc.record({ verb: verb('pause', 'activate') }) },
);

/** The subscribers who can receive emails, and what was sent. */
class Course {
  isActive = true;
  readonly undeliverable = new Set<string>();
  readonly zones = new Map(subscribers.map((name, i) => [name, ZONES[i] ?? 'Etc/UTC']));
  /** The emails of each subscriber's lap. */
  readonly laps = new Map<string, number[]>();
  #seen = 0;

  async look(server: TestServer): Promise<void> {
    const mails = await server.outbox();
    for (const { to, subject, sentAt } of mails.slice(this.#seen)) {
      const name = to.split('@')[0] ?? '';
      const lap = this.laps.get(name) ?? [];
      expect([this.isActive, !this.undeliverable.has(name), this.laps.has(name)]).toEqual([true, true, true]);
      expect(Number(subject)).toBe(lap.length);
      lap.push(Number(subject));
      expect([subject, this.#isOnTime(name, sentAt)]).toEqual([subject, true]);
    }
    this.#seen = mails.length;
  }

  /** Whether it is a sending time on the subscriber's clock: 08:05, and not on a Wednesday. */
  #isOnTime(name: string, sentAt: string): boolean {
    const timeZone = this.zones.get(name) ?? 'Etc/UTC';
    const clock = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone, ...clock }).format(Date.parse(sentAt));
    return /^(?!Wed)\w+,? 08:05$/.test(shown);
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
      if (!course.laps.has(step.who)) course.laps.set(step.who, []);
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
      subscribers: subscribers.map((id, i) => ({ id, email: `${id}@acme.test`, time_zone: ZONES[i] ?? '' })),
      campaigns: [
        {
          ...{ id: '1', name: 'Tides', status: 'active', start_immediately: false },
          ...{
            localize_sending_time: true,
            minutes_from_midnight: MINUTES,
            days_of_the_week_mask: '1101111',
          },
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
    for (const [name, emails] of course.laps) {
      sent += emails.length;
      laps++;
      if (!course.undeliverable.has(name)) expect([name, emails.length]).toEqual([name, EMAILS]);
    }
  });
  await fc.assert(property, { numRuns: runsOf(60) });
  expect(sent).toBeGreaterThan(laps);
});
