import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { ORIENTATIONS } from '../../seed/schema.ts';
import { operation } from '../operation.ts';
import { formPreview } from '../queries/form-preview.ts';
import { readBroadcast, readBroadcasts, readCampaign, readCampaigns } from '../queries/mailings.ts';
import { readForms, readGoals, readWebhooks } from '../queries/records.ts';
import { readWorkflow, readWorkflows } from '../queries/workflows.ts';
import { account } from './fields.ts';

const OfAccount = schema(() => z.strictObject(account()));
const OneCampaign = schema(() => z.strictObject({ ...account(), campaign_id: f.name() }));
const OneBroadcast = schema(() => z.strictObject({ ...account(), broadcast_id: f.name() }));
const OneWorkflow = schema(() => z.strictObject({ ...account(), workflow_id: f.name() }));

const OneForm = schema(() =>
  z.strictObject({
    ...account(),
    form_id: f.name(),
    /** Default: the form's own. */
    orientation: f.optional(f.oneOf(...ORIENTATIONS)),
  }),
);

const mailings = [
  operation('campaigns.list', 'GET /_admin/campaigns', {
    summary: 'List campaigns with their numbers',
    answers: '`campaigns`, each with `subscriber_counts`, `sent`, `opened` and `clicked`.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({ campaigns: await readCampaigns(inspector, account_id) }),
  }),
  operation('campaigns.get', 'GET /_admin/campaigns/{campaign_id}', {
    summary: 'Get a campaign with its emails',
    answers: 'The campaign, its `emails` with their numbers, and the next 50 emails that are `due`.',
    input: OneCampaign,
    run: (_, { account_id, campaign_id: id }, inspector) => readCampaign(inspector, account_id, id),
  }),
  operation('broadcasts.list', 'GET /_admin/broadcasts', {
    summary: 'List broadcasts with their numbers',
    answers: '`broadcasts`, each with `send_at`, `subject`, `sent`, `opened` and `clicked`.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({
      broadcasts: await readBroadcasts(inspector, account_id),
    }),
  }),
  operation('broadcasts.get', 'GET /_admin/broadcasts/{broadcast_id}', {
    summary: 'Get a broadcast with its email',
    answers: 'The broadcast, its email in `emails`, and the next 50 recipients in `due`.',
    input: OneBroadcast,
    run: (_, { account_id, broadcast_id: id }, inspector) => readBroadcast(inspector, account_id, id),
  }),
];

export const records = [
  ...mailings,
  operation('workflows.list', 'GET /_admin/workflows', {
    summary: 'List workflows with the number of their members',
    answers: '`workflows`, each with `active` members and how many of them are `waiting`.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({ workflows: await readWorkflows(inspector, account_id) }),
  }),
  operation('workflows.get', 'GET /_admin/workflows/{workflow_id}', {
    summary: 'Get a workflow with its steps and members',
    answers:
      'The workflow with `triggers`, `steps`, the number of members `waiting` at each step, and the newest 50 `members`.',
    input: OneWorkflow,
    run: (_, { account_id, workflow_id: id }, inspector) => readWorkflow(inspector, account_id, id),
  }),
  operation('forms.list', 'GET /_admin/forms', {
    summary: 'List forms with the number of their submissions',
    answers: '`forms`, with all their settings and the `campaign_name`.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({ forms: await readForms(inspector, account_id) }),
  }),
  operation('forms.preview', 'GET /_admin/forms/{form_id}/preview', {
    summary: 'Show a form as the page script draws it',
    answers:
      'An HTML page that this server may frame. It posts the message `drawn` to its parent when the form is open. Submitting the form there changes nothing.',
    input: OneForm,
    run: (_, { account_id, form_id: formId, orientation }, inspector) =>
      formPreview(inspector, account_id, { formId, orientation }),
  }),
  operation('goals.list', 'GET /_admin/goals', {
    summary: 'List conversions (goals) with how often they were reached',
    answers: '`goals`, each with `conversions` and their `value` in cents.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({ goals: await readGoals(inspector, account_id) }),
  }),
  operation('webhooks.list', 'GET /_admin/webhooks', {
    summary: 'List webhooks with the number of their deliveries',
    answers:
      '`webhooks`, each with the numbers of `delivered`, `failed`, `pending` and `dropped` deliveries.',
    input: OfAccount,
    run: async (_, { account_id }, inspector) => ({ webhooks: await readWebhooks(inspector, account_id) }),
  }),
];
