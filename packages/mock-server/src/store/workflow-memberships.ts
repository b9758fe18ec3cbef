import { mapRow, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** Someone on a workflow. */
export interface MembershipRow {
  readonly workflowId: string;
  readonly subscriberId: string;
  /** ISO 8601: since when. */
  readonly createdAt: string;
  /** The index of the step that comes next. */
  readonly step: number;
  /** What the person waits for: the end of a delay, a goal, or that the workflow is active again. */
  readonly waitsFor: 'delay' | 'goal' | 'activation' | null;
  /** Properties of the event that put them on the workflow; null where none did. */
  readonly event: Readonly<Record<string, unknown>> | null;
}

/** A membership with what the server keeps to itself. */
export interface KeptMembership extends MembershipRow {
  /** Of the job that goes on with it; the jobs of an earlier stay, or of steps that were leapt over, are moot. */
  readonly run: string;
  /** How many workflows have started one another, without any delay, up to this one. */
  readonly depth: number;
}

const { columns, placeholders, toRow, values } = mapRow<KeptMembership>(
  { workflowId: 'workflow_id', subscriberId: 'subscriber_id', createdAt: 'created_at' },
  'data',
);

/** Puts someone on a workflow; tells whether they were not on it before. */
export async function insertWorkflowMembership(
  tx: Transaction,
  accountId: string,
  membership: KeptMembership,
): Promise<boolean> {
  const changed = await tx.run(
    `insert into workflow_memberships (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, workflow_id, subscriber_id) do nothing`,
    accountId,
    ...values(membership),
  );
  return changed > 0;
}

/** Keeps where someone is on a workflow. */
export async function updateMembership(
  tx: Transaction,
  accountId: string,
  membership: KeptMembership,
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
): Promise<KeptMembership | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from workflow_memberships
     where account_id = ? and workflow_id = ? and subscriber_id = ?`,
    accountId,
    workflowId,
    subscriberId,
  );
  return row && toRow(row);
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

/** The workflows that someone is on, in the order in which they were put there. */
export async function listMembershipsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
): Promise<KeptMembership[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from workflow_memberships where account_id = ? and subscriber_id = ? order by seq`,
    accountId,
    subscriberId,
  );
  return rows.map(toRow);
}

/** Who is on which workflow, or on one, in the order in which they were put there. */
export async function listMemberships(
  tx: Transaction,
  accountId: string,
  workflowId?: string | undefined,
): Promise<KeptMembership[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from workflow_memberships
     where account_id = ? and (? is null or workflow_id = ?) order by seq`,
    accountId,
    workflowId ?? null,
    workflowId ?? null,
  );
  return rows.map(toRow);
}
