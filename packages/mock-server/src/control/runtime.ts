import type { FaultRules } from '../fault-injection/rules.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { RequestLog } from '../request-log/log.ts';
import type { ClockRow } from '../store/clocks.ts';
import type { Store } from '../store/store.ts';
import type { Worlds } from '../world/worlds.ts';
import type { KnownAccounts } from './arguments/known-accounts.ts';
import type { CheckpointList } from './checkpoints/checkpoint.ts';

/** What a server is made of, beneath all its faces. */
export interface Runtime {
  readonly store: Store;
  readonly accounts: KnownAccounts;
  readonly worlds: Worlds;
  readonly jobs: JobRunner;
  /** The requests that came. */
  readonly requestLog: RequestLog;
  /** What is put in the way of all that. */
  readonly faultRules: FaultRules;
  /** Told of faults of the server itself. */
  readonly report: (error: unknown) => void;
  /** The accounts of the seed that were in the database already, and were left as they were. */
  readonly skippedAccounts: readonly string[];
  readonly checkpoints: CheckpointList;
  /** Goes on from a state that was put back: its clocks, and its jobs; of one account or of all. */
  resume(clocks: readonly ClockRow[], accountId: string | undefined): Promise<void>;
  /** Forgets everything and plants the seed again. */
  reset(): Promise<void>;
  /** Aborts when the server begins to close: whatever only waits ends. */
  readonly closing: AbortController;
  /** Finishes the jobs under way, or gives them up once `force` aborts, and closes the database. */
  close(force?: AbortSignal): Promise<void>;
}
