import { schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { MAX_SUBSCRIBERS } from './parts.ts';

const counts = () => z.record(z.string(), z.number());
const lines = () => z._default(z.array(z.string()), []);

/** The content of `pull.json`: the parts of a copy, and what is missing. Anybody can edit it. */
export const Report = schema(() =>
  z.object({
    version: z.literal(1),
    account: z.string(),
    parts: z.array(z.string()),
    /** The number of subscribers that were made up, and the shares of the account. */
    subscribers: z.optional(
      z.object({
        number: z.int().check(z.minimum(0), z.maximum(MAX_SUBSCRIBERS)),
        shares: z.object({ total: z.number(), statuses: counts(), tags: counts(), campaigns: counts() }),
      }),
    ),
    /** Data that the interface does not return, with counts; null if even the count is unknown. */
    notReadable: z._default(z.record(z.string(), z.nullable(z.number())), {}),
    /** Parts that could not be read, with the status of the response or the problem with it. */
    skipped: z._default(z.record(z.string(), z.union([z.number(), z.string()])), {}),
    leftOut: lines(),
    /** Deviations from the interface. */
    invalid: lines(),
    /** Records in `additions.json` that the copy lacks, such as `campaigns 111`. */
    goneRecords: lines(),
    unknownMembers: lines(),
  }),
);
export type Report = Readonly<z.infer<ReturnType<typeof Report>>>;
