import type { Transaction } from '../engine/store.ts';

/** Milliseconds after which a failure starts a new outage. Retries of one delivery are always closer together. */
const MAX_GAP = 8 * 3_600_000;

/**
 * Records a failure of a webhook's receiver. Returns when the current outage started, in milliseconds since 1970; a
 * success or a longer gap between failures ends an outage.
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

/** Finds when a receiver's current outage started, in milliseconds since 1970; undefined without one. */
export async function webhookFailsSince(
  tx: Transaction,
  accountId: string,
  webhookId: string,
): Promise<number | undefined> {
  const sql = 'select since from webhook_failures where account_id = ? and webhook_id = ?';
  const row = await tx.get<{ since: number }>(sql, accountId, webhookId);
  return row && Number(row.since);
}

/** Ends the outage of a webhook's receiver. */
export async function endWebhookFailure(
  tx: Transaction,
  accountId: string,
  webhookId: string,
): Promise<void> {
  await tx.run('delete from webhook_failures where account_id = ? and webhook_id = ?', accountId, webhookId);
}
