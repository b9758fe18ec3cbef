import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { noneOut, oneIn, oneOut, pageOut, pageQuery, sortQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, type RequireOne, schema } from './schema/schema.ts';
import { nameAndAddressArguments, profileArguments, Subscriber, subscriberLinks } from './subscribers.ts';

const links = { 'workflows.account': '{base_url}/v2/accounts/{workflows.account}' };

/** An automation ("Workflow"). */
export const Workflow = schema(() =>
  z.object({
    id: f.id('workflow'),
    href: f.link(),
    name: f.text(),
    status: f.known('draft', 'active', 'paused'),
    created_at: f.time(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Workflow extends Infer<typeof Workflow> {}

/** Filter and sort order of the workflow list. */
export const WorkflowQuery = schema(() =>
  z.object({
    /** Default: all. */
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    ...sortQuery('created_at', 'name'),
    ...pageQuery(),
  }),
);
export interface WorkflowQuery extends Infer<typeof WorkflowQuery> {}

/** Arguments for starting a subscriber on a workflow. At least one of `email` and `id` is required. */
export const WorkflowStartInput = schema(() =>
  z
    .object({
      email: f.optional(f.email()),
      /** The subscriber's id. */
      id: f.optional(f.name()),
      ...nameAndAddressArguments(),
      ...profileArguments(),
    })
    .check(...f.needsOneOf('email', 'id')),
);
export type WorkflowStartInput = RequireOne<Infer<typeof WorkflowStartInput>, 'email' | 'id'>;

export const workflows = {
  /** Lists the workflows of the account. */
  list: endpoint('GET /v2/{account_id}/workflows', {
    query: WorkflowQuery,
    response: pageOut<Workflow>('workflows', Workflow, { links, sorted: true }),
  }),
  /** Gets one workflow. */
  get: endpoint('GET /v2/{account_id}/workflows/{workflow_id}', {
    response: oneOut<Workflow>('workflows', Workflow, { links }),
  }),
  /** Activates a draft or paused workflow. */
  activate: endpoint('POST /v2/{account_id}/workflows/{workflow_id}/activate', {
    also: [422],
    response: noneOut,
  }),
  /** Pauses an active workflow. */
  pause: endpoint('POST /v2/{account_id}/workflows/{workflow_id}/pause', {
    also: [422],
    response: noneOut,
  }),
  /** Starts a subscriber on a workflow. If the workflow is not active, the subscriber is not added. */
  start: endpoint('POST /v2/{account_id}/workflows/{workflow_id}/subscribers', {
    body: oneIn<WorkflowStartInput>('subscribers', WorkflowStartInput),
    status: 201,
    location: true,
    response: oneOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks }),
  }),
  /** Removes a subscriber from a workflow. */
  remove: endpoint('DELETE /v2/{account_id}/workflows/{workflow_id}/subscribers/{id_or_email}', {
    response: noneOut,
  }),
};
