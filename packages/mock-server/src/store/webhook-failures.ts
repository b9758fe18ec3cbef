import type { Transaction } from './store.ts';

/** Attempts of one delivery are never as far apart as this: what is further apart is another trouble. */
const MAX_GAP = 8 * 3_600_000;

/**
 * Notes that a webhook's receiver has failed; tells since when it does so without one success or a longer silence in
 * between, in milliseconds since 1970.
 */
export async function recordWebhookFailure(
  tx: Transaction,
  accountId: string,
  webhookId: string,
  at: number,
): Promise<number> {
  await tx.run(
    `insert into webhook_failures (account_id, webhook_id, since, latest) values (?, ?, ?, ?)
     on conflict (account_id, webhook_id) do update set
       since = case when excluded.latest - webhook_failures.latest > ? then excluded.since
         else webhook_failures.since end,
       latest = excluded.latest`,
    accountId,
    webhookId,
    at,
    at,
    MAX_GAP,
  );
  return (await webhookFailsSince(tx, accountId, webhookId)) ?? at;
}

/** Since when a webhook's receiver fails; undefined when it does not. */
export async function webhookFailsSince(
  tx: Transaction,
  accountId: string,
  webhookId: string,
): Promise<number | undefined> {
  const sql = 'select since from webhook_failures where account_id = ? and webhook_id = ?';
  const row = await tx.get<{ since: number }>(sql, accountId, webhookId);
  return row && Number(row.since);
}

/** Notes that a webhook's receiver does not fail any more. */
export async function endWebhookFailure(
  tx: Transaction,
  accountId: string,
  webhookId: string,
): Promise<void> {
  await tx.run('delete from webhook_failures where account_id = ? and webhook_id = ?', accountId, webhookId);
}
