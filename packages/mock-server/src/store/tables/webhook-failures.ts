import { number, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';

/** The outages of webhooks' receivers. Times are milliseconds since 1970. */
export const webhookFailures = table(
  'webhook_failures',
  { webhookId: text(), since: number(), latest: number() },
  { order: ['webhookId'] },
);

/** When the current outages of an account's webhooks began, ISO 8601, by webhook. */
export async function outagesOf(tx: Transaction, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await webhookFailures.list(tx, accountId);
  return new Map(rows.map(({ webhookId, since }) => [webhookId, new Date(since).toISOString()]));
}

/** Ends the outage of a webhook's receiver, if there is one. Few have one, so that is looked up once in a transaction. */
export async function endOutage(tx: Transaction, accountId: string, webhookId: string): Promise<void> {
  const isFailing = await tx.cached(
    `outage ${accountId} ${webhookId}`,
    [webhookFailures.name],
    async () => (await webhookFailures.pick(tx, accountId, { webhookId }, 'since')) !== undefined,
  );
  if (isFailing) await webhookFailures.remove(tx, accountId, { webhookId });
}

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
  await webhookFailures.change(
    tx,
    accountId,
    sql`insert into webhook_failures (account_id, webhook_id, since, latest)
      values (${accountId}, ${webhookId}, ${at}, ${at})
      on conflict (account_id, webhook_id) do update set
        since = case when excluded.latest - webhook_failures.latest > ${MAX_GAP} then excluded.since
          else webhook_failures.since end,
        latest = excluded.latest`,
  );
  return (await webhookFailures.pick(tx, accountId, { webhookId }, 'since')) ?? at;
}
