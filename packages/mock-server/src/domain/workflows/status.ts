import { listRecords, type RecordRow, updateRecord } from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { requireRecord } from '../records/find-record.ts';
import { requireStatus } from '../records/require-status.ts';
import { actionsRequired } from '../workflow-triggers/triggers.ts';
import { resumeWorkflow } from './steps.ts';

/** Activates a draft or paused workflow. Throws if it has no complete trigger. */
// Unspecified: U-16
export async function activateWorkflow(context: Context, id: string): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', id);
  requireStatus(workflow, 'draft', 'paused');
  const triggers = await listRecords(context.tx, context.accountId, 'workflow_triggers', { parentIds: [id] });
  if (!triggers.rows.some(({ data }) => actionsRequired(data).length === 0)) {
    throw invalidAttribute('presence_error', 'triggers', 'must include a trigger without actions_required');
  }
  await move(context, workflow, 'active');
  await resumeWorkflow(context, id);
}

/** Pauses an active workflow. */
// Unspecified: U-16
export async function pauseWorkflow(context: Context, id: string): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', id);
  requireStatus(workflow, 'active');
  await move(context, workflow, 'paused');
}

async function move({ tx, accountId }: Context, { id, data }: RecordRow<'workflows'>, status: string) {
  await updateRecord(tx, accountId, 'workflows', { id, status, data });
}
