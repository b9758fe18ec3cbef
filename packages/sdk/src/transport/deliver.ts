import { type RequestSummary, TimeoutError } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { Settings } from '../options.ts';
import type { CallRecord } from '../telemetry/telemetry.ts';
import { Attempts } from './attempts.ts';
import type { Answer } from './exchange.ts';

/** A call that is ready to be sent. */
export interface Delivery {
  readonly operation: Pick<Operation, 'name' | 'path' | 'limit'>;
  /** Whether doing it twice has the effect of doing it once. */
  readonly isRepeatable: boolean;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** How many records it has. */
  readonly records: number;
  /** The names of the people whom it updates. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** Awaited before each attempt, when all waits for the limits are over. */
  readonly beforeSending: (() => Promise<void>) | undefined;
  readonly record: CallRecord | undefined;
}

/** Sends a call in its turn and within the limits, until it is answered or given up. */
export async function deliver(delivery: Delivery): Promise<Answer> {
  const { settings, names, record } = delivery;
  const { clock, limiter, totalTimeout } = settings;
  const time = totalTimeout === false ? undefined : timeOf(delivery, totalTimeout);
  const signal = time?.signal ?? delivery.signal;
  signal?.throwIfAborted();
  try {
    if (!limiter || names.length === 0) return await new Attempts(delivery, signal).run();
    const began = clock.now();
    const turn = limiter.turn(settings.accountId ?? '', names, signal);
    const end = turn instanceof Promise ? await turn : turn;
    record?.waited(clock.now() - began, 'turn');
    try {
      return await new Attempts(delivery, signal).run();
    } finally {
      end();
    }
  } finally {
    time?.stop();
  }
}

/** A signal that ends the call when its time is over, or when the caller's does. */
function timeOf({ settings, signal, summary }: Delivery, milliseconds: number) {
  const over = new AbortController();
  const stopped = new AbortController();
  settings.clock.wait(milliseconds, stopped.signal).then(
    () => over.abort(new TimeoutError(summary, milliseconds, 'totalTimeout')),
    () => {}, // the call was faster
  );
  return {
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
    stop: () => stopped.abort(),
  };
}
