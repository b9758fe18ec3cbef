import type { StoredMembership } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';

/** Enqueues the job that runs a subscriber's next workflow steps. `delay` is in milliseconds. */
export async function enqueueSteps(
  context: Context,
  { workflowId, subscriberId, run }: StoredMembership,
  delay = 0,
): Promise<void> {
  await enqueue(context, 'workflow_steps', { workflowId, subscriberId, run }, { delay });
}
