import type { WorkflowStep } from '../../store/records/workflows.ts';
import { findRecord, type RecordRow } from '../../store/tables/records.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import {
  memberships,
  placeOfSteps,
  type StoredMembership,
  updateMembership,
} from '../../store/tables/workflow-memberships.ts';
import type { Context } from '../context/context.ts';
import { recordEventOf } from '../custom-events/record.ts';
import { openEmailContext } from '../email/sender.ts';
import { sendMessage } from '../email-delivery/send.ts';
import type { StepsPayload } from '../queue.ts';
import { isMet } from '../rules.ts';
import { changeTags, emitTags } from '../subscribers/tags.ts';
import { enqueueSteps } from '../workflow-triggers/handle-event.ts';
import { workflowActive } from '../workflow-triggers/triggers.ts';

/** Runs a subscriber's next workflow steps, up to one that waits. */
// Unspecified: U-126
export async function doSteps(
  context: Context,
  { workflowId, subscriberId, run }: StepsPayload,
): Promise<void> {
  const { tx, accountId } = context;
  const membership = await memberships.find(tx, accountId, { workflowId, subscriberId });
  if (membership?.run !== run) return; // they were removed, or reached a goal
  const workflow = await findRecord(tx, accountId, 'workflows', workflowId);
  const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!workflow || !subscriber) return;
  if (!isMet(workflowActive(workflow))) {
    return updateMembership(tx, accountId, { ...membership, waitsFor: 'activation' });
  }
  await runSteps({ ...context, place: placeOfSteps(membership) }, workflow, subscriber, membership);
}

async function runSteps(
  context: Context,
  { id, data: { steps } }: RecordRow<'workflows'>,
  subscriber: SubscriberRow,
  membership: StoredMembership,
): Promise<void> {
  const { tx, accountId } = context;
  for (let index = membership.step; ; index++) {
    const step = steps[index];
    if (step === undefined || step.type === 'exit') {
      await memberships.remove(tx, accountId, { workflowId: id, subscriberId: subscriber.id });
      return;
    }
    if (step.type === 'delay') {
      // A delay breaks an endless chain of workflows that start one another.
      const delay = millisecondsOf(step);
      const wait = { waitsFor: 'delay', until: context.services.clock.now() + delay } as const;
      const waiting: StoredMembership = { ...membership, ...wait, step: index + 1, depth: 0 };
      await updateMembership(tx, accountId, waiting);
      return enqueueSteps(context, waiting, delay);
    }
    if (step.type === 'goal' && step.otherwise !== 'continue') {
      return updateMembership(tx, accountId, { ...membership, step: index, waitsFor: 'goal' });
    }
    // The step may cause events that read the position or reach a later goal.
    await updateMembership(tx, accountId, { ...membership, step: index + 1, waitsFor: null });
    await doStep({ ...context, depth: membership.depth }, step, subscriber, membership);
    const now = await memberships.find(tx, accountId, { workflowId: id, subscriberId: subscriber.id });
    if (now?.run !== membership.run) return;
  }
}

async function doStep(
  context: Context,
  step: WorkflowStep,
  subscriber: SubscriberRow,
  { workflowId, event }: StoredMembership,
): Promise<void> {
  switch (step.type) {
    case 'apply_tag':
      return emitTags(context, subscriber, await changeTags(context, subscriber, { tags: [step.tag] }));
    case 'remove_tag':
      return emitTags(
        context,
        subscriber,
        await changeTags(context, subscriber, { remove_tags: [step.tag] }),
      );
    case 'record_event':
      return recordEventOf(context, subscriber, null, {
        action: step.action,
        properties: step.properties ?? {},
      });
    case 'send_email':
      await sendMessage(await openEmailContext(context), {
        subscriber,
        email: step.email,
        workflow: { id: workflowId, event },
      });
      return;
    default:
      return; // a goal that does not wait
  }
}

/** Resumes the subscribers that wait for a workflow to become active again. */
// Unspecified: U-126
export async function resumeWorkflow(context: Context, workflowId: string): Promise<void> {
  const { tx, accountId } = context;
  for (const membership of await memberships.list(tx, accountId, { workflowId })) {
    if (membership.waitsFor !== 'activation') continue;
    await updateMembership(tx, accountId, { ...membership, waitsFor: null });
    await enqueueSteps(context, membership);
  }
}

const millisecondsOf = ({ days = 0, hours = 0, minutes = 0 }: Extract<WorkflowStep, { type: 'delay' }>) =>
  ((days * 24 + hours) * 60 + minutes) * 60_000;
