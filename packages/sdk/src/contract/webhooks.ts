import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { manyOut, noneOut, oneIn, oneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

const links = { 'webhooks.account': '{base_url}/v2/accounts/{webhooks.account}' };

/** A URL that receives event notifications ("Webhook"). */
export const Webhook = schema(() =>
  z.object({
    id: f.id('webhook'),
    href: f.link(),
    post_url: f.text(),
    /** Currently `2`; older webhooks may have other versions. */
    version: f.text(),
    include_received_email: f.boolean(),
    events: z.array(f.known(...WEBHOOK_EVENTS)),
    created_at: f.time(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Webhook extends Infer<typeof Webhook> {}

/** Arguments for creating a webhook. */
export const WebhookInput = schema(() =>
  z.object({
    /** URL to post notifications to, http or https. */
    post_url: f.url(),
    /** Default false. */
    include_received_email: f.optional(f.boolean()),
    /** Default: all events except `subscriber.received_email`. */
    events: f.optional(z.array(f.oneOf(...WEBHOOK_EVENTS))),
  }),
);
export interface WebhookInput extends Infer<typeof WebhookInput> {}

const oneWebhook = oneOut<Webhook>('webhooks', Webhook, { links });

export const webhooks = {
  /** Lists all webhooks of the account. */
  list: endpoint('GET /v2/{account_id}/webhooks', {
    response: manyOut<Webhook>('webhooks', Webhook, { links }),
  }),
  /** Gets one webhook. */
  get: endpoint('GET /v2/{account_id}/webhooks/{webhook_id}', {
    response: oneWebhook,
  }),
  /** Creates a webhook. */
  create: endpoint('POST /v2/{account_id}/webhooks', {
    body: oneIn<WebhookInput>('webhooks', WebhookInput),
    status: 201,
    location: true,
    response: oneWebhook,
  }),
  /** Deletes a webhook. */
  delete: endpoint('DELETE /v2/{account_id}/webhooks/{webhook_id}', {
    response: noneOut,
  }),
};
