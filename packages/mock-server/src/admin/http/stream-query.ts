import { field as f, type Infer, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { checked, readQuery } from './read-admin-input.ts';

/** The query parameters of the event stream. */
export const StreamQuery = schema(() =>
  z.strictObject({
    /** Only events of this account. Default: all accounts. */
    account_id: f.optional(f.name()),
    /** Starts after the event with this sequence number, as the header `Last-Event-ID` does. Default: from now on. */
    after: f.optional(f.integerFrom(0)),
  }),
);

/** The query parameters of the stream of changes. */
export const ChangesQuery = schema(() =>
  z.strictObject({
    /** Only changes of this account. Default: all accounts. */
    account_id: f.optional(f.name()),
  }),
);

/** The query parameters of the stream of webhooks. */
export const WebhookStreamQuery = schema(() =>
  z.strictObject({
    /** The account id. Default: the first account. */
    account_id: f.optional(f.name()),
    /** Starts after the webhook with this `id`, as the header `Last-Event-ID` does. Default: from now on. */
    after: f.optional(f.integerFrom(0)),
  }),
);

/** Reads the query of a stream. The header `Last-Event-ID` overrides `after`. */
export function readStreamQuery<S extends Schema>(schema: S, request: Request): Infer<S> {
  const query = readQuery(new URL(request.url));
  const last = request.headers.get('last-event-id');
  const texts = last === null ? query : { ...query, after: last };
  return checked(schema, texts, texts);
}
