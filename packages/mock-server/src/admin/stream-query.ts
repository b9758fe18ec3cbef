import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';

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
