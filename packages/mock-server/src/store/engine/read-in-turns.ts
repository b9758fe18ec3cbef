import type { StatementSync } from 'node:sqlite';
import { turns } from '../../shared/platform/timers.ts';
import { isTooLarge } from './large-integers.ts';
import type { Sql, Transaction, Value } from './store.ts';

/** A transaction that reads long lists in several turns of the event loop. Nobody else may use its connection. */
export function inTurns(tx: Transaction, prepare: (sql: Sql) => StatementSync): Transaction {
  const pause = turns();
  return {
    ...tx,
    async all<Row>(sql: Sql, ...values: Value[]) {
      const rows: unknown[] = [];
      try {
        for (const row of prepare(sql).iterate(...values)) {
          rows.push(row);
          await pause();
        }
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        return tx.all<Row>(sql, ...values); // which reads the nearest numbers
      }
      return rows as Row[]; // the caller's statement determines the rows
    },
  };
}
