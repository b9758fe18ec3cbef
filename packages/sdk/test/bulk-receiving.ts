import { BulkError, type Checkpoint, type Fetch, type SubscriberInput } from '../src/index.ts';
import { clientOf, failureOf } from './answered-client.ts';

/** Records of these numbers. */
export const subscribers = (count: number): SubscriberInput[] =>
  Array.from({ length: count }, (_, i) => ({ email: `p${i}@x.io` }));

export const purchases = (count: number) =>
  subscribers(count).map(({ email = '' }) => ({ email, action: 'Bought' }));

export type Records = readonly { readonly email?: string }[];

/** A client whose batches are answered by `answer`, 204 unless it says something else, and what they held. */
export function receiving(
  answer: (records: Records, index: number) => ReturnType<Fetch> | undefined = () => undefined,
) {
  const batches: Records[] = [];
  const client = clientOf({
    retries: 0,
    fetch: async (request) => {
      const body = (await request.json()) as { batches: [Record<string, Records>] };
      const records = Object.values(body.batches[0])[0] ?? [];
      batches.push(records);
      return answer(records, batches.length - 1) ?? new Response(null, { status: 204 });
    },
  });
  return { client, batches };
}

export const emailsIn = (batches: readonly Records[]) =>
  batches.map((records) => records.map(({ email }) => email));

export const status = (code: number) => Response.json({}, { status: code });

/** A checkpoint in memory, which forgets nothing of what was saved. */
export function memory(saved: Checkpoint[] = []) {
  return {
    saved,
    load: async () => saved.at(-1),
    save: async (checkpoint: Checkpoint) => void saved.push(structuredClone(checkpoint)),
  };
}

export const stopOf = (job: PromiseLike<unknown>) => failureOf(job, BulkError);
