import type { Transaction } from '../engine/store.ts';

/** Has the payloads of an account's webhooks recorded until a time, in real milliseconds since 1970. */
export async function putWebhookListener(
  tx: Transaction,
  accountId: string,
  expiresAt: number,
): Promise<void> {
  await tx.run(
    `insert into webhook_listeners (account_id, expires_at) values (?, ?)
     on conflict (account_id) do update set expires_at = excluded.expires_at`,
    accountId,
    expiresAt,
  );
}

/** Finds until when payloads are recorded; undefined if nobody has listened. */
export async function findWebhookListener(tx: Transaction, accountId: string): Promise<number | undefined> {
  const sql = 'select expires_at from webhook_listeners where account_id = ?';
  const row = await tx.get<{ expires_at: number }>(sql, accountId);
  return row && Number(row.expires_at);
}
