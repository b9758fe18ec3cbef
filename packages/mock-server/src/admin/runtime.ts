import type { RateWindows } from '../api/http/rate-windows.ts';
import type { AllServices } from '../domain/context/all-services.ts';
import type { SharedState } from '../domain/context/shared-state.ts';
import type { Fault } from '../faults/rule.ts';
import type { FaultRules } from '../faults/rules.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Report } from '../observe/log/log-entry.ts';
import type { RequestEntry, RequestLog } from '../observe/request-log/log.ts';
import type { Listeners } from '../shared/values/listeners.ts';
import type { MaybePromise } from '../shared/values/maybe-promise.ts';
import type { Snapshot, Store } from '../store/engine/store.ts';
import type { ClockRow } from '../store/tables/clocks.ts';
import type { AccountIds } from './account-ids.ts';

/** A snapshot of the server or of one account. */
export interface Checkpoint {
  readonly id: string;
  /** The name that it was given, by which it can be found too; absent without one. */
  readonly name?: string | undefined;
  /** Server time of the snapshot, ISO 8601 with milliseconds. */
  readonly at: string;
  /** The account; absent for the whole server. */
  readonly accountId?: string | undefined;
}

/** A checkpoint with the state that it restores. */
export interface StoredCheckpoint extends Checkpoint {
  readonly copy: Snapshot;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly entries: readonly RequestEntry[];
  /** The size of the state in bytes, roughly. */
  readonly bytes: number;
}

/** A checkpoint that has no id yet. */
export type NewCheckpoint = Omit<StoredCheckpoint, 'id'>;

/** The newest checkpoints: in memory, or in the database that several servers share. */
export interface Checkpoints {
  /**
   * Notified when this server adds or deletes a checkpoint, with its account; undefined for one of the whole server.
   */
  readonly changes: Pick<Listeners<[accountId: string | undefined]>, 'subscribe'>;
  add(checkpoint: NewCheckpoint): MaybePromise<Checkpoint>;
  /** Lists all checkpoints, oldest first. */
  list(): MaybePromise<Checkpoint[]>;
  /** Gives a checkpoint a name. Returns whether it still exists. */
  rename(checkpoint: Checkpoint, name: string): MaybePromise<boolean>;
  /** The state of a checkpoint; undefined if it was deleted. */
  find(checkpoint: Checkpoint): MaybePromise<StoredCheckpoint | undefined>;
  /** Deletes checkpoints. Returns the number deleted. */
  forget(checkpoints: readonly Checkpoint[]): MaybePromise<number>;
}

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
