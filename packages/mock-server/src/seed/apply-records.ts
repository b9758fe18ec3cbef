import { enqueueStart } from '../domain/broadcasts/status.ts';
import { planSubscription } from '../domain/campaign-subscriptions/scheduling.ts';
import { emailsOf } from '../domain/campaigns/campaigns.ts';
import type { Context } from '../domain/context/context.ts';
import { freeRecordId, requireRecord } from '../domain/records/record.ts';
import { findSubscriber } from '../domain/records/subscriber.ts';
import { enqueueSteps } from '../domain/workflow-triggers/handle-event.ts';
import { isoTime, parseTime } from '../shared/values/time.ts';
import { broadcastDefaults } from '../store/records/broadcasts.ts';
import { campaignDefaults } from '../store/records/campaigns.ts';
import { formData } from '../store/records/forms.ts';
import { goalDefaults } from '../store/records/goals.ts';
import type { RecordData, RecordTable } from '../store/records/record-data.ts';
import { webhookData } from '../store/records/webhooks.ts';
import { withDefaults } from '../store/records/with-defaults.ts';
import { triggerDefaults, type WorkflowStep, type WorkflowStepSeed } from '../store/records/workflows.ts';
import { type SubscriptionRow, subscriptions } from '../store/tables/campaign-subscriptions.ts';
import { deliveries as emailDeliveries } from '../store/tables/deliveries.ts';
import { insertRecord, type RecordRow } from '../store/tables/records.ts';
import { memberships } from '../store/tables/workflow-memberships.ts';
import { createdAt } from './created-at.ts';
import type { AccountSeed, CampaignSeed, TriggerSeed } from './schema.ts';

/** Applies an account's campaigns, broadcasts, forms, goals and webhooks. Apply subscribers first. */
export async function applyRecords(context: Context, seed: AccountSeed): Promise<void> {
  for (const campaign of seed.campaigns ?? []) await applyCampaign(context, campaign);
  for (const { id, created_at, name, status, send_at, ...data } of seed.broadcasts ?? []) {
    const sendAt = send_at === undefined ? null : isoTime(parseTime(send_at));
    const columns = { id, created_at, name, status: status ?? 'draft', sendAt };
    const stored = withDefaults(data, broadcastDefaults);
    await applyBroadcast(context, await applyRecord(context, 'broadcasts', columns, stored));
  }
  for (const { id, created_at, campaign_id: parentId, ...data } of seed.forms ?? []) {
    await applyRecord(context, 'forms', { id, created_at, parentId, name: data.headline }, formData(data));
  }
  for (const { id, created_at, name, status, ...data } of seed.goals ?? []) {
    await applyRecord(context, 'goals', { id, created_at, name, status }, withDefaults(data, goalDefaults));
  }
  for (const { id, created_at, status, ...data } of seed.webhooks ?? []) {
    await applyRecord(context, 'webhooks', { id, created_at, status }, webhookData(data));
  }
}

async function applyBroadcast(context: Context, id: string): Promise<void> {
  const broadcast = await requireRecord(context, 'broadcasts', id);
  const { status, sendAt } = broadcast;
  if (status === 'scheduled' && sendAt !== null) await enqueueStart(context, broadcast, parseTime(sendAt));
}

async function applyCampaign(
  context: Context,
  { id, created_at, name, status = 'draft', subscribers = [], emails = [], ...settings }: CampaignSeed,
): Promise<void> {
  const data = {
    ...withDefaults(settings, campaignDefaults),
    updated_at: createdAt(context, { created_at }),
    emails: emailsOf(context, emails),
  };
  const campaignId = await applyRecord(context, 'campaigns', { id, created_at, name, status }, data);
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  await applyCampaignSubscribers(context, campaign, subscribers);
}

/** Applies an account's workflows. Apply its history first, which is in the past and starts no workflow. */
export async function applyWorkflows(context: Context, { workflows = [] }: AccountSeed): Promise<void> {
  for (const { triggers = [], subscribers = [], steps = [], status = 'draft', ...columns } of workflows) {
    const parentId = await applyRecord(
      context,
      'workflows',
      { ...columns, status },
      { steps: stepsOf(context, steps) },
    );
    await applyTriggers(context, parentId, triggers);
    await applyWorkflowSubscribers(context, parentId, subscribers, steps.length);
  }
}

export async function applyTriggers(
  context: Context,
  parentId: string,
  triggers: readonly TriggerSeed[],
): Promise<void> {
  for (const { id, ...trigger } of triggers) {
    const data = withDefaults(trigger, triggerDefaults);
    await applyRecord(context, 'workflow_triggers', { id, parentId, name: data.trigger_type }, data);
  }
}

