/** A request as `GET /_admin/requests` lists it. */
export interface RecordedRequest {
  readonly id: string;
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** As sent, still encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly account_id: string;
  /** For example `subscribers.upsert`. */
  readonly operation?: string;
  /** Absent if a fault dropped the connection. */
  readonly status?: number;
  readonly milliseconds?: number;
  /** The reason for rejection. */
  readonly problem?: string;
  readonly warnings: readonly string[];
  readonly fault_id?: string;
}

/** A request as `GET /_admin/requests/{request_id}` answers it. */
export interface RequestWithAnswer extends RecordedRequest {
  readonly body?: unknown;
  readonly request_headers?: Readonly<Record<string, string>>;
  readonly response_headers?: Readonly<Record<string, string>>;
  readonly response_body?: unknown;
  /** Whether the rest of a long answer was not recorded. */
  readonly response_truncated?: boolean;
}

/** The path with the query parameters. */
export function pathOf({ path, query }: Pick<RecordedRequest, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
