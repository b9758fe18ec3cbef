import { field as f } from '@trickle/sdk/contract';
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

const ANSWERS = 'No content. Members are those of a seed; those that are not given stay.';

/** Changes a broadcast's name, content or sender before it is sent. */
export const changeOfBroadcast = operation({
  route: 'PUT /_admin/broadcasts/{broadcast_id}',
  answers: ANSWERS,
  status: 204,
  input: () => ({ broadcastId: f.name(), change: BroadcastChange() }),
  first: ['broadcastId', 'change'],
  run: (context, { broadcastId, change }) => changeBroadcast(context, broadcastId, change),
});

/** Changes a form. */
export const changeOfForm = operation({
  route: 'PUT /_admin/forms/{form_id}',
  answers: ANSWERS,
  status: 204,
  input: () => ({ formId: f.name(), change: FormChange() }),
  first: ['formId', 'change'],
  run: (context, { formId, change }) => changeForm(context, formId, change),
});

/** Changes a goal. */
export const changeOfGoal = operation({
  route: 'PUT /_admin/goals/{goal_id}',
  answers: ANSWERS,
  status: 204,
  input: () => ({ goalId: f.name(), change: GoalChange() }),
  first: ['goalId', 'change'],
  run: (context, { goalId, change }) => changeGoal(context, goalId, change),
});

/** Changes a webhook's URL or events. */
export const changeOfWebhook = operation({
  route: 'PUT /_admin/webhooks/{webhook_id}',
  answers: 'No content. Pending deliveries keep their URL and body.',
  status: 204,
  input: () => ({ webhookId: f.name(), change: WebhookChange() }),
  first: ['webhookId', 'change'],
  run: (context, { webhookId, change }) => changeWebhook(context, webhookId, change),
});

/** Changes a workflow's name, steps (the whole list) or triggers (the whole list). */
export const changeOfWorkflow = operation({
  route: 'PUT /_admin/workflows/{workflow_id}',
  answers: 'No content. Its subscribers keep their position.',
  status: 204,
  input: () => ({ workflowId: f.name(), change: WorkflowChange() }),
  first: ['workflowId', 'change'],
  run: (context, { workflowId, change }) => changeWorkflow(context, workflowId, change),
});
