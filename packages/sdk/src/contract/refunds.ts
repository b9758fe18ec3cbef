import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { emptyOut, oneIn } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

/** Arguments for creating or updating a refund of a legacy order ("Refund"). */
export const RefundInput = schema(() =>
  z.object({
    /** The provider of the refunded order. */
    provider: f.name(),
    /** The `upstream_id` of the refunded order. */
    order_upstream_id: f.name(),
    /** In cents. */
    amount: f.cents(),
    /** Identifies the refund. Required for updates. */
    upstream_id: f.optional(f.text()),
    note: f.optional(f.text()),
    /** ISO 8601. */
    processed_at: f.optional(f.isoTime()),
  }),
);
export interface RefundInput extends Infer<typeof RefundInput> {}

export const refunds = {
  /** Creates or updates a refund. A new refund reduces the subscriber's lifetime value. */
  upsert: endpoint('POST /v2/{account_id}/refunds', {
    body: oneIn<RefundInput>('refunds', RefundInput),
    status: 202,
    response: emptyOut,
  }),
};
