import { countRows, isCommonEnough, type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { allOf, type Fragment, selectRows, sql } from '../engine/sql.ts';
import type { StoredRow, Transaction } from '../engine/store.ts';
import { domainEvents } from '../tables/domain-events.ts';
import { type SubscriberStatus, tagCondition } from '../tables/subscribers.ts';

export interface ListedSubscriber {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly status: SubscriberStatus;
  readonly createdAt: string;
  readonly leadScore: number | null;
  /** Cents. */
  readonly lifetimeValue: number;
  readonly userId: string | null;
}

/** The columns that the list can be sorted by. */
const SORTS = {
  created_at: 'created_at',
  email: 'email_key',
  lead_score: 'coalesce(lead_score, -9223372036854775808)',
  lifetime_value: 'lifetime_value',
} as const;
export type SubscriberSort = keyof typeof SORTS;

/** A filter for subscribers; absent members match all. */
export interface SubscriberSearch {
  /** A part of the email address, name, id or user id; case-insensitive. */
  readonly search?: string | undefined;
  readonly status?: SubscriberStatus | undefined;
  readonly tag?: string | undefined;
  /** On `created_at`. */
  readonly conditions?: readonly Fragment[] | undefined;
}

/** The SQL condition of a search. With `isCommon`, the tag is looked up for each subscriber, which is faster for a common tag. */
function whereOf(
  accountId: string,
  { search, status, tag, conditions: created = [] }: SubscriberSearch,
  { isCommon = false }: { readonly isCommon?: boolean } = {},
): Fragment {
  return allOf([
    sql`account_id = ${accountId}`,
    ...created,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(tag === undefined ? [] : [tagCondition(accountId, [tag], isCommon)]),
    ...(search === undefined ? [] : [sql`instr(search_text, ${search.toLowerCase()}) > 0`]),
  ]);
}

const toRow = (row: StoredRow): ListedSubscriber => {
  const { first_name: firstName = null, last_name: lastName = null } = JSON.parse(String(row.data));
  return {
    id: String(row.id),
    email: String(row.email),
    firstName,
    lastName,
    status: row.status as SubscriberStatus, // the column holds nothing else
    createdAt: String(row.created_at),
    leadScore: row.lead_score === null ? null : Number(row.lead_score),
    lifetimeValue: Number(row.lifetime_value),
    userId: row.user_id === null ? null : String(row.user_id),
  };
};

export async function pageOfSubscribers(
  tx: Transaction,
  accountId: string,
  search: SubscriberSearch & { readonly sort: SubscriberSort },
  choice: PageChoice,
): Promise<Page<ListedSubscriber>> {
  const list = {
    columns: 'id, email, status, created_at, lead_score, lifetime_value, user_id, data',
    table: 'subscribers',
    where: whereOf(accountId, search, { isCommon: await isTagCommon(tx, accountId, search, choice) }),
    key: [SORTS[search.sort], 'seq'],
    toRow,
  };
  return selectPage(tx, list, choice);
}

/** Whether it is faster to read the list in its order and look up the tag of each subscriber. */
async function isTagCommon(
  tx: Transaction,
  accountId: string,
  filter: SubscriberSearch,
  { limit = Number.POSITIVE_INFINITY }: PageChoice,
): Promise<boolean> {
  if (filter.tag === undefined) return false;
  const total = await countSubscribers(tx, accountId, filter);
  return isCommonEnough(total, await countSubscribers(tx, accountId, {}), limit);
}

/** Counts the subscribers that match a search. Remembers the count until a subscriber changes. */
export function countSubscribers(
  tx: Transaction,
  accountId: string,
  search: SubscriberSearch,
): Promise<number> {
  const where = whereOf(accountId, search);
  return tx.cached(`inspected ${JSON.stringify(where)}`, ['subscribers', 'subscriber_tags'], () =>
    countRows(tx, { table: 'subscribers', where }),
  );
}

/** Lists when subscribers last unsubscribed, and what led to it. */
export async function listUnsubscriptions(tx: Transaction, accountId: string, ids: readonly string[]) {
  const condition = sql`event = 'subscriber.unsubscribed_all' and subscriber_id in (${ids}) order by seq`;
  const found = ids.length === 0 ? [] : await domainEvents.all(tx, accountId, condition);
  return new Map(found.map(({ subscriberId, occurredAt: at, cause }) => [subscriberId, { at, cause }]));
}

/** Lists the tags of subscribers, in the order they were applied. */
export async function listTagsOfAll(
  tx: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const tags = new Map<string, string[]>();
  const rows = await selectRows<{ subscriber_id: string; tag: string }>(
    tx,
    sql`select subscriber_id, tag from subscriber_tags
      where account_id = ${accountId} and subscriber_id in (${ids}) order by seq`,
  );
  for (const { subscriber_id: id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
  return tags;
}

/** The largest number of ids in a query: databases limit the values of a statement. */
const MAX_IDS = 1000;

/** Reads the email addresses of subscribers by their ids. Deleted subscribers are left out. */
export async function listEmailAddresses(
  tx: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>();
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const part = ids.slice(start, start + MAX_IDS);
    const rows = await selectRows<{ id: string; email: string }>(
      tx,
      sql`select id, email from subscribers where account_id = ${accountId} and id in (${part})`,
    );
    for (const { id, email } of rows) emails.set(id, email);
  }
  return emails;
}
