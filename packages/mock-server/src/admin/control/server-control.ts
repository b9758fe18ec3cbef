import type { ListenOptions } from '../../api/http/listen.ts';
import type { NumberedEvent } from '../../store/tables/domain-events.ts';
import type { AccountControls } from './account-controls.ts';
import type { Connection } from './connection.ts';
import type { ServerControl } from './index.ts';
import type { Applications } from './oauth-applications.ts';
import type { AdvanceResult, ClockChoice, Duration, TimeControl } from './time.ts';
import type { WatchOptions } from './watch.ts';

/** The reference server. */
export interface Server extends ServerControl, AccountControls, AsyncDisposable {
  /** Options for the SDK's `createClient` to reach the first account in-process, without a port. */
  readonly connection: Connection;
  /** Accounts that this start has added from its seed. */
  readonly seededAccounts: readonly string[];
  /** Accounts of the seed that already existed in the database and were left unchanged. */
  readonly skippedAccounts: readonly string[];
  /** Handles a request in-process. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port and returns the URL. */
  listen(options?: ListenOptions): Promise<string>;
  /** The server's URL: the public URL, the listening address, or an in-process placeholder. */
  readonly url: string;
  /** Streams subscriber events as they occur. Ends on `break`, on abort, and when the server closes. */
  watch(options?: WatchOptions): AsyncGenerator<NumberedEvent, void>;
  /** Reads and controls the server's clock. */
  readonly time: TimeControl;
  /** Shortcut for `time.advance`. */
  advance(duration: Duration, choice?: ClockChoice): Promise<AdvanceResult>;
  /**
   * Runs all due background jobs and returns their number. With `accountId`, only waits for the jobs of that account.
   */
  settle(choice?: { readonly accountId?: string | undefined }): Promise<number>;
  /** OAuth applications. */
  readonly applications: Applications;
  /** Deletes all data and applies the seed again. */
  reset(): Promise<void>;
  /**
   * Rejects new requests, finishes those in progress, and closes the port and the database. If called again, the
   * shorter time applies.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** Options of `close`. */
export interface CloseOptions {
  /** Real milliseconds that requests and jobs in progress have to finish. Default: 1000. */
  readonly within?: number | undefined;
  /**
   * Real milliseconds in which the server still accepts requests, while `GET /readyz` answers 503, so that a proxy sends
   * requests to other servers first. `within` counts from their end. Default: 0.
   */
  readonly drain?: number | undefined;
}
