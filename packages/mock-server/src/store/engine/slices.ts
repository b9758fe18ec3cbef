import { HOST, openHere, PROCESS } from '../../shared/platform/peers.ts';
import { createIds, systemRandom } from '../../shared/platform/random.ts';
import { defer, MAX_TURN, pause, stopwatch, systemClock } from '../../shared/platform/timers.ts';
import type { Sql, Transaction, Value } from './store.ts';

/** The longest that a slice lasts when nobody waits, in real milliseconds: other processes may. They get a moment to begin. */
const [MAX_SLICE, MOMENT] = [100, 10];

/** The part of a shared connection that one piece of long work needs. */
interface Turns {
  readonly tx: Transaction;
  /** Whether other processes can have the database. */
  readonly isInFile: boolean;
  /** Whether other work waits for the connection. */
  isWanted(): boolean;
  /** Takes the connection after all earlier work. Returns a function that gives it back. */
  take(): Promise<() => void>;
  begin(work: string): Promise<void>;
  end(how: 'commit' | 'rollback'): void;
  undo(work: string): Promise<void>;
}

/** Work whose transaction is committed in slices, with other work in between. */
export class Slices {
  readonly id = createIds(systemRandom).hex(); // not a seeded id: several servers can have the file
  readonly #turns: Turns;
  readonly #accountIds: readonly string[];
  /** Gives the connection back; undefined between two slices. */
  #giveBack: (() => void) | undefined;
  #slice = stopwatch();
  #turn = stopwatch();
  /** Since other processes had their moment. */
  #since = stopwatch();
  /** The pause under way, in which no statement may run. */
  #pause: Promise<void> | undefined;
  /** The number of nested transactions, within which nothing can be committed. */
  #depth = 0;
  #isCommitted = false;

  constructor(turns: Turns, accountIds: readonly string[]) {
    this.#turns = turns;
    this.#accountIds = accountIds;
  }

  /** Runs the work completely or not at all. */
  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    openHere.add(this.id);
    try {
      await this.#begin();
      const result = await work(this.#transaction());
      await this.#pause;
      await this.#change('delete from long_work where id = ?', [this.id]);
      // Other servers may have seen the account half done.
      await this.#change('update server_revision set revision = revision + 1', []);
      this.#end('commit');
      return result;
    } catch (error) {
      if (this.#giveBack) this.#end('rollback');
      if (this.#isCommitted) await this.#turns.undo(this.id);
      throw error;
    } finally {
      openHere.delete(this.id);
    }
  }

  /** The transaction of the work. Before each statement outside of nested transactions, others have their turn if it is time. */
  #transaction(): Transaction {
    const { tx } = this.#turns;
    const inTurn = <Run extends (...args: never[]) => Promise<unknown>>(run: Run) =>
      (async (...args: Parameters<Run>) => {
        await this.#giveWay();
        return run(...args);
      }) as Run; // it takes and returns the same
    return {
      ...tx,
      get: inTurn(tx.get),
      all: inTurn(tx.all),
      change: inTurn(tx.change),
      insertReturning: inTurn(tx.insertReturning),
      nested: async (work) => {
        await this.#giveWay();
        this.#depth++;
        return tx.nested(work).finally(() => this.#depth--);
      },
    };
  }

  #giveWay(): Promise<void> | undefined {
    if (this.#depth > 0) return undefined;
    if (this.#pause || this.#turn() < MAX_TURN) return this.#pause;
    this.#pause = this.#rest().finally(() => {
      this.#pause = undefined;
    });
    return this.#pause;
  }

  async #rest(): Promise<void> {
    await new Promise<void>(defer); // others arrive
    const isOver = this.#turns.isWanted() || this.#slice() >= MAX_SLICE;
    if (isOver && this.#depth === 0) {
      this.#end('commit');
      this.#isCommitted = true;
      if (this.#turns.isInFile && this.#since() >= MAX_SLICE) {
        await pause(MOMENT);
        this.#since = stopwatch();
      }
      await this.#begin();
    }
    this.#turn = stopwatch();
  }

  async #begin(): Promise<void> {
    const giveBack = await this.#turns.take();
    try {
      await this.#turns.begin(this.id);
      this.#giveBack = giveBack;
      const held = `insert into long_work (id, account_id, host, process, seen_at) values (?, ?, ?, ?, ?)
        on conflict (id, account_id) do update set seen_at = excluded.seen_at`;
      for (const id of this.#accountIds) {
        await this.#change(held, [this.id, id, HOST, PROCESS, systemClock.now()]);
      }
    } catch (error) {
      if (this.#giveBack === undefined) giveBack();
      throw error;
    }
    this.#slice = stopwatch();
    this.#turn = stopwatch();
  }

  #end(how: 'commit' | 'rollback'): void {
    const giveBack = this.#giveBack;
    this.#giveBack = undefined;
    try {
      this.#turns.end(how);
    } finally {
      giveBack?.();
    }
  }

  #change(sql: Sql, values: readonly Value[]): Promise<number> {
    return this.#turns.tx.change({ table: 'long_work', accountId: '' }, 'any', sql, values);
  }
}
