import { systemClock } from '../../shared/platform/timers.ts';
import type { RequestEntry } from '../request-log/log.ts';
import { operationLabel } from '../request-log/operation-label.ts';
import type { ErrorLogEntry, LogEntry, LogLevel, RequestLogEntry, ServerLogEntry } from './log-entry.ts';
import { credentialsIn, redact, redactPath, redactQuery } from './redact.ts';

/** Maximum length of a string in an entry. */
const MAX_LENGTH = 2000;

/** Requests with the password of the admin API, for which any user name does. */
const ADMIN_GROUPS: ReadonlySet<string> = new Set(['admin', 'inspector']);

/** Writes the server's log. No entry contains a secret of the server, or a credential of the request it is about. */
// Unspecified: U-232
export class ServerLog {
  readonly #write: (entry: LogEntry) => void;
  readonly #secrets: readonly string[];

  /** `secrets`: the server's own passwords. */
  constructor(write: (entry: LogEntry) => void, secrets: readonly string[]) {
    this.#write = write;
    this.#secrets = secrets;
  }

  request(entry: RequestEntry): void {
    const { id, accountId, method, path, query, status, milliseconds = 0, warnings, faultId } = entry;
    const secrets = this.#secretsIn(entry);
    const logged: Omit<RequestLogEntry, 'time'> = {
      level: levelOf(entry),
      event: 'request',
      requestId: id,
      ...(accountId !== '' && { account: accountId }),
      operation: operationLabel(entry),
      method,
      path: shortened(redactPath(path, secrets)),
      ...(query !== '' && { query: shortened(redactQuery(query, secrets)) }),
      ...(status !== undefined && { status }),
      milliseconds,
      warnings: warnings.map((text) => shortened(redact(text, secrets))),
      ...(faultId !== undefined && { faultId }),
    };
    this.#add(logged);
  }

  /** Logs an internal error, and the request that it failed, if any. */
  error(error: unknown, entry?: RequestEntry): void {
    const secrets = entry ? this.#secretsIn(entry) : this.#secrets;
    const clean = (text: string) => shortened(redact(text, secrets));
    const described =
      error instanceof Error
        ? { name: error.name, message: clean(error.message), stack: clean(stackOf(error)) }
        : { name: typeof error, message: clean(String(error)) };
    const logged: Omit<ErrorLogEntry, 'time'> = {
      level: 'error',
      event: 'error',
      error: described,
      ...(entry && { requestId: entry.id }),
    };
    this.#add(logged);
  }

  /** Logs a step in the life of the server. */
  server(
    event: ServerLogEntry['event'],
    details: Pick<ServerLogEntry, 'url' | 'skippedAccounts' | 'leftOut'> = {},
  ): void {
    this.#add({ level: 'info', event, pid: process.pid, ...details });
  }

  /** The secrets that an entry about a request could contain. */
  #secretsIn(entry: RequestEntry): readonly string[] {
    const isAnyUser = ADMIN_GROUPS.has(operationLabel(entry));
    return [...this.#secrets, ...credentialsIn(entry.requestHeaders, isAnyUser)];
  }

  #add(entry: Unfinished<LogEntry>): void {
    this.#write({ time: new Date(systemClock.now()).toISOString(), ...entry });
  }
}

type Unfinished<Entry> = Entry extends unknown ? Omit<Entry, 'time'> : never;

/** The stack with those of the causes. */
function stackOf({ name, message, stack = `${name}: ${message}`, cause }: Error): string {
  return cause instanceof Error ? `${stack}\nCaused by: ${stackOf(cause)}` : stack;
}

function levelOf({ status = 0, warnings }: RequestEntry): LogLevel {
  if (status >= 500) return 'error';
  return status >= 400 || warnings.length > 0 ? 'warn' : 'info';
}

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
