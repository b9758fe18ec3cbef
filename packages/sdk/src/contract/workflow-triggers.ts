import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { manyOut, oneIn, oneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

/** A trigger that starts subscribers on a workflow ("Workflow trigger"). */
export const WorkflowTrigger = schema(() =>
  z.object({
    id: f.id('trigger'),
    type: f.known('trigger'),
    trigger_type: f.text(),
    provider: f.text(),
    properties: f.properties(),
    /** Steps required before the trigger takes effect. */
    actions_required: z.array(z.object({ code: f.code(), message: f.wording() })),
  }),
);
export interface WorkflowTrigger extends Infer<typeof WorkflowTrigger> {}

/** Arguments for creating or updating a trigger. */
export const WorkflowTriggerInput = schema(() =>
  z.object({ provider: f.name(), trigger_type: f.name(), properties: f.optional(f.properties()) }),
);
export interface WorkflowTriggerInput extends Infer<typeof WorkflowTriggerInput> {}

const body = oneIn<WorkflowTriggerInput>('triggers', WorkflowTriggerInput);
const response = oneOut<WorkflowTrigger>('triggers', WorkflowTrigger);

export const workflowTriggers = {
  /** Lists all triggers of a workflow. */
  list: endpoint('GET /v2/{account_id}/workflows/{workflow_id}/triggers', {
    response: manyOut<WorkflowTrigger>('triggers', WorkflowTrigger),
  }),
  /** Adds a trigger to a workflow. */
  create: endpoint('POST /v2/{account_id}/workflows/{workflow_id}/triggers', {
    body,
    response,
  }),
  /** Updates a trigger. */
  update: endpoint('PUT /v2/{account_id}/workflows/{workflow_id}/triggers/{trigger_id}', {
    body,
    response,
  }),
};
