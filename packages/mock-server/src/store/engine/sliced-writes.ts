import type { DatabaseSync } from 'node:sqlite';
import { isAlive } from '../../shared/platform/peers.ts';
import { defer, pause, systemClock } from '../../shared/platform/timers.ts';
import { Slices } from './slices.ts';
import { BESIDE_ACCOUNTS, NO_ACCOUNT, type Transaction } from './store.ts';
import { TableChanges, type TableWatchers, TransactionEnd } from './transaction-end.ts';
import { forgetSome, type HeldAccount, ignoreChanges, listHeld, noteChanges, undoSome } from './undo-log.ts';

/** The state of one transaction, whose slices may have other transactions in between. */
export interface Frame {
  readonly changes: TableChanges;
  readonly end: TransactionEnd;
}

/** The connection of a store, which long work shares with the rest of the server. */
export interface SharedConnection {
  database(): DatabaseSync;
  isInFile(): boolean;
  /** The transaction that is under way. */
  tx(): Transaction;
  /** Runs `work` after all earlier work. */
  queue<T>(work: () => Promise<T>): Promise<T>;
  /** Whether other work waits for the connection. */
  isWanted(): boolean;
  begin(frame: Frame): Promise<void>;
  end(how: 'commit' | 'rollback'): void;
  /** Forgets what was read before changes were undone. */
  forget(): void;
}

/** Real milliseconds between two looks at the long work of another process. */
const LOOK = 20;

/** Waits a turn of the event loop: promises alone let nobody else run. */
const othersAreAnswered = () => new Promise<void>(defer);

/** The long work of a SQLite database, which is committed in slices. */
export class SlicedWrites {
  readonly #connection: SharedConnection;
  readonly #watchers: TableWatchers;
  readonly #holds = new AccountHolds();
  /** The work of this store. */
  readonly #running = new Set<string>();
  /** The accounts that other processes hold. */
  #elsewhere: readonly HeldAccount[] = [];
  #looking: Promise<void> | undefined;
  /** The work whose slice is running. */
  current: string | null = null;

  constructor(connection: SharedConnection, watchers: TableWatchers) {
    this.#connection = connection;
    this.#watchers = watchers;
  }

  /** Settles when an account, or any, may be free; undefined if no long work holds it. */
  endOf(accountId: string | undefined): Promise<void> | undefined {
    const end = this.#holds.endOf(accountId);
    if (end !== undefined || !this.isHeldElsewhere(accountId)) return end;
    this.#looking ??= this.#lookAgain().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Settles when the long work of this store has ended. */
  async idle(): Promise<void> {
    for (let end = this.#holds.endOf(undefined); end !== undefined; end = this.#holds.endOf(undefined))
      await end;
  }

  isHeldElsewhere(accountId: string | undefined): boolean {
    if (this.#elsewhere.length === 0) return false;
    return accountId === undefined || this.#elsewhere.some((held) => held.accountId === accountId);
  }

  /** Reads which accounts other processes hold, after one of them has changed the file. */
  refresh(): void {
    const held = listHeld(this.#connection.database());
    this.#elsewhere = held.filter(({ id }) => !this.#running.has(id));
  }

  async #lookAgain(): Promise<void> {
    await pause(LOOK);
    if (!this.#connection.database().isOpen) return;
    const ended = this.#elsewhere.filter((held) => !isAlive(held, systemClock.now()));
    for (const { id } of ended) await this.#undo(id);
    await this.#connection.queue(async () => this.refresh());
  }

  /** Runs work on accounts completely or not at all. Nobody else reads or changes them in the meantime. */
  run<T>(work: (tx: Transaction) => Promise<T>, accountIds: readonly string[]): Promise<T> {
    return this.#holds.during(accountIds, async () => {
      const frame = { changes: new TableChanges([]), end: new TransactionEnd() };
      const slices = new Slices(this.#sharedBy(frame), accountIds);
      await this.#note(slices.id);
      try {
        const result = await slices.run(work);
        this.#report(frame, accountIds);
        return result;
      } catch (error) {
        frame.end.rollBack();
        throw error;
      } finally {
        await this.#ignore(slices.id);
      }
    });
  }

  #sharedBy(frame: Frame) {
    const { tx, isInFile, queue, isWanted, begin, end } = this.#connection;
    return {
      tx: tx(),
      isInFile: isInFile(),
      isWanted,
      take: () =>
        new Promise<() => void>((taken) => {
          void queue(() => new Promise<void>((giveBack) => taken(giveBack)));
        }),
      begin: async (id: string) => {
        await begin(frame);
        this.current = id;
      },
      end: (how: 'commit' | 'rollback') => {
        try {
          end(how);
        } finally {
          this.current = null;
        }
      },
      undo: (id: string) => this.#undo(id),
    };
  }

  #note(id: string): Promise<void> {
    return this.#connection.queue(async () => {
      if (this.#running.size === 0) noteChanges(this.#connection.database());
      this.#running.add(id);
    });
  }

  async #ignore(id: string): Promise<void> {
    const { queue, database } = this.#connection;
    while (await queue(async () => forgetSome(database(), id))) await othersAreAnswered();
    await queue(async () => {
      this.#running.delete(id);
      if (this.#running.size === 0) ignoreChanges(database());
    });
  }

  async #undo(id: string): Promise<void> {
    const { queue, database, forget } = this.#connection;
    while (await queue(async () => undoSome(database(), id))) await othersAreAnswered();
    forget();
  }

  /** Tells the listeners of now, who may have come after the first slices. */
  #report(frame: Frame, accountIds: readonly string[]): void {
    const changes = this.#watchers.begin();
    for (const table of frame.changes.tables) {
      for (const accountId of table === 'server_revision' ? [NO_ACCOUNT] : accountIds)
        changes?.note({ table, accountId });
    }
    changes?.report();
    frame.end.commit();
  }
}

/** The accounts that long work changes in several transactions. Nobody else reads or changes them in the meantime. */
class AccountHolds {
  readonly #ends = new Map<string, Promise<void>>();

  /** Settles when long work that holds an account, or any, has ended; undefined if there is none. */
  endOf(accountId: string | undefined): Promise<void> | undefined {
    if (this.#ends.size === 0 || accountId === NO_ACCOUNT || accountId === BESIDE_ACCOUNTS) return undefined;
    if (accountId !== undefined) return this.#ends.get(accountId);
    return Promise.all(this.#ends.values()).then(() => undefined);
  }

  /** Runs long work on accounts, after earlier long work on any of them. */
  async during<T>(accountIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = accountIds.flatMap((id) => this.#ends.get(id) ?? []);
    const done = Promise.all(earlier).then(work);
    const end: Promise<void> = done.then(ignore, ignore); // the caller of `done` gets the error
    for (const id of accountIds) this.#ends.set(id, end);
    await end;
    for (const id of accountIds) if (this.#ends.get(id) === end) this.#ends.delete(id);
    return done;
  }
}

const ignore = () => undefined;
