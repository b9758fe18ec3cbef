import type { RateWindows } from '../api/http/limits.ts';
import type { AllServices } from '../domain/context/services.ts';
import type { SharedState } from '../domain/context/shared-state.ts';
import type { Fault, FaultRules } from '../faults/rule.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Report } from '../observe/log/log-entry.ts';
import type { RequestEntry, RequestLog } from '../observe/request-log/log.ts';
import type { Listeners } from '../shared/platform/notifier.ts';
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
  /** Notified when this server adds or deletes a checkpoint, with its account; undefined for one of the whole server. */
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

/** An action of somebody in the inspector: one or several calls of the admin API. */
export interface ActionName {
  /** Chosen by the inspector. */
  readonly id: string;
  /** In words, such as `Subscriber deleted`. */
  readonly title: string;
}

/** An action in the list of those of an account. */
export interface Action extends ActionName {
  /** The time of the account's clock, ISO 8601 with milliseconds. */
  readonly at: string;
  /** Why it cannot be undone; null if it can. */
  readonly obstacle: string | null;
}

/** A call of an operation other than `GET`. */
export interface ActionCall {
  readonly route: string;
  /** Undefined for a call that is about no account, or about any. */
  readonly accountId: string | undefined;
  /** The action that it belongs to; undefined for a call of somebody else. */
  readonly action: ActionName | undefined;
}

/** The last actions in the inspector. */
export interface Actions {
  /** Notes a call. Before the first one of an action, copies the account. Undefined: there is nothing to wait for. */
  before(call: ActionCall): Promise<void> | undefined;
  /** Stops counting a request of the inspector's own action as a request of others. */
  disown(requestId: string): void;
  /** The last actions on an account, newest first. */
  list(accountId: string): Promise<Action[]>;
  /** Restores an account as it was before an action, and so undoes those after it too. */
  undo(accountId: string, id: string, choice: { readonly keepsAccess: boolean }): Promise<void>;
  /** Forgets the actions on an account that is removed. */
  forget(accountId: string): void;
}

/** The parts of a running server. */
export interface Runtime {
  readonly store: Store;
  readonly accounts: AccountIds;
  readonly allServices: AllServices;
  readonly shared: SharedState | undefined;
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
  /** The last actions in the inspector, which can be undone. */
  readonly actions: Actions;
  /** Sets the clocks of one account or of all, as they were when a copy was made. */
  setClocks(clocks: readonly ClockRow[], accountId: string | undefined): void;
  /** Continues after a restore of one account or of all: stores the clocks and restarts the jobs. */
  resume(accountId: string | undefined): Promise<void>;
  /** Deletes all data and applies the seed again. */
  reset(): Promise<void>;
  /** Aborts when the server begins to close, to end idle waits. */
  readonly closing: AbortController;
  /** Finishes running jobs, or abandons them once `force` aborts, and closes the database. */
  close(force?: AbortSignal): Promise<void>;
}
