import type { Transaction } from './store.ts';

/** Puts someone on a workflow; tells whether they were not on it before. */
export async function insertMembership(
  tx: Transaction,
  accountId: string,
  { workflowId, subscriberId, createdAt }: { workflowId: string; subscriberId: string; createdAt: string },
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
