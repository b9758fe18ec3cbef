import { countRows } from '../engine/page.ts';
import { totalsOf } from '../engine/query-cache.ts';
import { selectColumn, selectRow, sql } from '../engine/sql.ts';
import type { Transaction, Value } from '../engine/store.ts';

export interface ListFilter {
  /** Any status when empty. */
  readonly statuses: readonly string[];
  /** At least one of these tags; any when empty. */
  readonly tags: readonly string[];
  readonly createdBefore?: string | undefined;
  readonly createdAfter?: string | undefined;
}

/** The columns that a filter reads. */
interface Listed {
  readonly status: string;
  readonly createdAt: string;
  readonly tags: readonly string[];
}

interface Total {
  readonly filter: ListFilter;
  count: number;
}

/** The largest number of totals of an account. */
const MAX_TOTALS = 100;

/** The totals of an account's lists, by their conditions, as far as they have been counted. Every change adjusts them. */
const totalsIn = (tx: Transaction, accountId: string): Promise<Map<string, Total>> =>
  tx.cached(
    `totals ${accountId}`,
    [totalsOf('subscribers'), totalsOf('subscriber_tags')],
    async () => new Map(),
  );

/** Counts the subscribers that a filter selects. `where` is its condition. */
export async function totalOf(
  tx: Transaction,
  accountId: string,
  filter: ListFilter,
  where: { readonly sql: string; readonly values: readonly Value[] },
): Promise<number> {
  const totals = await totalsIn(tx, accountId);
  const name = JSON.stringify(where);
  const known = totals.get(name);
  if (known) return known.count;
  const count = await countRows(tx, { table: 'subscribers', where });
  if (totals.size >= MAX_TOTALS) totals.clear();
  totals.set(name, { filter, count });
  return count;
}

function selects({ statuses, tags, createdBefore, createdAfter }: ListFilter, listed: Listed): boolean {
  return (
    (statuses.length === 0 || statuses.includes(listed.status)) &&
    (tags.length === 0 || tags.some((tag) => listed.tags.includes(tag))) &&
    (createdBefore === undefined || listed.createdAt < createdBefore) &&
    (createdAfter === undefined || listed.createdAt > createdAfter)
  );
}

export async function countCreated(
  tx: Transaction,
  accountId: string,
  created: Omit<Listed, 'tags'>,
): Promise<void> {
  for (const total of (await totalsIn(tx, accountId)).values()) {
    if (selects(total.filter, { ...created, tags: [] })) total.count++;
  }
}

/** A change of a subscriber: of one tag, or of everything that a filter looks at. */
interface Change {
  readonly accountId: string;
  readonly id: string;
  readonly tag?: string;
}

/** Changes or deletes a subscriber by `work`, and adjusts the totals. */
export async function countChanged<T>(
  tx: Transaction,
  { accountId, id, tag }: Change,
  work: () => Promise<T>,
): Promise<T> {
  const all = await totalsIn(tx, accountId);
  const totals = [...all.values()].filter(({ filter }) => tag === undefined || filter.tags.includes(tag));
  if (totals.length === 0) return work();
  const before = await findListed(tx, accountId, id);
  const result = await work();
  const after = await findListed(tx, accountId, id);
  for (const total of totals) {
    if (before && selects(total.filter, before)) total.count--;
    if (after && selects(total.filter, after)) total.count++;
  }
  return result;
}

async function findListed(tx: Transaction, accountId: string, id: string): Promise<Listed | undefined> {
  const row = await selectRow<Omit<Listed, 'tags'>>(
    tx,
    sql`select status, created_at as "createdAt" from subscribers where account_id = ${accountId} and id = ${id}`,
  );
  const tagged = sql`select tag from subscriber_tags where account_id = ${accountId} and subscriber_id = ${id}`;
  const tags = await selectColumn(tx, tagged);
  return row && { ...row, tags };
}

/** An object that is replaced whenever a subscriber or tag may have changed. */
export const subscriberVersion = (tx: Transaction): Promise<object> =>
  tx.cached('subscriber version', ['subscribers', 'subscriber_tags'], async () => ({}));
