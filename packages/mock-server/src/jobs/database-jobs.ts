import type { AllServices } from '../domain/context/services.ts';
import type { JobKind } from '../domain/queue.ts';
import { shuffled } from '../shared/platform/random.ts';
import { defer, stopwatch } from '../shared/platform/timers.ts';
import { isOutage } from '../store/engine/errors.ts';
import type { Transaction } from '../store/engine/store.ts';
import {
  type ClockTimes,
  type DueAccount,
  deleteJob,
  failJob,
  findDueJob,
  type JobRow,
  listDueAccounts,
  MAX_ACCOUNTS,
  updateJob,
} from '../store/tables/jobs.ts';
import type { DatabaseHandler, Handlers } from './handler.ts';

/** The most jobs that share one transaction, and its longest duration in real milliseconds. */
const [MAX_GROUP, GROUP_DURATION] = [20, 5];

/** The number of accounts that a server chooses before it looks again, if other servers work on the same ones. */
const MAX_SHARED_TURNS = 4;

interface DatabaseJobsSettings {
  readonly allServices: () => AllServices;
  readonly handlers: Handlers;
  /** Receives the errors of failed jobs, and of parts of their work. */
  readonly report: (error: unknown) => void;
  readonly onHeld: (end: Promise<void>) => void;
  readonly onDone: (count: number) => void;
}

/** The jobs that only need the database. Accounts take turns, and servers that share a database take different accounts. */
export class DatabaseJobs {
  readonly #settings: DatabaseJobsSettings;
  /** The accounts that have a turn before the due accounts are listed again. */
  #turns: DueAccount[] = [];
  /** The last account that was listed, if there may be others after it. */
  #last = '';

  constructor(settings: DatabaseJobsSettings) {
    this.#settings = settings;
  }

  /** Runs due jobs of the account whose turn it is, or of the given one. Returns whether there were some. */
  async takeTurn(times: ClockTimes, accountId?: string): Promise<boolean> {
    if (accountId !== undefined) return this.#takeTurnOf(times, accountId);
    if (this.#turns.length === 0) this.#turns = await this.#listTurns(times);
    for (let turn = this.#turns.shift(); turn; turn = this.#turns.shift()) {
      const isLast = this.#turns.length === 0; // one at least is waited for, so that an account in use is not left out
      if (await this.#run(turn, isLast)) return true;
    }
    return false;
  }

  async #takeTurnOf(times: ClockTimes, accountId: string): Promise<boolean> {
    const { clock, store } = this.#settings.allServices().forAccount(accountId);
    const turn = { clockId: clock.id, accountId };
    const job = await findDueJob(store.direct, turn, times.get(clock.id) ?? clock.now());
    return job !== undefined && this.#run(turn, true);
  }

  async #listTurns(times: ClockTimes): Promise<DueAccount[]> {
    const { store } = this.#settings.allServices().shared;
    const accounts = await listDueAccounts(store.direct, times, this.#last);
    const isRest = this.#last !== '';
    this.#last = accounts.length < MAX_ACCOUNTS ? '' : (accounts.at(-1)?.accountId ?? '');
    if (accounts.length === 0 && isRest) return this.#listTurns(times);
    // In another order than other servers, so that each finds accounts on which nobody works.
    return store.isShared ? shuffled(accounts).slice(0, MAX_SHARED_TURNS) : accounts;
  }

  /** Runs due jobs of an account in one transaction; whether there were some. If not patient, a busy account has none. */
  async #run(turn: DueAccount, isPatient: boolean): Promise<boolean> {
    const { store } = this.#settings.allServices().shared;
    const held = store.held(turn.accountId);
    if (held !== undefined) {
      this.#settings.onHeld(held);
      return false;
    }
    const errors: unknown[] = [];
    const group = (tx: Transaction) => this.#runGroup(tx, turn, errors);
    const write = isPatient ? store.write(group, turn.accountId) : store.tryWrite(group, turn.accountId);
    const { ran = 0, ended = 0 } = (await write) ?? {};
    this.#settings.onDone(ended);
    for (const error of errors) this.#settings.report(error);
    return ran > 0;
  }

  /** Runs due jobs of an account, each step completely or not at all. Returns how many ran, and how many of them ended. */
  async #runGroup(
    tx: Transaction,
    turn: DueAccount,
    errors: unknown[],
  ): Promise<{ ran: number; ended: number }> {
    const { clock } = this.#settings.allServices().forAccount(turn.clockId);
    const elapsed = stopwatch();
    let ran = 0;
    while (ran < MAX_GROUP && (ran === 0 || elapsed() < GROUP_DURATION)) {
      const job = await findDueJob(tx, turn, clock.now());
      if (job === undefined) break;
      ran++;
      try {
        const hasEnded = await tx.nested(() => this.#do(tx, job, (error) => errors.push(error)));
        if (!hasEnded) return { ran, ended: ran - 1 }; // others come before its next part
      } catch (error) {
        if (isOutage(error)) throw error;
        errors.push(error);
        await failJob(tx, job, String(error));
      }
      await new Promise<void>(defer); // lets the network be served between jobs
    }
    return { ran, ended: ran };
  }

  /** Does a job, or a part of it. Returns whether it has ended. */
  async #do(tx: Transaction, job: JobRow, report: (error: unknown) => void): Promise<boolean> {
    const { accountId, root, parent, kind, id, payload } = job;
    const handler = this.#settings.handlers[kind as JobKind] as DatabaseHandler<JobKind>; // the queue wrote kind and payload
    const services = this.#settings.allServices().forAccount(accountId);
    const rest = await handler(
      { services, tx, accountId, place: { root, parent }, report },
      payload as never,
      id,
    );
    if (rest === undefined) await deleteJob(tx, job);
    else await updateJob(tx, job, rest);
    return rest === undefined;
  }
}
