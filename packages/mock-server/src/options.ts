import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import {
  callable,
  count,
  milliseconds,
  options,
  optionsOf,
  type ShapeOf,
  type Signature,
  takes,
} from './admin/arguments.ts';
import { clockSettings } from './admin/operations/tenant.ts';
import type { LimitSettings } from './api/http/limits.ts';
import type { AnsweredRequest } from './api/http/record-request.ts';
import type { ClockSettings } from './domain/context/services.ts';
import type { LogEntry } from './observe/log/log-entry.ts';
import type { RetentionSettings } from './observe/request-log/log.ts';
import type { Seed } from './seed/schema.ts';
import type { Clock } from './shared/platform/timers.ts';

export interface ServerOptions {
  /**
   * The initial data. Default: account `9999999` with the token `trickle_demo_token`, unless the database already has
   * accounts.
   */
  readonly seed?: Seed | undefined;
  /**
   * The database: a file, created if missing, or the URL of a PostgreSQL database, as in
   * `postgres://user:password@localhost:5432/trickle`, which several servers can share. Default: in memory.
   */
  readonly db?: string | undefined;
  /** Whether a database of an older version is migrated. Default: true; without, it is rejected. */
  readonly migrate?: boolean | undefined;
  /** A clock controlled by the caller; the server sets no timers for it. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** The initial time and speed. Default: those of the clock, or those before a restart. */
  readonly time?: ClockSettings | undefined;
  /** A seed for deterministic ids. Do not combine with a reused database file. Default: random ids. */
  readonly randomSeed?: number | undefined;
  /** Maximum request body in bytes. Default: 5,000,000. */
  readonly bodyLimit?: number | undefined;
  /** Rate limits; `false` disables them. Default: the limits of the interface. */
  readonly limits?: Partial<LimitSettings> | false | undefined;
  /**
   * The admin API's password. With a password, the admin API also accepts requests from other machines, and the API key
   * of an owner is enough for this owner's account. Default: none.
   */
  readonly adminPassword?: string | undefined;
  /** Whether pages of any origin may call the server (CORS). Default: true. */
  readonly cors?: boolean | undefined;
  /**
   * Retention per account. Default: 10,000 requests of 16,000,000 characters in total, 100,000 events, 100,000
   * outcomes.
   */
  readonly retention?: Partial<RetentionSettings> | undefined;
  /** SMTP server that emails are forwarded to, as in `smtp://localhost:1025`. Default: emails stay in the outbox. */
  readonly smtp?: string | undefined;
  /** Webhook settings. `timeout`: real milliseconds to wait for a receiver's response; default 10,000. */
  readonly webhooks?: { readonly timeout?: number | undefined } | undefined;
  /** The server's public URL. Default: the URL of each request. */
  readonly publicUrl?: string | undefined;
  /**
   * Proxies whose `X-Forwarded-For`, `-Host` and `-Proto` headers are trusted: addresses, networks such as
   * `10.0.0.0/8`, `loopback` and `private`. Default: none.
   */
  readonly trustProxy?: readonly string[] | undefined;
  /** Whether an inexact request gets 422, rather than a warning. Default: false. */
  readonly strict?: boolean | undefined;
  /** Whether webhooks and content requests to private and loopback addresses are blocked. Default: false. */
  readonly denyPrivateTargets?: boolean | undefined;
  /**
   * Whether `GET /metrics` answers with metrics for Prometheus, with the access rules of the admin API. Default: false.
   */
  readonly metrics?: boolean | undefined;
  /**
   * Called with a log entry for each request, for each internal error, and when the server starts and stops. Entries are
   * plain JSON without secrets. Default: no log.
   */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Called after each request, including admin API and pages. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /**
   * Called with internal errors, which are answered with 500, and the id of the request, if any. Default: `console.error`,
   * or nothing with `log`.
   */
  readonly onError?: ((error: unknown, requestId?: string) => void) | undefined;
}

const Limits = optionsOf(
  (): ShapeOf<LimitSettings> => ({
    individual: count(),
    batch: count(),
    records: count(),
    concurrency: f.optional(f.boolean()),
    retryAfter: f.optional(f.boolean()),
    windowOffset: count(),
    scriptVisitor: count(),
    scriptAddress: count(),
    signupsAddress: count(),
    signupsAccount: count(),
  }),
);

const Retention = optionsOf(
  (): ShapeOf<RetentionSettings> => ({
    requests: f.optional(f.integerFrom(1)),
    characters: f.optional(f.integerFrom(1)),
    events: count(),
    outcomes: count(),
  }),
);

const Webhooks = optionsOf<{ timeout: number }>(() => ({ timeout: milliseconds() }));

const Options = optionsOf(
  (): ShapeOf<ServerOptions> => ({
    seed: f.optional(z.custom<Seed>()), // validated when it is applied
    db: f.optional(f.name()),
    migrate: f.optional(f.boolean()),
    clock: f.optional(z.custom<Clock>()),
    time: f.optional(clockSettings()),
    randomSeed: f.optional(f.integer()),
    bodyLimit: f.optional(f.integerFrom(1)),
    limits: f.optional(z.union([z.literal(false), Limits()])),
    adminPassword: f.optional(f.text()),
    cors: f.optional(f.boolean()),
    retention: f.optional(Retention()),
    smtp: f.optional(f.name()),
    webhooks: f.optional(Webhooks()),
    publicUrl: f.optional(f.url()),
    denyPrivateTargets: f.optional(f.boolean()),
    trustProxy: f.optional(f.texts()),
    strict: f.optional(f.boolean()),
    metrics: f.optional(f.boolean()),
    log: f.optional(callable<ServerOptions['log']>()),
    onError: f.optional(callable<ServerOptions['onError']>()),
    onRequest: f.optional(callable<ServerOptions['onRequest']>()),
  }),
);

/** The arguments of `createServer`. */
export const createServerSignature: Signature = takes(options('options', Options));
