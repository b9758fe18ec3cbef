import type { BudgetName } from '../contract/budget-name.ts';

/** Which operation a call carries out. Nothing in it tells of a person. */
export interface Operation {
  /** As you call it: `subscribers.upsert`. */
  readonly name: string;
  readonly method: string;
  /** The path with its placeholders. */
  readonly path: string;
  readonly baseUrl: string;
}

/** Is told of every call of a client. Made by `openTelemetry` of `@trickle/sdk/telemetry`, or your own. */
export interface Telemetry {
  /** A call begins. */
  start(operation: Operation): CallRecord;
}

/** The record of one call. */
export interface CallRecord {
  /** It waited for the hour's budget or for the person's turn, so many milliseconds. */
  waited(milliseconds: number, reason: BudgetName | 'lock'): void;
  /** An attempt ended, after so many milliseconds: with a status, or with an error. */
  attempted(milliseconds: number, result: { readonly status?: number; readonly error?: unknown }): void;
  /** The call is over; `error` is what it is rejected with. */
  end(error?: unknown): void;
}
