import type { Store, Transaction } from '../../store/engine/store.ts';

/** The access of one request to the database. */
export interface Access {
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work`, which writes with one statement, or with none. */
  admit<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` completely or not at all. */
  change<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The subscribers that the request has locked, if it has the database for itself: they stay locked until it ends. */
  readonly locked?: string[];
}

/** Runs each step in a transaction of its own. Other requests are served between the steps. */
export const accessInSteps = (store: Store, accountId = ''): Access => ({
  read: (work) => store.read(work),
  admit: (work) => store.write(work, accountId),
  change: (work) => store.write(work, accountId),
});

/** The access of a request that has the database for itself. It adds what it locks to `locked`. */
export const accessAlone = (tx: Transaction, locked: string[]): Access => ({
  read: (work) => work(tx),
  admit: (work) => work(tx),
  change: (work) => tx.nested(() => work(tx)),
  locked,
});
