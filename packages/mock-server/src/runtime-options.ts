import type { LimitSettings } from './http/limits.ts';
import type { AnsweredRequest } from './http/record-request.ts';
import type { Clock } from './platform/clock.ts';
import type { RetentionSettings } from './request-log/log.ts';
import type { Seed } from './seed/schema.ts';
import type { ClockSettings } from './world/server-clock.ts';

export interface ServerOptions {
  /**
   * What the server holds to start with. Default: account `9999999` with token `trickle_demo_token`, unless the
   * database has accounts already.
   */
  readonly seed?: Seed | undefined;
  /** The database file; it is made when it is not there. Default: in memory. */
  readonly db?: string | undefined;
  /** Tells the time, and is moved by its owner alone: no timer follows it. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** What time it is to begin with, and how fast it goes. Default: as the clock, or as before a restart. */
  readonly time?: ClockSettings | undefined;
  /** Makes ids the same in every run. Default: by chance. Not for a database file that is used again. */
  readonly randomSeed?: number | undefined;
  /** The longest request body in bytes. Default: 5 MB. */
  readonly bodyLimit?: number | undefined;
  /** How much a token may do; `false` for as much as it likes. Default: the interface's limits. */
  readonly limits?: Partial<LimitSettings> | false | undefined;
  /** Asked for by the admin API, which then answers others than this machine as well. Default: none. */
  readonly adminPassword?: string | undefined;
  /** Whether pages of any origin may call the server. Default: true. */
  readonly cors?: boolean | undefined;
  /**
   * How much is kept of the requests to each account, and of what happens in it. Default: 10,000 requests of
   * 16,000,000 characters, 100,000 events and as many outcomes.
   */
  readonly retention?: Partial<RetentionSettings> | undefined;
  /** A mail server that emails are sent on to, as in `smtp://localhost:1025`. Default: they stay in the outbox. */
  readonly smtp?: string | undefined;
  /** How webhooks are posted. `timeout`: real milliseconds that a receiver has for its answer; default 10,000. */
  readonly webhooks?: { readonly timeout?: number | undefined } | undefined;
  /** The server's address as its clients see it. Default: where the request was sent to. */
  readonly publicUrl?: string | undefined;
  /**
   * The proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are believed: addresses, networks such as `10.0.0.0/8`,
   * `loopback` and `private`. Default: none.
   */
  readonly trustProxy?: readonly string[] | undefined;
  /** Whether a request that is not exact is refused with 422, where it gets warnings otherwise. Default: false. */
  readonly strict?: boolean | undefined;
  /** Whether webhooks and content requests to private and loopback addresses are refused. Default: false. */
  readonly denyPrivateTargets?: boolean | undefined;
  /** Called with each request once it is answered, requests to the admin API and pages included. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** Told of faults of the server itself, which answer 500. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
