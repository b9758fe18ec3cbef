import type { Context } from '../domain/context/context.ts';
import { requireRecord, requireStatus } from '../domain/records/record.ts';
import { enqueueSteps } from '../domain/workflow-triggers/handle-event.ts';
import { broadcastDefaults } from '../store/records/broadcasts.ts';
import { formData, type SignupFormData } from '../store/records/forms.ts';
import { goalDefaults } from '../store/records/goals.ts';
import { webhookData } from '../store/records/webhooks.ts';
import { withDefaults } from '../store/records/with-defaults.ts';
import type { WorkflowStep } from '../store/records/workflows.ts';
import { deleteRecord, findRecord, listRecords, records, updateRecord } from '../store/tables/records.ts';
import { memberships, updateMembership } from '../store/tables/workflow-memberships.ts';
import { named, repeated, textsOf } from './account-rules.ts';
import { applyTriggers, stepsOf } from './apply-records.ts';
import type { BroadcastChange, FormChange, GoalChange, WebhookChange, WorkflowChange } from './changes.ts';
import type { TriggerSeed } from './schema.ts';
import { SeedError } from './validate.ts';

/*
 * Changes of records that the REST API cannot change. Members that are not given stay as they are.
 */

/** Changes a broadcast that has not started. Its sending time has its own operation. */
// Unspecified: U-220
export async function changeBroadcast(
  context: Context,
  id: string,
  { name, ...change }: BroadcastChange,
): Promise<void> {
  const broadcast = await requireRecord(context, 'broadcasts', id);
  requireStatus(broadcast, 'draft', 'scheduled');
  // A scheduled start is planned for the first time zone.
  if (change.localize_sending_time !== undefined) requireStatus(broadcast, 'draft');
  const data = withDefaults({ ...broadcast.data, ...change }, broadcastDefaults);
  if (broadcast.status === 'scheduled' && data.subject.trim() === '') {
    throw new SeedError(['subject is required for a scheduled broadcast']);
  }
  await updateRecord(context.tx, context.accountId, 'broadcasts', {
    ...broadcast,
    ...(name !== undefined && { name }),
    data,
  });
}

/** Changes a form. Pages show the change when they load it again. */
// Unspecified: U-220
export async function changeForm(context: Context, id: string, change: FormChange): Promise<void> {
  const { tx, accountId } = context;
  const form = await requireRecord(context, 'forms', id);
  const data = changedForm(form.data, change);
  await updateRecord(tx, accountId, 'forms', { ...form, name: data.headline, data });
  const { campaign_id: campaignId } = change;
  if (campaignId === undefined) return;
  if (campaignId !== null && !(await findRecord(tx, accountId, 'campaigns', campaignId))) {
    throw new SeedError([`campaign_id: campaign not found in this account: ${campaignId}`]);
  }
  await records.forms.update(tx, accountId, { id }, { parentId: campaignId });
}

export function changedForm(
  { signup, ...settings }: SignupFormData,
  { campaign_id, appearance = {}, texts, ...change }: FormChange,
): SignupFormData {
  return formData({
    ...settings,
    ...applyChange(signup, change),
    appearance: applyChange(signup.appearance, appearance),
    texts: { ...signup.texts, ...texts },
  });
}

/** The members of a record after a change, in which null removes a member. */
function applyChange<T extends object, C extends object>(record: T, change: C): T & NonNullMembers<C> {
  const members = Object.entries(change).map(([name, value]) => [name, value ?? undefined]);
  return { ...record, ...Object.fromEntries(members) };
}

type NonNullMembers<C> = { readonly [Name in keyof C]: Exclude<C[Name], null> };

/** Changes a goal. Conversions that are recorded stay. */
// Unspecified: U-220
export async function changeGoal(
  context: Context,
  id: string,
  { name, status, url, ...change }: GoalChange,
): Promise<void> {
  const goal = await requireRecord(context, 'goals', id);
  const settings = { ...goal.data, ...change, url: url === undefined ? goal.data.url : (url ?? undefined) };
  const data = withDefaults(settings, goalDefaults);
  await updateRecord(context.tx, context.accountId, 'goals', {
    ...goal,
    name: name ?? goal.name,
    status: status ?? goal.status,
    data,
  });
}

/** Changes a webhook. Deliveries that are pending keep their URL and body. */
// Unspecified: U-220
export async function changeWebhook(context: Context, id: string, change: WebhookChange): Promise<void> {
  const webhook = await requireRecord(context, 'webhooks', id);
  const { events } = webhook.data;
  const isWithoutEmails = change.include_received_email === false;
  const stored = isWithoutEmails ? events.filter((event) => event !== 'subscriber.received_email') : events;
  const { post_url = webhook.data.post_url, ...members } = change;
  const data = webhookData({ ...webhook.data, events: stored, ...members, post_url });
  await updateRecord(context.tx, context.accountId, 'webhooks', { ...webhook, data });
}

/** Changes a workflow's name, steps (the whole list) or triggers (the whole list). Its subscribers keep their position. */
// Unspecified: U-221
export async function changeWorkflow(
  context: Context,
  id: string,
  { name, steps, triggers }: WorkflowChange,
): Promise<void> {
  const workflow = await requireRecord(context, 'workflows', id);
  const data = steps ? { steps: stepsOf(context, steps) } : workflow.data;
  await updateRecord(context.tx, context.accountId, 'workflows', {
    ...workflow,
    name: name ?? workflow.name,
    data,
  });
  if (triggers) await replaceTriggers(context, id, triggers);
  if (steps) await releaseFromGoals(context, id, data.steps);
}

/** Replaces the triggers of a workflow. Those with an id keep it. */
async function replaceTriggers(
  context: Context,
  workflowId: string,
  triggers: readonly TriggerSeed[],
): Promise<void> {
  const { tx, accountId } = context;
  const { rows } = await listRecords(tx, accountId, 'workflow_triggers', { parentIds: [workflowId] });
  const rowIds = new Set(rows.map(({ id }) => id));
  const problems = [
    ...textsOf(repeated('triggers: id', named(triggers, 'id'))),
    ...triggers.flatMap(({ id }, i) =>
      id === undefined || rowIds.has(id)
        ? []
        : [`triggers[${i}].id: trigger not found in this workflow: ${id}`],
    ),
  ];
  if (problems.length > 0) throw new SeedError(problems);
  for (const { id } of rows) await deleteRecord(tx, accountId, 'workflow_triggers', id);
  await applyTriggers(context, workflowId, triggers);
}

/** Resumes subscribers who wait at a position that is no longer a goal. */
async function releaseFromGoals(
  context: Context,
  workflowId: string,
  steps: readonly WorkflowStep[],
): Promise<void> {
  const { tx, accountId } = context;
  for (const membership of await memberships.list(tx, accountId, { workflowId })) {
    if (membership.waitsFor !== 'goal' || steps[membership.step]?.type === 'goal') continue;
    await updateMembership(tx, accountId, { ...membership, waitsFor: null });
    await enqueueSteps(context, membership);
  }
}
