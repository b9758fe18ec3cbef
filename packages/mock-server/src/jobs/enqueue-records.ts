import { type Context, concern } from '../domain/context/context.ts';
import type { RecordsPayload } from '../domain/job-kinds.ts';
import { enqueue } from '../domain/queue.ts';

/** The limits of one job: other accounts wait while its payload is read, and again while the rest of it is stored. */
const [MAX_RECORDS, MAX_CHARACTERS] = [50, 64_000];

/**
 * Enqueues the records of a request in jobs of limited size, which run one after another. Returns the id of the request,
 * unless each record is one.
 */
export async function enqueueRecords(context: Context, payload: RecordsPayload): Promise<string> {
  const { records, requestIds } = payload;
  for (const id of requestIds ?? []) concern(context, id);
  let requestId: string | undefined;
  let first = 0;
  for (const end of endsOf(records)) {
    const id: string = await enqueue(context, 'records', {
      ...payload,
      records: records.slice(first, end),
      ...(requestIds ? { requestIds: requestIds.slice(first, end) } : first > 0 && { requestId, first }),
    });
    if (!requestIds && requestId === undefined) concern(context, id);
    requestId ??= id;
    first = end;
  }
  return requestId ?? '';
}

/** Where each job's records end. A request without records is one job. */
function endsOf(records: readonly unknown[]): number[] {
  const ends: number[] = [];
  let [count, characters] = [0, 0];
  for (const [i, record] of records.entries()) {
    const size = JSON.stringify(record)?.length ?? 0;
    if (count > 0 && (count === MAX_RECORDS || characters + size > MAX_CHARACTERS)) {
      ends.push(i);
      [count, characters] = [0, 0];
    }
    count++;
    characters += size;
  }
  return [...ends, records.length];
}
