import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { batchIn, noneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

/** The subscriber to unsubscribe. */
export const UnsubscribeInput = schema(() =>
  z.object({
    email: f.email(),
  }),
);
export interface UnsubscribeInput extends Infer<typeof UnsubscribeInput> {}

export const unsubscribes = {
  /** Unsubscribes 1 to 1000 subscribers from all mailings, in the background. */
  createBatch: endpoint('POST /v2/{account_id}/unsubscribes/batches', {
    body: batchIn<UnsubscribeInput>('subscribers', UnsubscribeInput),
    response: noneOut,
    repeatable: true,
  }),
};
