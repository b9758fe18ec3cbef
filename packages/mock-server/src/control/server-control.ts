import type { ListenOptions } from '../http/listen.ts';
import type { NumberedEvent } from '../store/domain-events.ts';
import type { AccountControls } from './account-controls.ts';
import type { Connection } from './connection.ts';
import type { ServerControl } from './index.ts';
import type { Applications } from './oauth-applications.ts';
import type { AdvanceResult, ClockChoice, Duration, TimeControl } from './time.ts';
import type { WatchOptions } from './watch.ts';

/** The reference server. */
export interface Server extends ServerControl, AccountControls, AsyncDisposable {
  /** How to reach the first account as its first user, without a port. */
  readonly connection: Connection;
  /** The accounts of the seed that were in the database already, and were left as they were. */
  readonly skippedAccounts: readonly string[];
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port and tells the URL. */
  listen(options?: ListenOptions): Promise<string>;
  /** Where the server is reached: its public URL, its port, or what stands for it in-process. */
  readonly url: string;
  /** What happens to people, as it happens, in order; it ends by `break`, by its signal, and with the server. */
  watch(options?: WatchOptions): AsyncGenerator<NumberedEvent, void>;
  /** Reads, holds and moves the server's clock. */
  readonly time: TimeControl;
  /** The same as `time.advance`. */
  advance(duration: Duration, choice?: ClockChoice): Promise<AdvanceResult>;
  /**
   * Does all background work that is due by the server's clock, and tells how many jobs that was; with an account,
   * only waits for the work of that one.
   */
  settle(choice?: { readonly accountId?: string | undefined }): Promise<number>;
  /** The applications of OAuth. */
  readonly applications: Applications;
  /** Forgets everything and plants the seed again. */
  reset(): Promise<void>;
  /**
   * Takes nothing more, finishes the requests and jobs under way, and closes port and database. Called again, the
   * shorter time counts.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** How a server is closed. */
export interface CloseOptions {
  /** How many real milliseconds requests and jobs under way have to finish; then they are given up. Default 1000. */
  readonly within?: number | undefined;
}
