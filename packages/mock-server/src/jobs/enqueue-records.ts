import type { Context } from '../domain/context/context.ts';
import { enqueue, type RecordsPayload } from '../domain/queue.ts';
import { turns } from '../shared/platform/timers.ts';

/** The limits of one job: other accounts wait while its payload is read, and again while the rest of it is stored. */
const [MAX_RECORDS, MAX_CHARACTERS] = [50, 64_000];

/** Enqueues records in jobs of limited size, one after another. Returns the request's id, unless each record is one. */
export async function enqueueRecords(context: Context, payload: RecordsPayload): Promise<string> {
  const { records, requestIds } = payload;
  let requestId: string | undefined;
  let first = 0;
  const pause = turns();
  do {
    await pause();
    const end = endOf(records, first);
    const id: string = await enqueue(context, 'records', {
      ...payload,
      records: records.slice(first, end),
      ...(requestIds ? { requestIds: requestIds.slice(first, end) } : first > 0 && { requestId, first }),
    });
    requestId ??= id;
    first = end;
  } while (first < records.length);
  return requestId;
}

/** The end of a job's records, from an index on. A job has at least one record, if there are any. */
function endOf(records: readonly unknown[], first: number): number {
  let end = first;
  for (let characters = 0; end < Math.min(records.length, first + MAX_RECORDS); end++) {
    characters += JSON.stringify(records[end])?.length ?? 0;
    if (end > first && characters > MAX_CHARACTERS) break;
  }
  return end;
}
