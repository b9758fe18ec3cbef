import type { NumberedRequest, RequestBounds, RequestRow } from '../../store/tables/request-entries.ts';
import type { RequestEntry } from './log.ts';
import { redactedHeaders } from './redacted-headers.ts';

type Headers = Readonly<Record<string, string>>;

/** The members of an entry that a row stores as JSON. */
interface Rest extends Omit<RequestEntry, 'seq' | 'requestHeaders' | 'response' | keyof RequestRow> {
  readonly requestHeaders: Headers;
  readonly response?: { readonly headers: Headers; readonly isTruncated: boolean } | undefined;
}

/** An entry as a row, without the credentials in its headers. */
export function rowOf({ seq: _, requestHeaders, response, ...entry }: RequestEntry): RequestRow {
  const row: RequestRow & Rest = {
    ...entry,
    requestHeaders: redactedHeaders(requestHeaders),
    responseBody: response?.body ?? null,
    ...(response && {
      response: { headers: redactedHeaders(response.headers), isTruncated: response.isTruncated },
    }),
  };
  return row;
}

export function entryOf(row: NumberedRequest): RequestEntry {
  const { responseBody, requestHeaders, response, ...entry } = row as NumberedRequest & Rest; // `rowOf` stored it
  return {
    ...ABSENT,
    ...entry,
    requestHeaders: Object.entries(requestHeaders).flat(),
    response: response && { ...response, body: responseBody ?? undefined },
  };
}

/** The members that JSON leaves out. */
const ABSENT = {
  operation: undefined,
  status: undefined,
  problem: undefined,
  limit: undefined,
  faultId: undefined,
  accountAt: undefined,
  milliseconds: undefined,
};

/** The newest rows of each account, within its limits, in the same order. */
export function withinBounds<Row extends RequestRow>(
  rows: readonly Row[],
  { count, size }: RequestBounds,
): Row[] {
  const totals = new Map<string, RequestBounds>();
  const kept = rows.toReversed().filter((row) => {
    const newer = totals.get(row.accountId) ?? { count: 0, size: 0 };
    const total = { count: newer.count + 1, size: newer.size + row.size };
    totals.set(row.accountId, total);
    return total.count === 1 || (total.count <= count && total.size <= size);
  });
  return kept.reverse();
}
