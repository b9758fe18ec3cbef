import { requireRecord } from '../../domain/records/record.ts';
import {
  changeBroadcast,
  changeForm,
  changeGoal,
  changeWebhook,
  changeWorkflow,
} from '../../seed/change-record.ts';
import {
  BroadcastChange,
  FormChange,
  GoalChange,
  WebhookChange,
  WorkflowChange,
} from '../../seed/changes.ts';
import { operation } from '../operation.ts';
import { draftPreview, formPage } from '../queries/form-preview.ts';
import { readBroadcast, readBroadcasts, readCampaign, readCampaigns } from '../queries/mailings.ts';
import { readCommerce, readForms, readGoals, readWebhooks } from '../queries/records.ts';
import { readWorkflow, readWorkflows } from '../queries/workflows.ts';

const ANSWERS = 'No content. Members are those of a seed; those that are not given stay.';

export const campaignQueries = {
  /** Lists campaigns with their numbers. */
  list: operation({
    route: 'GET /_admin/campaigns',
    answers: '`campaigns`, each with `subscriber_counts`, `sent`, `opened` and `clicked`.',
    run: readCampaigns,
    show: (campaigns) => ({ campaigns }),
  }),
  /** Gets a campaign with its emails. */
  get: operation({
    route: 'GET /_admin/campaigns/{campaign_id}',
    answers: 'The campaign, its `emails` with their numbers, and the next 50 emails that are `due`.',
    run: (context, { campaignId }) => readCampaign(context, campaignId),
  }),
};

export const broadcastQueries = {
  /** Lists broadcasts with their numbers. */
  list: operation({
    route: 'GET /_admin/broadcasts',
    answers: '`broadcasts`, each with `send_at`, `subject`, `sent`, `opened` and `clicked`.',
    run: readBroadcasts,
    show: (broadcasts) => ({ broadcasts }),
  }),
  /** Gets a broadcast with its email. */
  get: operation({
    route: 'GET /_admin/broadcasts/{broadcast_id}',
    answers: 'The broadcast, its email in `emails`, and the next 50 recipients in `due`.',
    run: (context, { broadcastId }) => readBroadcast(context, broadcastId),
  }),
  /** Changes a broadcast's name, content or sender before it is sent. */
  change: operation({
    route: 'PUT /_admin/broadcasts/{broadcast_id}',
    answers: ANSWERS,
    status: 204,
    input: () => ({ change: BroadcastChange() }),
    run: (context, { broadcastId, change }) => changeBroadcast(context, broadcastId, change),
  }),
};

export const workflowQueries = {
  /** Lists workflows with the number of their members. */
  list: operation({
    route: 'GET /_admin/workflows',
    answers: '`workflows`, each with `active` members and how many of them are `waiting`.',
    run: readWorkflows,
    show: (workflows) => ({ workflows }),
  }),
  /** Gets a workflow with its steps and members. */
  get: operation({
    route: 'GET /_admin/workflows/{workflow_id}',
    answers:
      'The workflow with `triggers`, `steps`, the number of members `waiting` at each step, and the newest 50 `members`.',
    run: (context, { workflowId }) => readWorkflow(context, workflowId),
  }),
  /** Changes a workflow's name, steps (the whole list) or triggers (the whole list). */
  change: operation({
    route: 'PUT /_admin/workflows/{workflow_id}',
    answers: 'No content. Its subscribers keep their position.',
    status: 204,
    input: () => ({ change: WorkflowChange() }),
    run: (context, { workflowId, change }) => changeWorkflow(context, workflowId, change),
  }),
};

export const formQueries = {
  /** Lists forms with the number of their submissions. */
  list: operation({
    route: 'GET /_admin/forms',
    answers: '`forms`, with all their settings and the `campaign_name`.',
    run: readForms,
    show: (forms) => ({ forms }),
  }),
  /** Shows a form as the page script draws it. */
  preview: operation({
    route: 'GET /_admin/forms/{form_id}/preview',
    answers:
      'An HTML page that this server may frame. It posts the message `drawn` to its parent when the form is open. Submitting the form there changes nothing.',
    input: () => ({
      /** Default: the form's own. */
      orientation: FormChange().shape.orientation,
    }),
    run: async (context, { formId, orientation }) => ({
      form: await requireRecord(context, 'forms', formId),
      account: context.accountId,
      orientation,
    }),
    show: formPage,
  }),
  /** Shows a form that is being written, as the page script draws it. */
  draft: operation({
    route: 'POST /_admin/forms/preview',
    answers:
      'An HTML page, as of a stored form. A form of a page sends the members as JSON in its field `json`.',
    input: () => ({ form: FormChange() }),
    act: ({ firstId }, { accountId = firstId, form }) => draftPreview(accountId, form),
  }),
  /** Changes a form. */
  change: operation({
    route: 'PUT /_admin/forms/{form_id}',
    answers: ANSWERS,
    status: 204,
    input: () => ({ change: FormChange() }),
    run: (context, { formId, change }) => changeForm(context, formId, change),
  }),
};

export const goalQueries = {
  /** Lists conversions (goals) with how often they were reached. */
  list: operation({
    route: 'GET /_admin/goals',
    answers: '`goals`, each with `conversions` and their `value` in cents.',
    run: readGoals,
    show: (goals) => ({ goals }),
  }),
  /** Changes a goal. */
  change: operation({
    route: 'PUT /_admin/goals/{goal_id}',
    answers: ANSWERS,
    status: 204,
    input: () => ({ change: GoalChange() }),
    run: (context, { goalId, change }) => changeGoal(context, goalId, change),
  }),
};

export const webhookRecordQueries = {
  /** Lists webhooks with the number of their deliveries. */
  list: operation({
    route: 'GET /_admin/webhooks',
    answers:
      '`webhooks`, each with `failing_since` and the numbers of `delivered`, `failed`, `pending` and `dropped` deliveries.',
    run: readWebhooks,
    show: (webhooks) => ({ webhooks }),
  }),
  /** Changes a webhook's URL or events. */
  change: operation({
    route: 'PUT /_admin/webhooks/{webhook_id}',
    answers: 'No content. Pending deliveries keep their URL and body.',
    status: 204,
    input: () => ({ change: WebhookChange() }),
    run: (context, { webhookId, change }) => changeWebhook(context, webhookId, change),
  }),
};

/** Lists the orders, refunds, carts and products of an account. */
export const commerceWithEmails = operation({
  route: 'GET /_admin/commerce',
  answers:
    '`orders` and `carts`, each with `subscriber_id`, and the `email` of the subscriber; `refunds` and `products`.',
  run: readCommerce,
});
