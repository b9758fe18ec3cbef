import { placesFor } from '../engine/filter.ts';
import {
  countRows,
  isCommonEnough,
  type Position,
  positionOf,
  type SortedList,
  selectPage,
} from '../engine/page.ts';
import { beginningOf, listOf } from '../engine/query-cache.ts';
import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, insertRow, type Transaction, type Value } from '../engine/store.ts';
import type { SubscriptionStatus } from './campaign-subscriptions.ts';
import { noteSubscriberChange } from './subscriber-changes.ts';
import { countChanged, countCreated, type ListFilter, totalOf } from './subscriber-totals.ts';

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

export interface SubscriberRow {
  readonly id: string;
  email: string;
  userId: string | null;
  visitorUuid: string | null;
  status: SubscriberStatus;
  readonly createdAt: string;
  readonly data: SubscriberData;
}

const { columns, placeholders, toRow, values } = mapRow<SubscriberRow>({
  id: 'id',
  email: 'email',
  userId: 'user_id',
  visitorUuid: 'visitor_uuid',
  status: 'status',
  createdAt: 'created_at',
  data: json('data'),
});

/** The key for comparing email addresses, which are case-insensitive. */
// Unspecified: U-41
export const emailKey = (email: string) => email.toLowerCase();

const keys = { id: 'id', email: 'email_key', userId: 'user_id' } as const;
const selectBy = Object.fromEntries(
  Object.entries(keys).map(([key, column]) => [
    key,
    `select ${columns} from subscribers where account_id = ? and ${column} = ?`,
  ]),
) as Record<keyof typeof keys, string>; // the entries of `keys`

/** Finds a subscriber by id, email address or user id. */
export async function findSubscriberBy(
  tx: Transaction,
  accountId: string,
  key: keyof typeof keys,
  value: string,
): Promise<SubscriberRow | undefined> {
  const row = await tx.get<StoredRow>(selectBy[key], accountId, key === 'email' ? emailKey(value) : value);
  return row && toRow(row);
}

const insert = `insert into subscribers (account_id, email_key, lead_score, lifetime_value, search_text, ${columns})
  values (?, ?, ?, ?, ?, ${placeholders})`;

/** The values of the columns that lists sort and search by. */
const listColumns = (row: SubscriberRow): Value[] => [
  row.data.lead_score ?? null,
  row.data.lifetime_value,
  searchText(row),
];

/** The text that a search looks through, in lower case: email address, name, id and user id, one per line. */
function searchText({ id, email, userId, data: { first_name = '', last_name = '' } }: SubscriberRow): string {
  return `${email}\n${first_name} ${last_name}\n${id}\n${userId ?? ''}`.toLowerCase();
}

export async function insertSubscriber(
  tx: Transaction,
  accountId: string,
  row: SubscriberRow,
): Promise<void> {
  noteSubscriberChange(tx);
  await insertRow(
    tx,
    { table: 'subscribers', accountId, effect: 'addition', isCounted: true },
    insert,
    accountId,
    emailKey(row.email),
    ...listColumns(row),
    ...values(row),
  );
  await countCreated(tx, accountId, row);
}

const update = `update subscribers set email = ?, email_key = ?, lead_score = ?, lifetime_value = ?, search_text = ?,
    user_id = ?, visitor_uuid = ?, data = ?, status = ?
  where account_id = ? and id = ?`;

export async function updateSubscriber(
  tx: Transaction,
  accountId: string,
  row: SubscriberRow,
): Promise<void> {
  noteSubscriberChange(tx);
  const members = [
    row.email,
    emailKey(row.email),
    ...listColumns(row),
    row.userId,
    row.visitorUuid,
    JSON.stringify(row.data),
    row.status,
    accountId,
    row.id,
  ];
  const target = { table: 'subscribers', accountId, isCounted: true } as const;
  const details = { ...target, effect: 'details' } as const; // of the columns that lists need, only the status can change
  const changed = await changeRows(tx, details, `${update} and status = ?`, ...members, row.status);
  if (changed > 0) return;
  await countChanged(tx, { accountId, id: row.id }, () => changeRows(tx, target, update, ...members));
}

/** Unlinks a visitor from the subscriber if it is the subscriber's latest. */
export async function forgetVisitor(
  tx: Transaction,
  accountId: string,
  id: string,
  uuid: string,
): Promise<void> {
  noteSubscriberChange(tx);
  await changeRows(
    tx,
    { table: 'subscribers', accountId: accountId, effect: 'details' },
    'update subscribers set visitor_uuid = null where account_id = ? and id = ? and visitor_uuid = ?',
    accountId,
    id,
    uuid,
  );
}

/** Deletes a subscriber with their tags, campaigns and workflows. The account keeps their events. */
export const deleteSubscriberRow = (tx: Transaction, accountId: string, id: string): Promise<void> =>
  countChanged(tx, { accountId, id }, () => deleteWithParts(tx, accountId, id));

