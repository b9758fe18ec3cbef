import { isDeepStrictEqual } from 'node:util';
import { sql } from '../store/engine/sql.ts';
import type { Transaction } from '../store/engine/store.ts';
import { broadcastDefaults } from '../store/records/broadcasts.ts';
import { type CampaignEmail, campaignDefaults, emailDefaults } from '../store/records/campaigns.ts';
import { formData, type SignupFormData } from '../store/records/forms.ts';
import { goalDefaults } from '../store/records/goals.ts';
import { webhookData } from '../store/records/webhooks.ts';
import { triggerDefaults, type WorkflowStep } from '../store/records/workflows.ts';
import { type SubscriptionRow, subscriptions } from '../store/tables/campaign-subscriptions.ts';
import { carts, orders, products, refunds } from '../store/tables/commerce.ts';
import { type DeliveryRow, deliveries } from '../store/tables/deliveries.ts';
import { formSubmissions } from '../store/tables/form-submissions.ts';
import { listRecords, type RecordRow } from '../store/tables/records.ts';
import { memberships, type StoredMembership } from '../store/tables/workflow-memberships.ts';
import type { LeftOut, Loose } from './left-out.ts';
import {
  Broadcast,
  Campaign,
  CampaignSubscriber,
  Email,
  Goal,
  SeedForm,
  Trigger,
  Webhook,
  Workflow,
} from './schema.ts';

export interface ExportedAccount {
  readonly tx: Transaction;
  readonly accountId: string;
  readonly leftOut: LeftOut;
  readonly emails: Map<string, string>;
}

/** An account's campaigns, broadcasts, workflows, forms, goals and webhooks. Export the subscribers first. */
export async function exportRecords(account: ExportedAccount) {
  const { tx, accountId, leftOut } = account;
  const { rows: broadcasts } = await listRecords(tx, accountId, 'broadcasts');
  const { rows: forms } = await listRecords(tx, accountId, 'forms');
  const { rows: goals } = await listRecords(tx, accountId, 'goals');
  const { rows: webhooks } = await listRecords(tx, accountId, 'webhooks');
  return {
    campaigns: await exportCampaigns(account),
    broadcasts: broadcasts.map(({ sendAt: send_at, ...row }) =>
      leftOut.pick(
        Broadcast().shape,
        { ...membersOf(row), send_at },
        { status: 'draft', ...broadcastDefaults },
      ),
    ),
    workflows: await exportWorkflows(account),
    forms: forms.map(({ parentId: campaign_id, ...row }) => {
      const form = withoutFormDefaults(row.data);
      return leftOut.pick(SeedForm().shape, { ...membersOf({ ...row, data: form }), campaign_id });
    }),
    goals: goals.map((row) =>
      leftOut.pick(Goal().shape, membersOf(row), { status: 'active', ...goalDefaults }),
    ),
    webhooks: webhooks.map((row) => {
      const { post_url, include_received_email } = row.data;
      const { events } = webhookData({ post_url, include_received_email });
      const defaults = { status: 'active', include_received_email: false, events };
      return leftOut.pick(Webhook().shape, membersOf(row), defaults);
    }),
  };
}

const membersOf = ({
  id,
  name,
  status,
  createdAt: created_at,
  data,
}: Pick<RecordRow<'campaigns'>, 'id' | 'name' | 'status' | 'createdAt'> & {
  readonly data: object;
}): Loose => ({
  ...data,
  id,
  created_at,
  name,
  status,
});

/** The settings of a form that are not those of a new one with its orientation and pages. */
function withoutFormDefaults({ signup, ...settings }: SignupFormData): Loose {
  const { orientation, whitelist, blacklist } = settings;
  const { signup: plainSignup, ...plain } = formData({ orientation, whitelist, blacklist });
  const differing = (values: object, defaults: Loose) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
    );
  return {
    ...differing(settings, { ...plain }),
    ...differing({ orientation, whitelist, blacklist }, { ...formData({}) }),
    ...differing(signup, { ...plainSignup }),
  };
}

async function exportCampaigns(account: ExportedAccount): Promise<Loose[]> {
  const { tx, accountId, leftOut } = account;
  const { rows } = await listRecords(tx, accountId, 'campaigns');
  const sent = Map.groupBy(
    await deliveries.all(tx, accountId, sql`campaign_id is not null order by seq`),
    ({ campaignId, subscriberId }) => `${campaignId} ${subscriberId}`,
  );
  const campaigns: Loose[] = [];
  for (const row of rows) {
    const emails = row.data.emails.map((email) => leftOut.pick(Email().shape, { ...email }, emailDefaults));
    const members = (await subscriptions.list(tx, accountId, { campaignId: row.id })).flatMap(
      (subscription) =>
        exportSubscription(
          account,
          row,
          subscription,
          sent.get(`${row.id} ${subscription.subscriberId}`) ?? [],
        ),
    );
    campaigns.push({
      ...leftOut.pick(
        Campaign().shape,
        { ...membersOf(row), emails: undefined },
        { status: 'draft', ...campaignDefaults },
      ),
      ...(emails.length > 0 && { emails }),
      ...(members.length > 0 && { subscribers: members }),
    });
  }
  return campaigns;
}

