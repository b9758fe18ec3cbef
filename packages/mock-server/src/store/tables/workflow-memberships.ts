import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A subscriber on a workflow. */
export interface MembershipRow {
  readonly workflowId: string;
  readonly subscriberId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The index of the next step. */
  readonly step: number;
  /** The subscriber waits for the end of a delay, a goal, or the workflow's activation. */
  readonly waitsFor: 'delay' | 'goal' | 'activation' | null;
  /** Properties of the event that started the workflow; null without one. */
  readonly event: Readonly<Record<string, unknown>> | null;
}

/** A membership with its internal members. */
export interface StoredMembership extends MembershipRow {
  /** The id of the job that continues it. Jobs of earlier runs or skipped steps do nothing. */
  readonly run: string;
  /** The number of workflows that started one another without a delay, up to this one. */
  readonly depth: number;
}

const { columns, placeholders, toRow, values } = mapRow<StoredMembership>(
  { workflowId: 'workflow_id', subscriberId: 'subscriber_id', createdAt: 'created_at' },
  'data',
);

/** Adds a subscriber to a workflow; false when they are already on it. */
export async function insertWorkflowMembership(
  tx: Transaction,
  accountId: string,
  membership: StoredMembership,
): Promise<boolean> {
  const changed = await tx.run(
    `insert into workflow_memberships (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, workflow_id, subscriber_id) do nothing`,
    accountId,
    ...values(membership),
  );
  return changed > 0;
}

/** Updates a subscriber's position on a workflow. */
export async function updateMembership(
  tx: Transaction,
  accountId: string,
  membership: StoredMembership,
): Promise<void> {
  const { workflowId, subscriberId, createdAt, ...data } = membership;
  await tx.run(
    `update workflow_memberships set data = ?
     where account_id = ? and workflow_id = ? and subscriber_id = ?`,
    JSON.stringify(data),
    accountId,
    workflowId,
    subscriberId,
  );
}

export async function findMembership(
  tx: Transaction,
  accountId: string,
  workflowId: string,
  subscriberId: string,
): Promise<StoredMembership | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from workflow_memberships
     where account_id = ? and workflow_id = ? and subscriber_id = ?`,
    accountId,
    workflowId,
    subscriberId,
  );
  return row && toRow(row);
}

/** Removes a subscriber from a workflow; false when they are not on it. */
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

/** Lists a subscriber's workflow memberships in order of creation. */
export async function listMembershipsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
): Promise<StoredMembership[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from workflow_memberships where account_id = ? and subscriber_id = ? order by seq`,
    accountId,
    subscriberId,
  );
  return rows.map(toRow);
}

/** Lists the memberships of one workflow or of all, in order of creation. */
export async function listMemberships(
  tx: Transaction,
  accountId: string,
  workflowId?: string | undefined,
): Promise<StoredMembership[]> {
  return (await pageOfMemberships(tx, accountId, { workflowId })).rows;
}

/** Reads a page of the memberships of one workflow or of all. */
export function pageOfMemberships(
  tx: Transaction,
  accountId: string,
  { workflowId }: { readonly workflowId?: string | undefined },
  choice?: PageChoice,
): Promise<Page<StoredMembership>> {
  const where = filterOf(accountId, { workflow_id: workflowId });
  return selectPage(tx, { columns, table: 'workflow_memberships', where, key: ['seq'], toRow }, choice);
}
