import { enqueueRecords } from '../../jobs/enqueue-records.ts';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import type { Call } from '../http/handler.ts';
import type { Reply } from '../http/reply.ts';

/** Accepts the records of a v2 batch for background processing. The last segment of `Location` is the request id. */
// Unspecified: U-24
export function acceptBatch(operation: string) {
  return async ({ context, baseUrl, input }: Call<readonly unknown[]>): Promise<Reply<undefined>> => {
    const id = await enqueueRecords(context, { operation, records: input });
    const location = urlBelow(baseUrl, 'v2', context.accountId, 'batches', id);
    return { output: undefined, location };
  };
}
