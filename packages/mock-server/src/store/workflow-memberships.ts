import type { Transaction } from './store.ts';

/** Someone on a workflow. */
export interface MembershipRow {
  readonly workflowId: string;
  readonly subscriberId: string;
  /** ISO 8601: since when. */
  readonly createdAt: string;
}

/** Puts someone on a workflow; tells whether they were not on it before. */
export async function insertMembership(
  tx: Transaction,
  accountId: string,
  { workflowId, subscriberId, createdAt }: MembershipRow,
): Promise<boolean> {
  const changed = await tx.run(
    `insert into workflow_memberships (account_id, workflow_id, subscriber_id, created_at, data)
     values (?, ?, ?, ?, '{}') on conflict (account_id, workflow_id, subscriber_id) do nothing`,
    accountId,
    workflowId,
    subscriberId,
    createdAt,
  );
  return changed > 0;
}

/** Takes someone off a workflow; tells whether they were on it. */
export async function deleteMembership(
  tx: Transaction,
  accountId: string,
  workflowId: string,
  subscriberId: string,
): Promise<boolean> {
  const changed = await tx.run(
    'delete from workflow_memberships where account_id = ? and workflow_id = ? and subscriber_id = ?',
    accountId,
    workflowId,
    subscriberId,
  );
  return changed > 0;
}

/** Who is on which workflow, or on one, in the order in which they were put there. */
export async function listMemberships(
  tx: Transaction,
  accountId: string,
  workflowId?: string | undefined,
): Promise<MembershipRow[]> {
  const rows = await tx.all<{ workflow_id: string; subscriber_id: string; created_at: string }>(
    `select workflow_id, subscriber_id, created_at from workflow_memberships
     where account_id = ? and (? is null or workflow_id = ?) order by seq`,
    accountId,
    workflowId ?? null,
    workflowId ?? null,
  );
  return rows.map((row) => ({
    workflowId: row.workflow_id,
    subscriberId: row.subscriber_id,
    createdAt: row.created_at,
  }));
}
