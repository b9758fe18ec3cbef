import type pg from 'pg';
import { BESIDE_ACCOUNTS } from './store.ts';

/** The keys of advisory locks. A write transaction shares the first, or holds it alone; accounts are below the second. */
const [DATABASE_LOCK, ACCOUNT_LOCK] = [1_953_657_707, 7472];

/** Makes a transaction alone with the database. */
export const HOLD_DATABASE = `select pg_advisory_xact_lock(${DATABASE_LOCK})`;

/** The number under which PostgreSQL stores the status of the transaction, and the time when PostgreSQL started. */
const IDENTITY = 'pg_current_xact_id()::text as number, pg_postmaster_start_time()::text as started';

export interface Identity {
  readonly number: string;
  readonly started: string;
  /** Whether the lock was free, if the transaction did not wait for it. */
  readonly is_free?: number;
}

const SHARE_DATABASE = `select pg_advisory_xact_lock_shared(${DATABASE_LOCK})`;

/** Makes a transaction alone with an account, or with all for undefined. Locks come before statements that see rows. */
export function lockOf(accountId: string | undefined): pg.QueryConfig {
  if (accountId === undefined)
    return { name: 'lock_all', text: `select pg_advisory_xact_lock(${DATABASE_LOCK}), ${IDENTITY}` };
  if (accountId === BESIDE_ACCOUNTS) return { name: 'lock_none', text: `${SHARE_DATABASE}, ${IDENTITY}` };
  const text = `${SHARE_DATABASE}, pg_advisory_xact_lock(${ACCOUNT_LOCK}, $1), ${IDENTITY}`;
  return { name: 'lock_account', text, values: [hashOf(accountId)] };
}

/** Like {@link lockOf} for an account, but does not wait for its lock. */
export const tryLockOf = (accountId: string): pg.QueryConfig => ({
  name: 'try_account',
  text: `${SHARE_DATABASE}, pg_try_advisory_xact_lock(${ACCOUNT_LOCK}, $1) as is_free, ${IDENTITY}`,
  values: [hashOf(accountId)],
});

/**
 * Returns the status of a transaction. After a crash, PostgreSQL reuses the numbers of transactions that never reached
 * the disk. A number at or above the one at which recovery ended is such a number: that transaction was not committed.
 */
export const STATUS = `
  select case when started = $2 or number < split_part(next, ':', 1)::numeric * 4294967296 + split_part(next, ':', 2)::numeric
    then pg_xact_status($1::text::xid8) else 'aborted' end as status
  from (select $1::text::numeric as number, pg_postmaster_start_time()::text as started, next_xid as next
        from pg_control_checkpoint()) as known`;

/** A signed 32-bit hash (FNV-1a). Accounts with the same hash wait for each other, which does no harm. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
