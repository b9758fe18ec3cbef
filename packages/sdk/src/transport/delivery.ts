import type { RequestSummary } from '../core/errors.ts';
import type { Settings } from '../options.ts';
import type { CallRecord } from '../telemetry/telemetry.ts';
import type { Operation } from './operation.ts';

/** A call that is ready to be sent. */
export interface Delivery {
  readonly operation: Pick<Operation, 'name' | 'path' | 'limit'>;
  /** Whether repeating the operation is safe. */
  readonly isRepeatable: boolean;
  readonly settings: Settings;
  readonly summary: RequestSummary;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Number of records in a batch. */
  readonly records: number;
  /** Identifiers of the subscriber that it updates. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
  /** Awaited before each attempt, after all waits for rate limits. */
  readonly beforeSending: (() => Promise<void>) | undefined;
  readonly record: CallRecord | undefined;
}
