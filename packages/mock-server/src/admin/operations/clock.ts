import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { unauthorized } from '../../api/http/errors.ts';
import type { ServerClock } from '../../domain/context/services.ts';
import { advanceClock } from '../../jobs/advance-clock.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import { copyAccount } from '../checkpoints/checkpoint.ts';
import { span } from '../fields.ts';
import { type Choice, type Input, operation } from '../operation.ts';
import { readReport } from '../queries/report.ts';
import { lookAhead } from '../rehearsal/look-ahead.ts';
import { inAccount, type Scope } from '../scope.ts';

const ANSWERS =
  '`emails` with their first `recipients`, `events` by `action`, and `days` with the numbers of both.';

const count = () => f.optional(z.number().check(z.gte(0)));

const duration = () => ({
  /** The time to advance to, ISO 8601, in place of the other members. */
  until: f.optional(f.isoTime()),
  days: count(),
  hours: count(),
  minutes: count(),
  seconds: count(),
  milliseconds: count(),
});

/** A duration. The members are added up, unless it is the time until another one. */
export interface Duration extends Input<ReturnType<typeof duration>> {}

/** Reads and controls a clock. */
export const time = {
  /** Stops the clock until it is advanced or resumed. */
  freeze: operation({
    name: 'clock.freeze',
    route: 'POST /_admin/clock/freeze',
    answers: '`now`.',
    act: (scope, choice) => change(scope, choice, (clock) => clock.freeze()),
    show: currentTime,
  }),
  /** Restarts the clock at its previous speed. */
  resume: operation({
    name: 'clock.resume',
    route: 'POST /_admin/clock/resume',
    answers: '`now`.',
    act: (scope, choice) => change(scope, choice, (clock) => clock.resume()),
    show: currentTime,
  }),
  /** Sets the speed relative to real time; 0 stops the clock. */
  setSpeed: operation({
    name: 'clock.setSpeed',
    route: 'POST /_admin/clock/speed',
    answers: '`now`.',
    input: () => ({
      /** Speed relative to real time; 0 stops the clock. */
      speed: z.number().check(z.gte(0)),
    }),
    first: ['speed'],
    act: (scope, { speed, ...choice }) => change(scope, choice, (clock) => clock.setSpeed(speed)),
    show: currentTime,
  }),
  /**
   * Advances the clock and runs every job that comes due, in chronological order, including jobs that these create.
   * During each job the clock shows the job's due time.
   */
  advance: operation({
    name: 'clock.advance',
    route: 'POST /_admin/clock/advance',
    answers: '`from`, `to`, the number of `jobs` that ran, and the resulting `events`, oldest first.',
    input: () => ({ duration: z.strictObject(duration()) }),
    first: ['duration'],
    act(scope, { duration, accountId }) {
      requireClock(scope, accountId);
      const { allServices, jobs } = scope.runtime;
      const length = millisecondsOf(duration);
      const done = (last.get(jobs) ?? Promise.resolve()).then(() =>
        advanceClock(allServices, jobs, length(allServices.clockOf(accountId).now()), accountId),
      );
      last.set(
        jobs,
        done.catch(() => undefined), // callers see the error through `done`
      );
      return done;
    },
  }),
};

/** Reads and controls a clock. */
export type TimeControl = typeof time & {
  /** Returns the current server time. If several servers share a database, as of the latest request or call. */
  now(choice?: Choice): Date;
};

/** The time of an account's clock. */
export const timeOf = ({ runtime }: Scope, { accountId }: Choice = {}): Date =>
  new Date(runtime.allServices.clockOf(accountId).now());

function currentTime(_: unknown, scope: Scope, choice: Choice) {
  return { now: timeOf(scope, choice) };
}

/** The last call of `advance` by server. Concurrent calls run one after the other. */
const last = new WeakMap<JobRunner, Promise<unknown>>();

async function change(scope: Scope, { accountId }: Choice, work: (clock: ServerClock) => void) {
  requireClock(scope, accountId);
  const { allServices, jobs } = scope.runtime;
  const clock = allServices.clockOf(accountId);
  work(clock);
  await allServices.keep(clock);
  jobs.wake();
}

/** Throws 403 if the holder of a key would change the clock of the server, which accounts may share. */
function requireClock({ runtime, caller, own }: Scope, accountId = own): void {
  if (!caller || runtime.allServices.clockOf(accountId).id === accountId) return;
  throw unauthorized(
    `Account ${accountId} shares the clock of the server, which only the admin password moves. To give the account its own clock, create it with "clock": {}.`,
  );
}

const UNITS = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
} as const;

/** Returns the length of a duration that begins at a time, in milliseconds. Throws a `RangeError` for a time in the past. */
function millisecondsOf({ until, ...duration }: Duration): (now: number) => number {
  if (until !== undefined) return (now) => lengthUntil(until, now, Object.keys(duration));
  const units = Object.keys(UNITS) as (keyof typeof UNITS)[]; // its members
  const total = units.reduce((sum, unit) => sum + (duration[unit] ?? 0) * UNITS[unit], 0);
  return () => Math.round(total);
}

function lengthUntil(until: string, now: number, others: readonly string[]): number {
  if (others.length > 0) throw new RangeError(`until: must be given without ${others.join(', ')}`);
  const time = parseTime(until);
  if (time >= now) return time - now;
  throw new RangeError(`until: ${until} is before the time of the clock, ${new Date(now).toISOString()}`);
}

/** Operations that only HTTP has: the time, what happened in a span of time, and what would happen until a time. */
export const clockQueries = {
  /** Gets the time of the server or of an account's clock. */
  get: operation({
    route: 'GET /_admin/clock',
    answers:
      '`now`, ISO 8601 with milliseconds, the `speed` relative to real time, `is_frozen`, and the `time_zone` of the owner of the account.',
    async act(scope, choice) {
      const { speed } = scope.runtime.allServices.clockOf(choice.accountId);
      const zone = await inAccount(scope, choice.accountId, true, (context) =>
        findOwnerZone(context.tx, context.accountId),
      );
      return { now: timeOf(scope, choice), speed, isFrozen: speed === 0, timeZone: zone };
    },
  }),
  /** Reads what happened in a span of time: the emails that were sent and who got them, and the events, by day. */
  report: operation({
    route: 'GET /_admin/clock/report',
    isHeavy: true,
    answers: ANSWERS,
    input: span,
    act: (scope, { accountId, since, until }) =>
      inAccount(scope, accountId, 'apart', ({ tx, accountId }) =>
        readReport(tx, accountId, { since, until }),
      ),
  }),
  /** Reads what would happen until a time, which passes on a copy of the account that sends nothing to other servers. */
  preview: operation({
    route: 'GET /_admin/clock/preview',
    isHeavy: true,
    answers: ANSWERS,
    input: () => ({
      /** The time until which the copy lives, ISO 8601. */
      until: f.isoTime(),
    }),
    // Unspecified: U-340
    async act(scope, { accountId = scope.firstId, until }) {
      const now = scope.runtime.allServices.clockOf(accountId).now();
      const end = now + lengthUntil(until, now, []);
      const state = await copyAccount(scope.runtime, accountId);
      // The copy's events from the next second on.
      const ahead = { since: isoTime(now + 1000), until: new Date(end + 1).toISOString() };
      return lookAhead(scope, accountId, { state, until: end }, (tx) => readReport(tx, accountId, ahead));
    },
  }),
};
