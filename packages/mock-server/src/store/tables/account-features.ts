import { selectRow, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import type { AccountData, LeadScoring } from './accounts.ts';

/** The account settings that nearly every change needs. */
export interface AccountFeatures {
  readonly scoring: LeadScoring | undefined;
  readonly hasWebhooks: boolean;
  /** Whether any workflow is active. */
  readonly hasWorkflows: boolean;
  /** Until when webhook payloads are recorded for listeners, in real milliseconds since 1970; 0 without one. */
  readonly listenedUntil: number;
  /** Whether webhooks, content requests and forwarded emails are held back. */
  readonly isOffline: boolean;
}

const FEATURE_TABLES = ['accounts', 'webhook_listeners', 'webhooks', 'workflows'];

export const findAccountFeatures = (tx: Transaction, id: string): Promise<AccountFeatures> =>
  tx.cached(`features ${id}`, FEATURE_TABLES, () => readAccountFeatures(tx, id));

async function readAccountFeatures(tx: Transaction, id: string): Promise<AccountFeatures> {
  const row = await selectRow<FeaturesRow>(
    tx,
    sql`select data,
       (select expires_at from webhook_listeners where account_id = accounts.id) as listened_until,
       exists (select 1 from webhooks where account_id = accounts.id and status = 'active') as has_webhooks,
       exists (select 1 from workflows where account_id = accounts.id and status = 'active') as has_workflows
     from accounts where id = ${id}`,
  );
  const { lead_scoring: scoring, is_offline: isOffline = false }: Partial<AccountData> = row
    ? JSON.parse(row.data)
    : {};
  return {
    scoring,
    hasWebhooks: Boolean(row?.has_webhooks),
    hasWorkflows: Boolean(row?.has_workflows),
    listenedUntil: Number(row?.listened_until ?? 0),
    isOffline,
  };
}

interface FeaturesRow {
  readonly data: string;
  readonly has_webhooks: unknown;
  readonly has_workflows: unknown;
  readonly listened_until: number | null;
}
