import { INSERT_MAIL } from '../../store/tables/outbox.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';

/** Wraps a store, and calls `onSent` with the number of emails that each committed transaction sent. */
export function meteredStore(store: Store, onSent: (count: number) => void): Store {
  const { isShared, image, pool, renumber, direct, beside, announce, alone } = store;
  return {
    read: (work) => store.read(work),
    async write(work, accountId) {
      const mails = new MailCount();
      const result = await store.write((tx) => {
        mails.count = 0; // the store may repeat the transaction
        return work(counted(tx, mails));
      }, accountId);
      if (mails.count > 0) onSent(mails.count);
      return result;
    },
    ...(alone && {
      async alone(work) {
        const mails = new MailCount();
        try {
          return await alone((tx) => work(counted(tx, mails)));
        } finally {
          if (mails.count > 0) onSent(mails.count); // each statement is committed, even if `work` throws later
        }
      },
    }),
    watch: (accountId, listener) => store.watch(accountId, listener),
    close: () => store.close(),
    ...(isShared !== undefined && { isShared }),
    ...(image && { image }),
    ...(pool && { pool }),
    ...(direct && { direct }),
    ...(beside && { beside }),
    ...(announce && { announce }),
    ...(renumber && { renumber: (tx) => renumber.call(store, tx) }),
  };
}

class MailCount {
  count = 0;
}

function counted(tx: Transaction, mails: MailCount): Transaction {
  const { remember } = tx;
  return {
    get: (sql, ...values) => tx.get(sql, ...values),
    all: (sql, ...values) => tx.all(sql, ...values),
    async run(sql, ...values) {
      const changed = await tx.run(sql, ...values);
      if (sql === INSERT_MAIL) mails.count += changed;
      return changed;
    },
    ...(remember && { remember }),
    async nested(work) {
      const before = mails.count;
      try {
        return await tx.nested(work);
      } catch (error) {
        mails.count = before; // rolled back
        throw error;
      }
    },
  };
}