async function deleteWithParts(tx: Transaction, accountId: string, id: string): Promise<void> {
  noteSubscriberChange(tx);
  const target = (table: string) => ({ table, accountId, isCounted: true }) as const;
  for (const table of [
    'subscriber_tags',
    'value_changes',
    'campaign_subscriptions',
    'workflow_memberships',
  ]) {
    const sql = `delete from ${table} where account_id = ? and subscriber_id = ?`;
    await changeRows(tx, target(table), sql, accountId, id);
  }
  await changeRows(
    tx,
    { table: 'visitors', accountId },
    'update visitors set subscriber_id = null where account_id = ? and subscriber_id = ?',
    accountId,
    id,
  );
  const sql = 'delete from subscribers where account_id = ? and id = ?';
  await changeRows(tx, target('subscribers'), sql, accountId, id);
}

export interface SubscriberFilter extends ListFilter {
  readonly statuses: readonly SubscriberStatus[];
  /** Only subscribers who were removed from all their campaigns. */
  readonly isRemoved?: boolean | undefined;
  /** Only subscribers with this status in a campaign. */
  readonly campaign?: { readonly id: string; readonly status: SubscriptionStatus } | undefined;
}

export interface SubscriberOrder {
  /** Ties are broken by order of creation. */
  readonly sort: 'seq' | 'id' | 'created_at';
  readonly direction: 'asc' | 'desc';
}

const removed = `(status = 'removed' or (
  id in (select subscriber_id from campaign_subscriptions where account_id = ? and status = 'removed')
  and id not in (select subscriber_id from campaign_subscriptions
                 where account_id = ? and status in ('active', 'unconfirmed'))))`;

/** The SQL condition for subscribers with at least one of the tags. Its parameters are the account's id and the tags. */
export function tagCondition(tags: readonly string[], isCommon: boolean): string {
  const tagged = `from subscriber_tags tags where tags.account_id = ? and tag in (${placesFor(tags)})`;
  return isCommon
    ? `exists (select 1 ${tagged} and subscriber_id = subscribers.id)`
    : `seq in (select subscriber_seq ${tagged})`;
}

/** Every pair of a subscriber and one of its tags. An index sorts the pairs of a tag by `subscriber_seq`. */
const TAGGED = `(select account_id as tag_account, tag, subscriber_seq from subscriber_tags) tagged
  cross join subscribers`;

/** The condition for subscribers with one tag, in `TAGGED`. Its parameters are the account's id and the tag. */
const TAGGED_CONDITION = 'tag_account = ? and tag = ? and seq = subscriber_seq';

/** The condition of a filter, with another one for its tags. */
function where(
  accountId: string,
  filter: SubscriberFilter,
  ofTags = tagCondition(filter.tags, false),
): { sql: string; values: Value[] } {
  const conditions = ['account_id = ?'];
  const bound: Value[] = [accountId];
  const add = (condition: string, ...more: readonly Value[]) => {
    conditions.push(condition);
    bound.push(...more);
  };
  if (filter.statuses.length) add(`status in (${placesFor(filter.statuses)})`, ...filter.statuses);
  if (filter.isRemoved) add(removed, accountId, accountId);
  if (filter.campaign) {
    add(
      `id in (select subscriber_id from campaign_subscriptions
              where account_id = ? and campaign_id = ? and status = ?)`,
      accountId,
      filter.campaign.id,
      filter.campaign.status,
    );
  }
  if (filter.tags.length) {
    add(ofTags, accountId, ...filter.tags);
  }
  if (filter.createdBefore !== undefined) add('created_at < ?', filter.createdBefore);
  if (filter.createdAfter !== undefined) add('created_at > ?', filter.createdAfter);
  return { sql: conditions.join(' and '), values: bound };
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

/** What a list is read from. */
const sourcesOf = ({ tags, isRemoved, campaign }: SubscriberFilter): readonly string[] => [
  listOf('subscribers'),
  ...(tags.length > 0 ? ['subscriber_tags'] : []),
  ...(isRemoved || campaign ? ['campaign_subscriptions'] : []),
];

const ANY: SubscriberFilter = { statuses: [], tags: [] };

/** How many subscribers a filter selects. */
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
  where: where(accountId, filter, TAGGED_CONDITION),
  key: ['subscriber_seq'],
  toRow,
});

/** The subscribers that match a filter, sorted by a column. */
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
    where: where(accountId, filter, tagCondition(filter.tags, isCommon)),
    key: sort === 'seq' ? ['seq'] : [sort, 'seq'],
    toRow,
  };
}

/**
 * Lists one page of subscribers, with the total. Remembers the total and the start of the next page until a subscriber
 * leaves the list, or joins it before that page, so that each page of a long list costs the same.
 */
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

/** How many addresses are compared with a misspelt one. */
const COMPARED = 1000;

/** Lists the email addresses of an account's first subscribers. */
export async function listFirstEmails(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.all<{ email: string }>(
    `select email from subscribers where account_id = ? order by seq limit ${COMPARED}`,
    accountId,
  );
  return rows.map(({ email }) => email);
}
