import { isObject, tryParseJson } from '../../shared/values/json.ts';
import type { OperationName } from '../../shared/values/operation-names.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { RequestEntry } from './log.ts';

/** A received request and its result. */
export interface RecordedRequest {
  /** Unique across restarts of the server. */
  readonly id: string;
  /** Sequence number across all accounts, in order of arrival. */
  readonly seq: number;
  /** Time of arrival, ISO 8601, by the server's own clock, even if the account has another one. */
  readonly at: string;
  readonly method: string;
  /** As sent, still encoded. */
  readonly path: string;
  /** The values of secrets, such as `client_secret`, are `[redacted]`. */
  readonly query: Readonly<Record<string, string>>;
  /** The account of the request; empty if the path names none or the token has no role on it. */
  readonly accountId: string;
  /** For example `subscribers.upsert`; absent if no operation matches the path. */
  readonly operation?: OperationName | undefined;
  /** The whole body as JSON, or as text if it is not JSON; absent without a body. */
  readonly body?: unknown;
  /** Absent if a fault dropped the connection. */
  readonly status?: number | undefined;
  /** The reason for rejection. */
  readonly problem?: string | undefined;
  /** Possible mistakes that were accepted, such as unknown names. */
  readonly warnings: readonly string[];
  /** The id of the injected fault. */
  readonly faultId?: string | undefined;
  /** Real milliseconds until the response. */
  readonly milliseconds?: number | undefined;
}

export function recorded(entry: RequestEntry): RecordedRequest {
  const { status, problem, faultId, milliseconds } = entry;
  const body = bodyOf(entry);
  return {
    ...summary(entry),
    ...(body !== undefined && { body }),
    ...(status !== undefined && { status }),
    ...(problem !== undefined && { problem }),
    warnings: entry.warnings,
    ...(faultId !== undefined && { faultId }),
    ...(milliseconds !== undefined && { milliseconds }),
  };
}

function summary({ id, seq, at, method, path, query, accountId, operation }: RequestEntry) {
  return {
    id,
    seq,
    at: isoTime(at),
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    accountId,
    // Operation names come from the contract.
    ...(operation !== undefined && { operation: operation as OperationName }),
  };
}

/** The body as JSON, or as text if it is not JSON. */
export function bodyOf({ body }: Pick<RequestEntry, 'body'>): unknown {
  if (body === '') return undefined;
  return tryParseJson(body, body);
}

/** The candidates for matching: the whole body, and each record in it without the envelope. */
export function recordsIn(body: unknown): unknown[] {
  if (!isObject(body)) return body === undefined ? [] : [body];
  const { batches } = body;
  const envelopes = Array.isArray(batches) ? batches.filter(isObject) : [body];
  const records = envelopes.flatMap((envelope) => {
    const [only, ...more] = Object.values(envelope);
    // A body of the page script has further members.
    const list = more.length === 0 ? only : envelope.messages;
    return Array.isArray(list) ? list.filter(isObject) : [];
  });
  return [...records, body];
}
