import type { WorkflowStartInput } from '@trickle/sdk/contract';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { memberships } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { requireRecord } from '../records/find-record.ts';
import { findSubscriber } from '../records/subscriber.ts';
import { upsertSubscriber } from '../subscribers/upsert.ts';
import { enroll } from '../workflow-triggers/enroll.ts';

/**
 * Creates or updates a subscriber and adds them to a workflow, unless it is inactive or they are already on it.
 */
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

/** Removes a subscriber from a workflow. Does nothing if they are not on it. */
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
