import { isoTime } from '../../shared/values/time.ts';
import { below } from '../../store/engine/place.ts';
import { findRecord, listActiveTriggers } from '../../store/tables/records.ts';
import {
  memberships,
  placeOfSteps,
  type StoredMembership,
  updateMembership,
} from '../../store/tables/workflow-memberships.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';
import { isMet } from '../rules.ts';
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

/** The most workflows that may start one another without a delay in between. */
const MAX_DEPTH = 50;

/** Adds a subscriber to an active workflow and runs its steps. Does nothing if they are already on it. */
// Unspecified: U-57
// Unspecified: U-126
export async function enroll(
  context: Context,
  workflowId: string,
  subscriberId: string,
  event: TriggerEvent | null,
): Promise<void> {
  const { services, tx, accountId, depth = 0 } = context;
  const workflow = await findRecord(tx, accountId, 'workflows', workflowId);
  if (!workflow || !isMet(workflowActive(workflow)) || depth >= MAX_DEPTH) return;
  const name = await event?.name?.();
  const membership = {
    workflowId,
    subscriberId,
    createdAt: isoTime(services.clock.now()),
    step: 0,
    waitsFor: null,
    event: event?.properties ?? null,
    ...(name === undefined ? context.place : below(context.place, name)),
    run: services.ids.hex(),
    depth: depth + 1,
  };
  const isNew = await memberships.insertNew(tx, accountId, membership);
  if (isNew && workflow.data.steps.length > 0) await enqueueSteps(context, membership);
}

/** Enqueues the job that runs a subscriber's next workflow steps. `delay` is in milliseconds. */
export async function enqueueSteps(context: Context, membership: StoredMembership, delay = 0): Promise<void> {
  const { workflowId, subscriberId, run } = membership;
  const steps = { ...context, place: placeOfSteps(membership) };
  await enqueue(steps, 'workflow_steps', { workflowId, subscriberId, run }, { delay });
}
