import type { ServerClock } from '../../domain/context/server-clock.ts';
import type { Worlds } from '../../domain/context/worlds.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import { lastEventNumber, listEventsAfter, type NumberedEvent } from '../../store/tables/domain-events.ts';
import { nextRunAt } from '../../store/tables/jobs.ts';

/** A duration. The members are added up. */
export interface Duration {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
  readonly milliseconds?: number | undefined;
}

/** The clock: that of an account with its own clock, else the shared one. */
export interface ClockChoice {
  readonly accountId?: string | undefined;
}

/** The result of advancing a clock. */
export interface AdvanceResult {
  /** The time before, ISO 8601 with milliseconds. */
  readonly from: string;
  /** The time after, ISO 8601 with milliseconds. */
  readonly to: string;
  /** The number of jobs that ran. */
  readonly jobs: number;
  /** Subscriber events as webhooks report them, oldest first. */
  readonly events: readonly NumberedEvent[];
}

/** Reads and controls a clock. */
export interface TimeControl {
  /** Returns the current server time. If several servers share a database, as of the latest request or call. */
  now(choice?: ClockChoice): Date;
  /** Stops the clock until it is advanced or resumed. */
  freeze(choice?: ClockChoice): Promise<void>;
  /** Restarts the clock at its previous speed. */
  resume(choice?: ClockChoice): Promise<void>;
  /** Sets the speed relative to real time; 0 stops the clock. */
  setSpeed(speed: number, choice?: ClockChoice): Promise<void>;
  /**
   * Advances the clock and runs every job that comes due, in chronological order, including jobs that these create.
   * During each job the clock shows the job's due time.
   */
  advance(duration: Duration, choice?: ClockChoice): Promise<AdvanceResult>;
}

/** Creates the time functions. */
export function timeControlOf(worlds: () => Worlds, runner: JobRunner): TimeControl {
  // Concurrent calls of `advance` run one after the other.
  let last: Promise<unknown> = Promise.resolve();
  const change = async (choice: ClockChoice | undefined, work: (clock: ServerClock) => void) => {
    const clock = worlds().clockOf(choice?.accountId);
    work(clock);
    await worlds().keep(clock);
    runner.wake();
  };
  return {
    now: (choice) => new Date(worlds().clockOf(choice?.accountId).now()),
    freeze: (choice) => change(choice, (clock) => clock.freeze()),
    resume: (choice) => change(choice, (clock) => clock.resume()),
    setSpeed: (speed, choice) => change(choice, (clock) => clock.setSpeed(speed)),
    advance(duration, choice) {
      const milliseconds = millisecondsOf(duration);
      const done = last.then(() => advance(worlds(), runner, milliseconds, choice?.accountId));
      last = done.catch(() => undefined); // callers see the error through `done`
      return done;
    },
  };
}

async function advance(
  worlds: Worlds,
  runner: JobRunner,
  milliseconds: number,
  accountId: string | undefined,
): Promise<AdvanceResult> {
  const clock = worlds.clockOf(accountId);
  const { store } = worlds.shared;
  const before = { time: clock.now(), done: runner.done, event: await store.read(lastEventNumber) };
  const until = before.time + milliseconds;
  const stood = clock.speed === 0;
  const release = worlds.hold(clock);
  clock.freeze();
  try {
    for (;;) {
      const next = await store.read((tx) => nextRunAt(tx, { clockId: clock.id }, runner.awaitedClaims));
      if (next === undefined || next > until) break;
      await moveTo(worlds, clock, next);
      await runner.settleScope({ clockId: clock.id });
    }
    await moveTo(worlds, clock, until);
  } finally {
    if (!stood) clock.resume();
    await worlds.keep(clock);
    release();
    runner.wake();
  }
  return {
    from: new Date(before.time).toISOString(),
    to: new Date(until).toISOString(),
    jobs: runner.done - before.done,
    events: await store.read((tx) => listEventsAfter(tx, before.event, clock.id || accountId)),
  };
}

async function moveTo(worlds: Worlds, clock: ServerClock, time: number): Promise<void> {
  if (time <= clock.now()) return;
  clock.set(time);
  await worlds.keep(clock);
}

const UNITS = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
} as const;

/** Converts a duration to milliseconds. Throws a `RangeError` if it is invalid. */
function millisecondsOf(duration: Duration): number {
  let total = 0;
  for (const [unit, count] of Object.entries(duration)) {
    const size = UNITS[unit as keyof Duration];
    if (size === undefined) {
      throw new RangeError(`unknown duration unit ${unit}; known units: ${Object.keys(UNITS).join(', ')}`);
    }
    if (count === undefined) continue;
    if (typeof count !== 'number' || !(count >= 0)) {
      throw new RangeError(`${unit} must be a number of at least 0, not ${count}`);
    }
    total += count * size;
  }
  return Math.round(total);
}
