import { distinctValues } from '../engine/filter.ts';
import { changeRows, type Transaction } from '../engine/store.ts';
import { noteSubscriberChange } from './subscriber-changes.ts';
import { countChanged } from './subscriber-totals.ts';

/** Applies a tag; false when the subscriber already has it. */
export async function insertTag(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  tag: string,
): Promise<boolean> {
  noteSubscriberChange(tx);
  const insert = () =>
    changeRows(
      tx,
      { table: 'subscriber_tags', accountId, isCounted: true },
      `insert into subscriber_tags (account_id, subscriber_id, tag, subscriber_seq)
     values (?, ?, ?, (select seq from subscribers where account_id = ? and id = ?))
     on conflict (account_id, subscriber_id, tag) do nothing`,
      accountId,
      subscriberId,
      tag,
      accountId,
      subscriberId,
    );
  return (await countChanged(tx, { accountId, id: subscriberId, tag }, insert)) > 0;
}

/** Removes a tag; false when the subscriber does not have it. */
export async function deleteTag(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  tag: string,
): Promise<boolean> {
  noteSubscriberChange(tx);
  const remove = () =>
    changeRows(
      tx,
      { table: 'subscriber_tags', accountId, isCounted: true },
      'delete from subscriber_tags where account_id = ? and subscriber_id = ? and tag = ?',
      accountId,
      subscriberId,
      tag,
    );
  return (await countChanged(tx, { accountId, id: subscriberId, tag }, remove)) > 0;
}

/** Lists a subscriber's tags in the order they were applied. */
export async function listTagsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
): Promise<string[]> {
  const rows = await tx.all<{ tag: string }>(
    'select tag from subscriber_tags where account_id = ? and subscriber_id = ? order by seq',
    accountId,
    subscriberId,
  );
  return rows.map((row) => row.tag);
}

/** Lists all tags of an account by name. */
export async function listTags(tx: Transaction, accountId: string): Promise<string[]> {
  const tags = distinctValues('subscriber_tags', 'tag', 'account_id = ?');
  const sql = `${tags} select value from found where value is not null order by value`;
  return (await tx.all<{ value: string }>(sql, accountId, accountId)).map((row) => row.value);
}

/** Whether a subscriber of the account has a tag. */
export async function hasTag(tx: Transaction, accountId: string, tag: string): Promise<boolean> {
  const sql = 'select 1 as there from subscriber_tags where account_id = ? and tag = ? limit 1';
  return (await tx.get(sql, accountId, tag)) !== undefined;
}

/** Counts the tags of an account, up to a limit. */
export async function countTags(tx: Transaction, accountId: string, limit: number): Promise<number> {
  const tags = distinctValues('subscriber_tags', 'tag', 'account_id = ?');
  const sql = `${tags} select count(*) as total from (select value from found where value is not null limit ?) as counted`;
  return Number((await tx.get<{ total: number }>(sql, accountId, accountId, limit))?.total ?? 0);
}