export const stepsOf = ({ services }: Context, steps: readonly WorkflowStepSeed[]): WorkflowStep[] =>
  steps.map((step) => {
    if (step.type === 'goal') {
      const { type, otherwise = 'wait', properties = {}, provider = '', trigger_type } = step;
      return { type, otherwise, trigger: { provider, trigger_type, properties } };
    }
    if (step.type !== 'send_email') return step;
    const { type, id = services.ids.digits(), html_body = '', text_body = '', ...email } = step;
    return { type, email: { id, html_body, text_body, ...email } };
  });

/** The members with their own columns. Default status: `active`. */
interface RecordColumns {
  readonly id?: string | undefined;
  readonly parentId?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly created_at?: string | undefined;
  readonly sendAt?: string | null | undefined;
}

async function applyRecord<Table extends RecordTable>(
  context: Context,
  table: Table,
  { id: seedId, parentId, name = '', status = 'active', sendAt = null, created_at }: RecordColumns,
  data: RecordData[Table],
): Promise<string> {
  const id = seedId ?? (await freeRecordId(context, table));
  const row: RecordRow<Table> = {
    id,
    parentId: parentId ?? null,
    name,
    status,
    createdAt: createdAt(context, { created_at }),
    sendAt,
    data,
  };
  await insertRecord(context.tx, context.accountId, table, row);
  return id;
}

type CampaignSubscribers = NonNullable<CampaignSeed['subscribers']>;
type WorkflowSubscribers = NonNullable<NonNullable<AccountSeed['workflows']>[number]['subscribers']>;

/*
 * Seeded subscriptions and workflow memberships are in the past, so they emit no events.
 */

async function applyCampaignSubscribers(
  context: Context,
  campaign: RecordRow<'campaigns'>,
  subscribers: CampaignSubscribers,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  for (const { email, status = 'active', created_at, deliveries = [], ...members } of subscribers) {
    const subscriber = await findSubscriber(context, email);
    const last = deliveries.at(-1);
    const subscription: SubscriptionRow = {
      id: services.ids.letters(),
      campaignId: campaign.id,
      subscriberId: subscriber.id,
      status,
      createdAt: createdAt(context, { created_at }),
      nextSendAt: null,
      root: place.root,
      parent: place.parent,
      data: {
        is_complete: members.is_complete ?? false,
        lap: members.lap ?? 1,
        starting_email_index: members.starting_email_index ?? 0,
        ...(last && {
          last_sent_email_index: last.email_index,
          last_sent_email_at: isoTime(parseTime(last.sent_at)),
        }),
      },
    };
    await subscriptions.put(tx, accountId, subscription);
    for (const delivery of deliveries) {
      await applyDelivery(context, campaign, subscriber.id, delivery);
    }
    await planSubscription(context, campaign, subscriber, subscription);
  }
}

async function applyDelivery(
  { services, tx, accountId, place }: Context,
  { id: campaignId, data: { emails } }: RecordRow<'campaigns'>,
  subscriberId: string,
  delivery: NonNullable<CampaignSubscribers[number]['deliveries']>[number],
): Promise<void> {
  const time = (text: string | undefined) => (text === undefined ? null : isoTime(parseTime(text)));
  await emailDeliveries.insert(tx, accountId, {
    id: services.ids.letters(),
    campaignId,
    broadcastId: null,
    workflowId: null,
    // Validation has checked that the email exists.
    emailId: emails[delivery.email_index]?.id ?? '',
    emailSubject: emails[delivery.email_index]?.subject ?? '',
    subscriberId,
    sentAt: isoTime(parseTime(delivery.sent_at)),
    openedAt: time(delivery.opened_at),
    clickedAt: time(delivery.clicked_at),
    unsubscribedAt: time(delivery.unsubscribed_at),
    bouncedAt: null,
    complainedAt: null,
    ...place,
  });
}

async function applyWorkflowSubscribers(
  context: Context,
  workflowId: string,
  subscribers: WorkflowSubscribers,
  steps: number,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  for (const { email, created_at, step = 0 } of subscribers) {
    const { id: subscriberId } = await findSubscriber(context, email);
    const membership = {
      workflowId,
      subscriberId,
      createdAt: createdAt(context, { created_at }),
      step,
      waitsFor: null,
      event: null,
      ...place,
      run: services.ids.hex(),
      depth: 0,
    };
    await memberships.insertNew(tx, accountId, membership);
    if (steps > 0) await enqueueSteps(context, membership);
  }
}
