import { findRecord, listActiveTriggers } from '../../store/records.ts';
import {
  type KeptMembership,
  listMembershipsOf,
  updateMembership,
} from '../../store/workflow-memberships.ts';
import type { Context } from '../../world/context.ts';
import { accountFeatures } from '../lookup/account-features.ts';
import { enqueueSteps } from './enqueue-steps.ts';
import { enroll } from './enroll.ts';
import { matches, type TriggerEvent } from './match.ts';

/** Starts a person on the workflows whose trigger is meant, and takes them to the goals that they have reached. */
export async function handleTriggerEvent(
  context: Context,
  subscriberId: string,
  happened: TriggerEvent,
): Promise<void> {
  // A batch tells of thousands of happenings, and most accounts have no workflow at all.
  if (!(await accountFeatures(context)).hasWorkflows) return;
  const { tx, accountId } = context;
  // Those who are on a workflow first: who is started by this is not at once at its goal.
  for (const membership of await listMembershipsOf(tx, accountId, subscriberId)) {
    await reachGoal(context, membership, happened);
  }
  for (const { workflowId, data } of await listActiveTriggers(tx, accountId, happened.type)) {
    if (matches(data, happened)) await enroll(context, workflowId, subscriberId, happened.properties);
  }
}

/** Takes someone to the goal that they have reached, past all steps in between. */
// Unspecified: U-126
async function reachGoal(
  context: Context,
  membership: KeptMembership,
  happened: TriggerEvent,
): Promise<void> {
  const { world, tx, accountId } = context;
  const workflow = await findRecord(tx, accountId, 'workflows', membership.workflowId);
  if (workflow?.status !== 'active') return;
  const goal = workflow.data.steps.findIndex(
    (step, index) => index >= membership.step && step.type === 'goal' && matches(step.trigger, happened),
  );
  if (goal < 0) return;
  const moved: KeptMembership = { ...membership, step: goal + 1, waitsFor: null, run: world.ids.hex() };
  await updateMembership(tx, accountId, moved);
  await enqueueSteps(context, moved);
}
