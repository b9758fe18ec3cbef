import { placeOfSteps, type StoredMembership } from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';

/** Enqueues the job that runs a subscriber's next workflow steps. `delay` is in milliseconds. */
export async function enqueueSteps(context: Context, membership: StoredMembership, delay = 0): Promise<void> {
  const { workflowId, subscriberId, run } = membership;
  const steps = { ...context, place: placeOfSteps(membership) };
  await enqueue(steps, 'workflow_steps', { workflowId, subscriberId, run }, { delay });
}
