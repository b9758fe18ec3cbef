import type { RequestSummary } from '../core/errors.ts';
import type { Settings } from '../options.ts';
import type { CallRecord } from '../telemetry/telemetry.ts';
import type { Operation } from './operation.ts';

/** A call that is ready to be sent. */
export interface Delivery {
  readonly operation: Pick<Operation, 'name' | 'path' | 'limit'>;
  /** Whether doing it twice has the effect of doing it once. */
  readonly isRepeatable: boolean;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The number of its records. */
  readonly records: number;
  /** The names of the subscribers that it updates. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** Awaited before each attempt, when all waits for the limits are over. */
  readonly beforeSending: (() => Promise<void>) | undefined;
  readonly record: CallRecord | undefined;
}
