import type { JobRunner } from '../jobs/runner.ts';
import { lastEventNumber, listEventsAfter, type NumberedEvent } from '../store/domain-events.ts';
import { nextRunAt } from '../store/jobs.ts';
import type { ServerClock } from '../world/server-clock.ts';
import type { Worlds } from '../world/worlds.ts';

/** A stretch of time; the members are added up. */
export interface Duration {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
  readonly milliseconds?: number | undefined;
}

/** Whose clock is meant: that of an account which has its own, else the one that all others share. */
export interface ClockChoice {
  readonly accountId?: string | undefined;
}

/** What came of moving a clock. */
export interface AdvanceResult {
  /** What time it was, ISO 8601 with milliseconds. */
  readonly from: string;
  /** What time it is now. */
  readonly to: string;
  /** How many jobs were done meanwhile. */
  readonly jobs: number;
  /** What happened to people, in order, as webhooks are told of it. */
  readonly events: readonly NumberedEvent[];
}

/** How a server's time is read and moved. */
export interface TimeControl {
  /** What time it is by the server. */
  now(choice?: ClockChoice): Date;
  /** Lets time stand still until it is moved. */
  freeze(choice?: ClockChoice): Promise<void>;
  /** Lets time go on at the speed that it had. */
  resume(choice?: ClockChoice): Promise<void>;
  /** How many times as fast as real time; 0 stands still. */
  setSpeed(speed: number, choice?: ClockChoice): Promise<void>;
  /**
   * Moves the clock on and does every job that falls due on the way, in the order of time, those that these cause
   * included. While a job is done the clock stands at its time.
   */
  advance(duration: Duration, choice?: ClockChoice): Promise<AdvanceResult>;
}

/** Gives the control of a server's clocks. */
export function timeControlOf(worlds: () => Worlds, runner: JobRunner): TimeControl {
  // Who moves a clock while it is being moved has to wait.
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
      last = done.catch(() => undefined); // whoever waits for `done` is told
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
  clock.freeze();
  try {
    for (;;) {
      const next = await store.read((tx) => nextRunAt(tx, { clockId: clock.id }, worlds.shared.instance));
      if (next === undefined || next > until) break;
      await moveTo(worlds, clock, next);
      await runner.settleScope({ clockId: clock.id });
    }
    await moveTo(worlds, clock, until);
  } finally {
    if (!stood) clock.resume();
    await worlds.keep(clock);
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

/** The milliseconds of a stretch of time; throws for what is none. */
function millisecondsOf(duration: Duration): number {
  let total = 0;
  for (const [unit, count] of Object.entries(duration)) {
    const size = UNITS[unit as keyof Duration];
    if (size === undefined) {
      throw new RangeError(`a duration has no ${unit}; it has ${Object.keys(UNITS).join(', ')}`);
    }
    if (count === undefined) continue;
    if (typeof count !== 'number' || !(count >= 0)) {
      throw new RangeError(`${unit} is a number of at least 0, not ${count}: time only goes forward`);
    }
    total += count * size;
  }
  return Math.round(total);
}
