import type { RateWindows } from '../api/http/rate-windows.ts';
import type { AllServices } from '../domain/context/all-services.ts';
import type { SharedState } from '../domain/context/shared-state.ts';
import type { FaultRules } from '../faults/rules.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Report } from '../observe/log/log-entry.ts';
import type { RequestLog } from '../observe/request-log/log.ts';
import type { Store } from '../store/engine/store.ts';
import type { ClockRow } from '../store/tables/clocks.ts';
import type { AccountIds } from './account-ids.ts';
import type { Checkpoints } from './checkpoints/checkpoint.ts';

/** The parts of a running server. */
export interface Runtime {
  readonly store: Store;
  readonly accounts: AccountIds;
  readonly allServices: AllServices;
  readonly shared: SharedState;
  readonly jobs: JobRunner;
  readonly requestLog: RequestLog;
  readonly faultRules: FaultRules;
  readonly windows: RateWindows;
  /** Called with internal errors of the server. */
  readonly report: Report;
  /** Accounts that this start has added from its seed. */
  readonly seededAccounts: readonly string[];
  /** Accounts of the seed that already existed in the database and were left unchanged. */
  readonly skippedAccounts: readonly string[];
  readonly checkpoints: Checkpoints;
  /** Continues after a restore: sets the clocks and restarts the jobs, of one account or of all. */
  resume(clocks: readonly ClockRow[], accountId: string | undefined): Promise<void>;
  /** Deletes all data and applies the seed again. */
  reset(): Promise<void>;
  /** Aborts when the server begins to close, to end idle waits. */
  readonly closing: AbortController;
  /** Finishes running jobs, or abandons them once `force` aborts, and closes the database. */
  close(force?: AbortSignal): Promise<void>;
}
