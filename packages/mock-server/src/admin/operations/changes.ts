import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { changeBroadcast, changeForm, changeGoal, changeWebhook } from '../../seed/change-record.ts';
import { changeWorkflow } from '../../seed/change-workflow.ts';
import {
  BroadcastChange,
  FormChange,
  GoalChange,
  WebhookChange,
  WorkflowChange,
} from '../../seed/changes.ts';
import { operation } from '../operation.ts';
import { account } from './fields.ts';

const OneBroadcast = schema(() =>
  z.strictObject({ ...account(), broadcast_id: f.name(), ...BroadcastChange().shape }),
);
const OneForm = schema(() => z.strictObject({ ...account(), form_id: f.name(), ...FormChange().shape }));
const OneGoal = schema(() => z.strictObject({ ...account(), goal_id: f.name(), ...GoalChange().shape }));
const OneWebhook = schema(() =>
  z.strictObject({ ...account(), webhook_id: f.name(), ...WebhookChange().shape }),
);
const OneWorkflow = schema(() =>
  z.strictObject({ ...account(), workflow_id: f.name(), ...WorkflowChange().shape }),
);

/** Changes of records that the REST API cannot change. Members that are not given stay as they are. */
export const changes = [
  operation('broadcasts.change', 'PUT /_admin/broadcasts/{broadcast_id}', {
    summary: "Change a broadcast's name, content or sender before it is sent",
    answers: 'No content. Members are those of a seed; those that are not given stay.',
    status: 204,
    input: OneBroadcast,
    run: (_, { account_id, broadcast_id: id, ...change }, inspector) =>
      inspector.write(account_id, (context) => changeBroadcast(context, id, change)),
  }),
  operation('forms.change', 'PUT /_admin/forms/{form_id}', {
    summary: 'Change a form',
    answers: 'No content. Members are those of a seed; those that are not given stay.',
    status: 204,
    input: OneForm,
    run: (_, { account_id, form_id: id, ...change }, inspector) =>
      inspector.write(account_id, (context) => changeForm(context, id, change)),
  }),
  operation('goals.change', 'PUT /_admin/goals/{goal_id}', {
    summary: 'Change a goal',
    answers: 'No content. Members are those of a seed; those that are not given stay.',
    status: 204,
    input: OneGoal,
    run: (_, { account_id, goal_id: id, ...change }, inspector) =>
      inspector.write(account_id, (context) => changeGoal(context, id, change)),
  }),
  operation('webhooks.change', 'PUT /_admin/webhooks/{webhook_id}', {
    summary: "Change a webhook's URL or events",
    answers: 'No content. Pending deliveries keep their URL and body.',
    status: 204,
    input: OneWebhook,
    run: (_, { account_id, webhook_id: id, ...change }, inspector) =>
      inspector.write(account_id, (context) => changeWebhook(context, id, change)),
  }),
  operation('workflows.change', 'PUT /_admin/workflows/{workflow_id}', {
    summary: "Change a workflow's name, steps (the whole list) or triggers (the whole list)",
    answers: 'No content. Its subscribers keep their position.',
    status: 204,
    input: OneWorkflow,
    run: (_, { account_id, workflow_id: id, ...change }, inspector) =>
      inspector.write(account_id, (context) => changeWorkflow(context, id, change)),
  }),
];