/** A subscription whose last delivery is the last email of its lap, from which its next one follows. */
function exportSubscription(
  { emails, leftOut }: ExportedAccount,
  { data: campaign }: RecordRow<'campaigns'>,
  { subscriberId, status, createdAt: created_at, data }: SubscriptionRow,
  sent: readonly DeliveryRow[],
): Loose[] {
  const email = emails.get(subscriberId);
  if (email === undefined) return [];
  const last = data.last_sent_email_index;
  const known = sent.flatMap((delivery) => exportDelivery(campaign.emails, delivery));
  leftOut.add(
    'marks_of_campaign_emails',
    sent.filter(({ bouncedAt, complainedAt }) => bouncedAt ?? complainedAt).length,
  );
  const isCurrent = last !== undefined && known.at(-1)?.email_index === last;
  const history = isCurrent
    ? known
    : last === undefined
      ? []
      : [...known, { email_index: last, sent_at: data.last_sent_email_at }];
  leftOut.add('campaign_emails', Math.max(0, sent.length - history.length));
  return [
    leftOut.pick(
      CampaignSubscriber().shape,
      { ...data, email, status, created_at, deliveries: history },
      { status: 'active', starting_email_index: 0, is_complete: false, lap: 1, deliveries: [] },
    ),
  ];
}

/** An email of a campaign that was sent; nothing if the campaign no longer has the email. */
function exportDelivery(emails: readonly CampaignEmail[], { emailId, ...sent }: DeliveryRow) {
  const index = emails.findIndex(({ id }) => id === emailId);
  if (index < 0) return [];
  const marks = {
    opened_at: sent.openedAt,
    clicked_at: sent.clickedAt,
    unsubscribed_at: sent.unsubscribedAt,
  };
  const present = Object.entries(marks).filter(([, at]) => at !== null);
  return [{ email_index: index, sent_at: sent.sentAt, ...Object.fromEntries(present) }];
}

async function exportWorkflows({ tx, accountId, leftOut, emails }: ExportedAccount): Promise<Loose[]> {
  const { rows } = await listRecords(tx, accountId, 'workflows');
  const { rows: triggers } = await listRecords(tx, accountId, 'workflow_triggers');
  const subscribed = Map.groupBy(await memberships.list(tx, accountId), ({ workflowId }) => workflowId);
  return rows.map((row) =>
    leftOut.pick(
      Workflow().shape,
      {
        ...membersOf(row),
        triggers: triggers
          .filter(({ parentId }) => parentId === row.id)
          .map(({ id, data }) => leftOut.pick(Trigger().shape, { id, ...data }, triggerDefaults)),
        steps: row.data.steps.map(exportStep),
        subscribers: (subscribed.get(row.id) ?? []).flatMap((membership) =>
          exportMembership(emails, membership),
        ),
      },
      { status: 'draft', triggers: [], steps: [], subscribers: [] },
    ),
  );
}

function exportStep(step: WorkflowStep): Loose {
  if (step.type === 'send_email') return { type: step.type, ...step.email };
  if (step.type !== 'goal') return step;
  const { type, otherwise, trigger } = step;
  const { provider, properties, trigger_type } = trigger;
  return {
    type,
    trigger_type,
    ...(provider !== '' && { provider }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(otherwise !== 'wait' && { otherwise }),
  };
}

/** A subscriber who waits for the end of a delay begins it again. */
function exportMembership(
  emails: ReadonlyMap<string, string>,
  { subscriberId, createdAt: created_at, waitsFor, step: next }: StoredMembership,
): Loose[] {
  const email = emails.get(subscriberId);
  const step = waitsFor === 'delay' ? next - 1 : next;
  return email === undefined ? [] : [{ email, created_at, ...(step > 0 && { step }) }];
}

export async function countOthers({ tx, accountId, leftOut }: ExportedAccount): Promise<void> {
  const sent = await deliveries.all(tx, accountId, sql`campaign_id is null`);
  leftOut.add('broadcast_emails', sent.filter(({ broadcastId }) => broadcastId !== null).length);
  leftOut.add('workflow_emails', sent.filter(({ workflowId }) => workflowId !== null).length);
  leftOut.add('shopper_orders', await orders.count(tx, accountId, { api: 'v3' }));
  leftOut.add('refunds', await refunds.count(tx, accountId));
  leftOut.add('carts', await carts.count(tx, accountId));
  leftOut.add('products', await products.count(tx, accountId));
  leftOut.add('form_submissions', await formSubmissions.count(tx, accountId));
}
