import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';

/** What an event stream is asked for. */
export const StreamQuery = schema(() =>
  z.strictObject({
    /** Events of this account; of all when left out. */
    account_id: f.optional(f.name()),
    /** Events that came after the one with this number; from now on when left out. `Last-Event-ID` is the same. */
    after: f.optional(f.integerFrom(0)),
  }),
);
