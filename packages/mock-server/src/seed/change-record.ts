import type { Context } from '../domain/context/context.ts';
import { requireRecord } from '../domain/records/find-record.ts';
import { requireStatus } from '../domain/records/require-status.ts';
import { broadcastDefaults } from '../store/records/broadcasts.ts';
import { formData } from '../store/records/forms.ts';
import { goalDefaults } from '../store/records/goals.ts';
import { webhookData } from '../store/records/webhooks.ts';
import { withDefaults } from '../store/records/with-defaults.ts';
import { findRecord, updateParent, updateRecord } from '../store/tables/records.ts';
import type { BroadcastChange, FormChange, GoalChange, WebhookChange } from './changes.ts';
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
export async function changeForm(
  context: Context,
  id: string,
  { campaign_id: campaignId, eu_consent, redirect_url, texts, ...change }: FormChange,
): Promise<void> {
  const { tx, accountId } = context;
  const form = await requireRecord(context, 'forms', id);
  const { signup, ...settings } = form.data;
  const data = formData({
    ...settings,
    ...signup,
    ...change,
    texts: { ...signup.texts, ...texts },
    eu_consent: eu_consent === undefined ? signup.eu_consent : (eu_consent ?? undefined),
    redirect_url: redirect_url === undefined ? signup.redirect_url : (redirect_url ?? undefined),
  });
  await updateRecord(tx, accountId, 'forms', { ...form, name: data.headline, data });
  if (campaignId === undefined) return;
  if (campaignId !== null && !(await findRecord(tx, accountId, 'campaigns', campaignId))) {
    throw new SeedError([`campaign_id: campaign not found in this account: ${campaignId}`]);
  }
  await updateParent(tx, accountId, id, campaignId);
}

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
