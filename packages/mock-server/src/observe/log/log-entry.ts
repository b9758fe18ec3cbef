import type { RequestEntry } from '../request-log/log.ts';

/** The severity of a log entry. */
export type LogLevel = 'info' | 'warn' | 'error';

interface AnyEntry {
  /** The machine's time, ISO 8601 with milliseconds. */
  readonly time: string;
  readonly level: LogLevel;
}

/** An answered request. */
export interface RequestLogEntry extends AnyEntry {
  readonly event: 'request';
  /** The id in the request log. */
  readonly requestId: string;
  /** Absent if the path names no account, or the token has no role on it. */
  readonly account?: string | undefined;
  /** As in `subscribers.upsert`, or a group of paths, such as `admin` or `demo`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The query; values other than those of paging and filters are redacted. Absent without a query. */
  readonly query?: string | undefined;
  /** Absent if a fault dropped the connection. */
  readonly status?: number | undefined;
  /** Real milliseconds until the response. */
  readonly milliseconds: number;
  /** Possible mistakes that were accepted, such as unknown names. */
  readonly warnings: readonly string[];
  /** The id of the injected fault. */
  readonly faultId?: string | undefined;
}

/** An internal error. */
export interface ErrorLogEntry extends AnyEntry {
  readonly event: 'error';
  readonly error: { readonly name: string; readonly message: string; readonly stack?: string | undefined };
  /** The id of the request that failed; absent for background work. */
  readonly requestId?: string | undefined;
}

/** A step in the life of the server: it started, it listens, its database is back, it begins to close, it is closed. */
export interface ServerLogEntry extends AnyEntry {
  readonly event: 'start' | 'listen' | 'database_back' | 'closing' | 'stop';
  /** The process id. */
  readonly pid: number;
  /** The listening address, of `listen`. */
  readonly url?: string | undefined;
  /** In `database_back`: how many errors of the outage were left out, since their reason is in the log. */
  readonly leftOut?: number | undefined;
  /** Accounts of the seed that already existed in the database and were left unchanged, of `start`. */
  readonly skippedAccounts?: readonly string[] | undefined;
}

/** An entry of the server's log: plain JSON without secrets. */
export type LogEntry = RequestLogEntry | ErrorLogEntry | ServerLogEntry;

/** Receives an internal error and the request that it failed, if any. */
export type Report = (error: unknown, entry?: RequestEntry) => void;
