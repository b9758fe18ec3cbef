import { isoTime } from '../values/iso-time.ts';
import type { OperationName } from '../values/operation-names.ts';
import { tryParseJson } from '../values/parse-json.ts';
import type { RequestEntry } from './log.ts';

/** A request that reached the server, and what came of it. */
export interface RecordedRequest {
  /** Counts up over all accounts, in the order in which requests came. */
  readonly seq: number;
  /** When it came, ISO 8601, by the clock of the server itself, whatever clock its account has. */
  readonly at: string;
  readonly method: string;
  /** As it was sent, still encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The account whose request it is; empty where it is none's, or the token had no place on it. */
  readonly accountId: string;
  /** As in `subscribers.upsert`; absent where no operation of the interface is at the path. */
  readonly operation?: OperationName | undefined;
  /** The whole body as JSON, or as text where it is none; absent without one. */
  readonly body?: unknown;
  /** Absent where there was no answer, since a fault dropped the connection. */
  readonly status?: number | undefined;
  /** Why it was refused. */
  readonly problem?: string | undefined;
  /** What was let pass and may be a mistake, names that the interface does not know among it. */
  readonly warnings: readonly string[];
  /** The fault that was put in its way. */
  readonly faultId?: string | undefined;
}

/** A note as others see it. */
export function recorded(entry: RequestEntry): RecordedRequest {
  const { seq, at, method, path, query, accountId, operation, status, problem, warnings, faultId } = entry;
  const body = bodyOf(entry);
  return {
    seq,
    at: isoTime(at),
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    accountId,
    // Whoever notes an operation takes its name from the contract.
    ...(operation !== undefined && { operation: operation as OperationName }),
    ...(body !== undefined && { body }),
    ...(status !== undefined && { status }),
    ...(problem !== undefined && { problem }),
    warnings,
    ...(faultId !== undefined && { faultId }),
  };
}

/** The body of a request as JSON, or as text where it is none. */
export function bodyOf({ body }: Pick<RequestEntry, 'body'>): unknown {
  if (body === '') return undefined;
  return tryParseJson(body, body);
}

/**
 * What a body may be expected to be: the whole of it, or any of its records, without the envelope around them.
 */
export function recordsIn(body: unknown): unknown[] {
  if (!isObject(body)) return body === undefined ? [] : [body];
  const { batches } = body;
  const envelopes = Array.isArray(batches) ? batches.filter(isObject) : [body];
  const records = envelopes.flatMap((envelope) => {
    const [list, ...more] = Object.values(envelope);
    return Array.isArray(list) && more.length === 0 ? list.filter(isObject) : [];
  });
  return [...records, body];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
