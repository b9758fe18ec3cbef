import { json, number, text } from '../engine/column.ts';
import {
  countRows,
  isCommonEnough,
  type Position,
  positionOf,
  type SortedList,
  selectPage,
} from '../engine/page.ts';
import { beginningOf, listOf } from '../engine/query-cache.ts';
import { allOf, type Fragment, selectColumn, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';
import type { SubscriptionStatus } from './campaign-subscriptions.ts';
import { countChanged, countCreated, type ListFilter, totalOf } from './subscriber-totals.ts';
import { visitors } from './visitors.ts';

/** The status of a subscriber. The interface shows the last two only through the list's `status` filter. */
export type SubscriberStatus = 'active' | 'unsubscribed' | 'undeliverable' | 'removed';

/** Text attributes that visitors can set about themselves. */
export const PROFILE_ATTRIBUTES = [
  'first_name',
  'last_name',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'sms_number',
] as const;

/** Text attributes, absent without a value. */
export const TEXT_ATTRIBUTES = [
  ...PROFILE_ATTRIBUTES,
  'ip_address',
  'user_agent',
  'original_referrer',
  'landing_url',
  'eu_consent_message',
] as const;
export type TextAttribute = (typeof TEXT_ATTRIBUTES)[number];

/** The members of a subscriber that share a column, under the interface's names. */
export interface SubscriberData extends Partial<Record<TextAttribute, string>> {
  initial_status?: 'active' | 'unsubscribed';
  sms_consent: boolean;
  eu_consent: 'granted' | 'denied' | 'unknown';
  time_zone: string;
  prospect: boolean;
  base_lead_score: number;
  /** Absent while the subscriber is not scored. */
  lead_score?: number;
  /** Points earned on top of `base_lead_score`; preserved while the subscriber is not scored. */
  lead_points?: number;
  lifetime_value: number;
  custom_fields: Record<string, string>;
  /** The status before the subscriber became undeliverable. */
  deliverable_status?: 'active' | 'unsubscribed';
}

/** Subscribers, with hidden columns that lists sort and search by. */
export const subscribers = table(
  'subscribers',
  {
    id: text(),
    email: text(),
    userId: text().orNull(),
    visitorUuid: text().orNull(),
    status: text<SubscriberStatus>(),
    createdAt: text(),
    data: json<SubscriberData>(),
    emailKey: text().hidden(),
    leadScore: number().orNull().hidden(),
    lifetimeValue: number().hidden(),
    searchText: text().hidden(),
  },
  { isCounted: true },
);
const { selection: columns, toRow } = subscribers;

type StoredSubscriber = RowOf<typeof subscribers>;

/** A subscriber, whose members a rule changes before it stores them. */
export interface SubscriberRow extends Pick<StoredSubscriber, 'id' | 'createdAt' | 'data'> {
  email: string;
  userId: string | null;
  visitorUuid: string | null;
  status: SubscriberStatus;
}

/** The key for comparing email addresses, which are case-insensitive. */
// Unspecified: U-41
export const emailKey = (email: string) => email.toLowerCase();

export const findSubscriberBy = (
  tx: Transaction,
  accountId: string,
  key: 'id' | 'email' | 'userId',
  value: string,
): Promise<SubscriberRow | undefined> =>
  subscribers.find(tx, accountId, key === 'email' ? { emailKey: emailKey(value) } : { [key]: value });

const listColumns = (row: SubscriberRow) => ({
  emailKey: emailKey(row.email),
  leadScore: row.data.lead_score ?? null,
  lifetimeValue: row.data.lifetime_value,
  searchText: searchText(row),
});

/** The text that a search looks through, in lower case: email address, name, id and user id, one per line. */
function searchText({ id, email, userId, data: { first_name = '', last_name = '' } }: SubscriberRow): string {
  return `${email}\n${first_name} ${last_name}\n${id}\n${userId ?? ''}`.toLowerCase();
}

export async function insertSubscriber(
  tx: Transaction,
  accountId: string,
  row: SubscriberRow,
): Promise<void> {
  await subscribers.insert(tx, accountId, { ...row, ...listColumns(row) });
  await countCreated(tx, accountId, row);
}

export async function updateSubscriber(
  tx: Transaction,
  accountId: string,
  row: SubscriberRow,
): Promise<void> {
  const { id, createdAt: _, ...members } = row;
  const changed = { ...members, ...listColumns(row) };
  const { status } = row; // of the columns that lists need, only this one can change
  if ((await changeDetails(tx, accountId, { id, status }, changed)) > 0) return;
  await countChanged(tx, { accountId, id }, () => subscribers.update(tx, accountId, { id }, changed));
}

/** Changes subscribers in columns that no list needs. */
function changeDetails(
  tx: Transaction,
  accountId: string,
  ...change: Tail<Parameters<typeof subscribers.updating>>
): Promise<number> {
  const { sql, values } = subscribers.updating(accountId, ...change);
  return tx.change({ table: 'subscribers', accountId, effect: 'details' }, 'any', sql, values);
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

/** Unlinks a visitor from the subscriber if it is the subscriber's latest. */
export async function forgetVisitor(
  tx: Transaction,
  accountId: string,
  id: string,
  uuid: string,
): Promise<void> {
  await changeDetails(tx, accountId, { id, visitorUuid: uuid }, { visitorUuid: null });
}

/** Deletes a subscriber with their tags, campaigns and workflows. The account keeps their events. */
export const deleteSubscriberRow = (tx: Transaction, accountId: string, id: string): Promise<void> =>
  countChanged(tx, { accountId, id }, () => deleteWithParts(tx, accountId, id));

async function deleteWithParts(tx: Transaction, accountId: string, id: string): Promise<void> {
  for (const table of PARTS) {
    const statement = `delete from ${table} where account_id = ? and subscriber_id = ?`;
    await tx.change({ table, accountId, isCounted: true }, 'any', statement, [accountId, id]);
  }
  await visitors.update(tx, accountId, { subscriberId: id }, { subscriberId: null });
  await subscribers.remove(tx, accountId, { id });
}

const PARTS = ['subscriber_tags', 'value_changes', 'campaign_subscriptions', 'workflow_memberships'];

export interface SubscriberFilter extends ListFilter {
  readonly statuses: readonly SubscriberStatus[];
  /** Only subscribers who were removed from all their campaigns. */
  readonly isRemoved?: boolean | undefined;
  readonly campaign?: { readonly id: string; readonly status: SubscriptionStatus } | undefined;
}

export interface SubscriberOrder {
  /** Ties are broken by order of creation. */
  readonly sort: 'seq' | 'id' | 'created_at';
  readonly direction: 'asc' | 'desc';
}

const removedIn = (accountId: string) => sql`(status = 'removed' or (
  id in (select subscriber_id from campaign_subscriptions where account_id = ${accountId} and status = 'removed')
  and id not in (select subscriber_id from campaign_subscriptions
                 where account_id = ${accountId} and status in ('active', 'unconfirmed'))))`;

/** The condition for subscribers with at least one of the tags. */
export function tagCondition(accountId: string, tags: readonly string[], isCommon: boolean): Fragment {
  const tagged = sql`from subscriber_tags tags where tags.account_id = ${accountId} and tag in (${tags})`;
  return isCommon
    ? sql`exists (select 1 ${tagged} and subscriber_id = subscribers.id)`
    : sql`seq in (select subscriber_seq ${tagged})`;
}

/** Every pair of a subscriber and one of its tags. An index sorts the pairs of a tag by `subscriber_seq`. */
const TAGGED = `(select account_id as tag_account, tag, subscriber_seq from subscriber_tags) tagged
  cross join subscribers`;

/** The condition for subscribers with one tag, in `TAGGED`. */
const taggedWith = (accountId: string, tag: string | undefined) =>
  sql`tag_account = ${accountId} and tag = ${tag ?? null} and seq = subscriber_seq`;

/** The condition of a filter, with another one for its tags. */
function where(
  accountId: string,
  { statuses, isRemoved, campaign, tags, createdBefore, createdAfter }: SubscriberFilter,
  ofTags = tagCondition(accountId, tags, false),
): Fragment {
  return allOf([
    sql`account_id = ${accountId}`,
    ...(statuses.length > 0 ? [sql`status in (${statuses})`] : []),
    ...(isRemoved ? [removedIn(accountId)] : []),
    ...(campaign
      ? [
          sql`id in (select subscriber_id from campaign_subscriptions
            where account_id = ${accountId} and campaign_id = ${campaign.id} and status = ${campaign.status})`,
        ]
      : []),
    ...(tags.length > 0 ? [ofTags] : []),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${createdBefore}`]),
    ...(createdAfter === undefined ? [] : [sql`created_at > ${createdAfter}`]),
  ]);
}

interface SubscriberSlice {
  readonly limit: number;
  readonly offset: number;
  /** Default: in order of creation. */
  readonly order?: SubscriberOrder;
}

/** Whether a filter selects subscribers by themselves, so that new subscribers change nothing about the others. */
const isSimple = ({ tags, isRemoved, campaign }: SubscriberFilter) =>
  tags.length === 0 && !isRemoved && campaign === undefined;

const sourcesOf = ({ tags, isRemoved, campaign }: SubscriberFilter): readonly string[] => [
  listOf('subscribers'),
  ...(tags.length > 0 ? ['subscriber_tags'] : []),
  ...(isRemoved || campaign ? ['campaign_subscriptions'] : []),
];

const ANY: SubscriberFilter = { statuses: [], tags: [] };

function countSelected(tx: Transaction, accountId: string, filter: SubscriberFilter): Promise<number> {
  const condition = where(accountId, filter);
  if (!filter.isRemoved && filter.campaign === undefined) return totalOf(tx, accountId, filter, condition);
  return tx.cached(`total ${JSON.stringify(condition)}`, sourcesOf(filter), () =>
    countRows(tx, { table: 'subscribers', where: condition }),
  );
}

type List = SortedList<SubscriberRow>;

/** The subscribers with one tag, in order of creation. */
const listOfTagged = (accountId: string, filter: SubscriberFilter): List => ({
  columns,
  table: TAGGED,
  where: where(accountId, filter, taggedWith(accountId, filter.tags[0])),
  key: ['subscriber_seq'],
  toRow,
});

async function listSorted(
  tx: Transaction,
  accountId: string,
  filter: SubscriberFilter,
  { sort, total, limit }: { sort: SubscriberOrder['sort']; total: number; limit: number },
): Promise<List> {
  const isCommon =
    filter.tags.length > 0 && isCommonEnough(total, await countSelected(tx, accountId, ANY), limit);
  return {
    columns,
    table: 'subscribers',
    where: where(accountId, filter, tagCondition(accountId, filter.tags, isCommon)),
    key: sort === 'seq' ? ['seq'] : [sort, 'seq'],
    toRow,
  };
}

/** Lists one page of subscribers, with the total. A page of a long list costs the same as the first one. */
export async function listSubscriberRows(
  tx: Transaction,
  accountId: string,
  filter: SubscriberFilter,
  { limit, offset, order: { sort, direction } = { sort: 'seq', direction: 'asc' } }: SubscriberSlice,
): Promise<{ rows: SubscriberRow[]; total: number }> {
  const total = await countSelected(tx, accountId, filter);
  if (offset >= total) return { rows: [], total };
  const list =
    filter.tags.length === 1 && sort === 'seq'
      ? listOfTagged(accountId, filter)
      : await listSorted(tx, accountId, filter, { sort, total, limit });
  const name = JSON.stringify([list.where, list.key, direction]);
  const isReversed = direction === 'desc';
  const isAppended = isSimple(filter) && sort === 'seq' && !isReversed;
  const sources = isAppended ? [beginningOf('subscribers')] : sourcesOf(filter);
  const before = (count: number, load: () => Promise<Position | undefined>) =>
    tx.cached(`${count} before ${name}`, sources, load);
  const after =
    offset === 0 ? undefined : await before(offset, () => positionOf(tx, list, offset, isReversed));
  const { rows, positions } = await selectPage(tx, list, { limit, after, isReversed });
  await before(offset + rows.length, async () => positions.at(-1));
  return { rows, total };
}

/** The most addresses that are compared with a misspelt one. */
const COMPARED = 1000;

export const listFirstEmails = (tx: Transaction, accountId: string): Promise<string[]> =>
  selectColumn(
    tx,
    sql`select email from subscribers where account_id = ${accountId} order by seq limit ${COMPARED}`,
  );
