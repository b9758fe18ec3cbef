import { others, text } from '../engine/column.ts';
import { belowOwn, nameOf, type Place, readName, rowAbove } from '../engine/place.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

export const memberships = table(
  'workflow_memberships',
  {
    workflowId: text(),
    subscriberId: text(),
    /** ISO 8601. */
    createdAt: text(),
    /** The place of what made the subscriber enter it. */
    root: text().orNull(),
    parent: text().orNull(),
    data: others<MembershipProgress & MembershipRun>(),
  },
  { key: ['workflowId', 'subscriberId'] },
);

interface MembershipProgress {
  /** The index of the next step. */
  readonly step: number;
  /** The subscriber waits for the end of a delay, a goal, or the workflow's activation. */
  readonly waitsFor: 'delay' | 'goal' | 'activation' | null;
  /** Properties of the event that started the workflow; null without one. */
  readonly event: Readonly<Record<string, unknown>> | null;
}

/** The internal members of a membership. */
interface MembershipRun {
  /** The id of the job that continues it. Jobs of earlier runs or skipped steps do nothing. */
  readonly run: string;
  /** The number of workflows that started one another without a delay, up to this one. */
  readonly depth: number;
  /** When the delay ends, in milliseconds since 1970; null without one. */
  readonly until?: number | null;
}

/** A membership with its internal members. */
export interface StoredMembership extends RowOf<typeof memberships> {}

export interface MembershipRow extends Omit<StoredMembership, keyof MembershipRun | keyof Place> {}

/** The place of what the steps do. A subscriber can enter a workflow again, for another reason. */
export const placeOfSteps = (row: StoredMembership): Place =>
  belowOwn(row, nameOf('workflow', row.workflowId), membershipName(row));

/** The name of a stay on a workflow, with the id of what made the subscriber enter it. */
export const membershipName = (row: StoredMembership): string =>
  nameOf('membership', `${row.workflowId}/${row.subscriberId}/${readName(rowAbove(row)).id ?? ''}`);

export async function updateMembership(
  tx: Transaction,
  accountId: string,
  membership: StoredMembership,
): Promise<void> {
  const { workflowId, subscriberId, createdAt: _, ...progress } = membership;
  await memberships.update(tx, accountId, { workflowId, subscriberId }, progress);
}
