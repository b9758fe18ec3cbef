import { findRecord, listActiveTriggers } from '../../store/tables/records.ts';
import {
  memberships,
  type StoredMembership,
  updateMembership,
} from '../../store/tables/workflow-memberships.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { isMet } from '../rules.ts';
import { enqueueSteps } from './enqueue-steps.ts';
import { enroll } from './enroll.ts';
import { matches, type TriggerEvent } from './match.ts';
import { workflowActive } from './triggers.ts';

/** Moves a subscriber to the workflow goals that an event reaches, and starts the workflows that it triggers. */
export async function handleTriggerEvent(
  context: Context,
  subscriberId: string,
  event: TriggerEvent,
): Promise<void> {
  // A batch emits thousands of events, and most accounts have no workflow.
  if (!(await accountFeatures(context)).hasWorkflows) return;
  const { tx, accountId } = context;
  // Goals first, so that a workflow started by this event does not reach its goal at once.
  for (const membership of await memberships.list(tx, accountId, { subscriberId })) {
    await reachGoal(context, membership, event);
  }
  for (const { workflowId, data } of await listActiveTriggers(tx, accountId, event.type)) {
    if (matches(data, event)) await enroll(context, workflowId, subscriberId, event);
  }
}

/** Moves a subscriber past the goal that the event reaches, skipping the steps before it. */
// Unspecified: U-126
async function reachGoal(context: Context, membership: StoredMembership, event: TriggerEvent): Promise<void> {
  const { services, tx, accountId } = context;
  const workflow = await findRecord(tx, accountId, 'workflows', membership.workflowId);
  if (!workflow || !isMet(workflowActive(workflow))) return;
  const goal = workflow.data.steps.findIndex(
    (step, index) => index >= membership.step && step.type === 'goal' && matches(step.trigger, event),
  );
  if (goal < 0) return;
  const moved: StoredMembership = { ...membership, step: goal + 1, waitsFor: null, run: services.ids.hex() };
  await updateMembership(tx, accountId, moved);
  await enqueueSteps(context, moved);
}
