import { number, text } from '../engine/column.ts';
import { distinctValues } from '../engine/filter.ts';
import { selectColumn, selectValue, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';
import { countChanged } from './subscriber-totals.ts';

/** The tags of subscribers, with the subscribers' numbers, by which lists are sorted. */
export const subscriberTags = table(
  'subscriber_tags',
  { subscriberId: text(), tag: text(), subscriberSeq: number().hidden() },
  { isCounted: true },
);

/** Applies a tag; false when the subscriber already has it. */
export async function insertTag(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  tag: string,
): Promise<boolean> {
  const statement = sql`insert into subscriber_tags (account_id, subscriber_id, tag, subscriber_seq)
    values (${accountId}, ${subscriberId}, ${tag},
      (select seq from subscribers where account_id = ${accountId} and id = ${subscriberId}))
    on conflict (account_id, subscriber_id, tag) do nothing`;
  const insert = () => subscriberTags.change(tx, accountId, statement);
  return (await countChanged(tx, { accountId, id: subscriberId, tag }, insert)) > 0;
}

/** Removes a tag; false when the subscriber does not have it. */
export async function deleteTag(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  tag: string,
): Promise<boolean> {
  const remove = () => subscriberTags.remove(tx, accountId, { subscriberId, tag });
  return (await countChanged(tx, { accountId, id: subscriberId, tag }, remove)) > 0;
}

/** Lists a subscriber's tags in the order they were applied. */
export const listTagsOf = async (
  tx: Transaction,
  accountId: string,
  subscriberId: string,
): Promise<string[]> => (await subscriberTags.list(tx, accountId, { subscriberId })).map(({ tag }) => tag);

const tagsOf = (accountId: string) =>
  distinctValues('subscriber_tags', 'tag', sql`account_id = ${accountId}`);

export const listTags = (tx: Transaction, accountId: string): Promise<string[]> =>
  selectColumn(tx, sql`${tagsOf(accountId)} select value from found where value is not null order by value`);

export async function countTags(tx: Transaction, accountId: string, limit: number): Promise<number> {
  const some = sql`select value from found where value is not null limit ${limit}`;
  const statement = sql`${tagsOf(accountId)} select count(*) from (${some}) as counted`;
  return (await selectValue<number>(tx, statement)) ?? 0;
}
