import type { AllServices, ServerClock } from '../domain/context/services.ts';
import { NO_ACCOUNT } from '../store/engine/store.ts';
import { lastEventNumber, listEventsAfter, type NumberedEvent } from '../store/tables/domain-events.ts';
import { nextRunAt } from '../store/tables/jobs.ts';
import type { JobRunner } from './runner.ts';

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

/** The end of the year 9999: later times have another format in ISO 8601. */
const LAST_TIME = Date.UTC(10_000, 0) - 1;

/** Moves a clock from one due job to the next. Throws a `RangeError` for a time after the year 9999. */
export async function advanceClock(
  allServices: AllServices,
  runner: JobRunner,
  milliseconds: number,
  accountId: string | undefined,
): Promise<AdvanceResult> {
  const clock = allServices.clockOf(accountId);
  const { store } = allServices.shared;
  const before = {
    time: clock.now(),
    done: runner.done,
    event: await store.read(lastEventNumber, NO_ACCOUNT),
  };
  const until = before.time + milliseconds;
  if (until > LAST_TIME) {
    const now = new Date(before.time).toISOString();
    throw new RangeError(`the clock is at ${now} and cannot pass the end of the year 9999: advance it less`);
  }
  const stood = clock.speed === 0;
  const release = allServices.hold(clock);
  clock.freeze();
  try {
    for (;;) {
      const next = await store.read(
        (tx) => nextRunAt(tx, { clockId: clock.id }, runner.awaitedClaims),
        clock.id || undefined,
      );
      if (next === undefined || next > until) break;
      await moveTo(allServices, clock, next);
      await runner.settleScope({ clockId: clock.id });
    }
    await moveTo(allServices, clock, until);
  } finally {
    if (!stood) clock.resume();
    await allServices.keep(clock);
    release();
    runner.wake();
  }
  return {
    from: new Date(before.time).toISOString(),
    to: new Date(until).toISOString(),
    jobs: runner.done - before.done,
    events: await store.read(
      (tx) => listEventsAfter(tx, before.event, clock.id || accountId),
      clock.id || accountId,
    ),
  };
}

async function moveTo(allServices: AllServices, clock: ServerClock, time: number): Promise<void> {
  if (time <= clock.now()) return;
  clock.set(time);
  await allServices.keep(clock);
}
