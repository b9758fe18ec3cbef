import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { oneOut, pageOut, pageQuery, sortQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = { 'broadcasts.account': '{base_url}/v2/accounts/{broadcasts.account}' };

/** A single-email campaign ("Single-email campaign (broadcast)"). */
export const Broadcast = schema(() =>
  z.object({
    id: f.id('broadcast'),
    status: f.known('draft', 'canceled', 'scheduled', 'sending', 'sent'),
    /** An internal name, not shown to subscribers. */
    name: f.text(),
    from_name: f.maybe(f.text()),
    from_email: f.maybe(f.text()),
    postal_address: f.maybe(f.text()),
    /** Whether `send_at` is in each subscriber's own time zone. */
    localize_sending_time: f.boolean(),
    send_at: f.maybe(f.time()),
    bcc: f.orNull(f.text()),
    created_at: f.time(),
    href: f.link(),
    subject: f.text(),
    html_body: f.text(),
    text_body: f.text(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Broadcast extends Infer<typeof Broadcast> {}

/** Filter and sort order of the broadcast list. */
export const BroadcastQuery = schema(() =>
  z.object({
    /** Default: all. */
    status: f.optional(f.oneOf('draft', 'scheduled', 'sent')),
    ...sortQuery('created_at', 'send_at', 'name'),
    ...pageQuery(),
  }),
);
export interface BroadcastQuery extends Infer<typeof BroadcastQuery> {}

export const broadcasts = {
  /** Lists the single-email campaigns of the account. */
  list: endpoint('GET /v2/{account_id}/broadcasts', {
    query: BroadcastQuery,
    response: pageOut<Broadcast>('broadcasts', Broadcast, { links, sorted: true }),
  }),
  /** Gets one single-email campaign. */
  get: endpoint('GET /v2/{account_id}/broadcasts/{broadcast_id}', {
    response: oneOut<Broadcast>('broadcasts', Broadcast, { links }),
  }),
};
