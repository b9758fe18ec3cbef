import type { WorkflowStartInput } from '@trickle/sdk/contract';
import { listRecords, type RecordRow, updateRecord } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { requireRecord, requireStatus } from '../records/record.ts';
import { findSubscriber } from '../records/subscriber.ts';
import { upsertSubscriber } from '../subscribers/subscribers.ts';
import { enroll } from '../workflow-triggers/handle-event.ts';
import { actionsRequired } from '../workflow-triggers/triggers.ts';
import { resumeWorkflow } from './steps.ts';

/** Creates or updates a subscriber and adds them to a workflow, unless it is inactive or they are already on it. */
// Unspecified: U-09
// Unspecified: U-57
export async function startOnWorkflow(
  context: Context,
  workflowId: string,
  input: WorkflowStartInput,
): Promise<SubscriberRow> {
  const workflow = await requireRecord(context, 'workflows', workflowId);
  const subscriber = await upsertSubscriber(context, input);
  await enroll(context, workflow.id, subscriber.id, null);
  return subscriber;
}

/** Does nothing if the subscriber is not on the workflow. */
// Unspecified: U-57
export async function removeFromWorkflow(
  context: Context,
  workflowId: string,
  idOrEmail: string,
): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', workflowId);
  const subscriber = await findSubscriber(context, idOrEmail);
  const membership = { workflowId: workflow.id, subscriberId: subscriber.id };
  await memberships.remove(context.tx, context.accountId, membership);
}

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

// Unspecified: U-16
export async function pauseWorkflow(context: Context, id: string): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', id);
  requireStatus(workflow, 'active');
  await move(context, workflow, 'paused');
}

async function move({ tx, accountId }: Context, { id, data }: RecordRow<'workflows'>, status: string) {
  await updateRecord(tx, accountId, 'workflows', { id, status, data });
}
