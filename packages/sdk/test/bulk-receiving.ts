import { expect } from 'vitest';
import { BulkError, type Checkpoint, createClient, type Fetch, type SubscriberInput } from '../src/index.ts';

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
  const client = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
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

export const streamed = <Item>(items: readonly Item[]) =>
  new ReadableStream<Item>({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });

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

export const reasonOf = (job: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(job).then(
    () => expect.unreachable('The job came to its end.'),
    (reason: unknown) => reason,
  );

export async function stopOf(job: PromiseLike<unknown>): Promise<BulkError> {
  const reason = await reasonOf(job);
  expect(reason).toBeInstanceOf(BulkError);
  return reason as BulkError;
}
