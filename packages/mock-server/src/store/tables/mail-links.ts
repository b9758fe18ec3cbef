import type { Transaction } from '../engine/store.ts';

/** Stores the target of an email link. Click tracking redirects only to stored targets. */
export async function keepLink(
  tx: Transaction,
  accountId: string,
  { id, url }: { id: string; url: string },
): Promise<void> {
  await tx.run(
    'insert into mail_links (account_id, id, url) values (?, ?, ?) on conflict (account_id, id) do nothing',
    accountId,
    id,
    url,
  );
}

/** Finds the target URL of an email link. */
export async function findLink(tx: Transaction, accountId: string, id: string): Promise<string | undefined> {
  const sql = 'select url from mail_links where account_id = ? and id = ?';
  return (await tx.get<{ url: string }>(sql, accountId, id))?.url;
}
