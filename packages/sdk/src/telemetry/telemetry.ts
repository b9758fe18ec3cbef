import type { BudgetName } from '../contract/schema/limits.ts';

/** The operation of a call. It does not identify a subscriber. */
export interface Operation {
  /** Name of the method: `subscribers.upsert`. */
  readonly name: string;
  readonly method: string;
  /** The path, with placeholders. */
  readonly path: string;
  readonly baseUrl: string;
}

/** Observes all calls of a client. Made by `openTelemetry` of `@trickle/sdk/telemetry`, or your own. */
export interface Telemetry {
  /** Called when a call starts. */
  start(operation: Operation): CallRecord;
}

/** The record of one call. */
export interface CallRecord {
  /** Called after a wait for a rate limit, or for another update of the same subscriber (`lock`). */
  waited(milliseconds: number, reason: BudgetName | 'lock'): void;
  /** Called after an attempt, which ended with a status or an error. */
  attempted(milliseconds: number, result: { readonly status?: number; readonly error?: unknown }): void;
  /** Called when the call ends. `error` is the reason if it rejects. */
  end(error?: unknown): void;
}
