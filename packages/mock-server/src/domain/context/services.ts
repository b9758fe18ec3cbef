import type { FaultSource } from '../../faults/rule.ts';
import type { EventRetention } from '../../observe/request-log/log.ts';
import type { Ids } from '../../shared/platform/random.ts';
import type { Clock } from '../../shared/platform/timers.ts';
import type { Store } from '../../store/engine/store.ts';

/** The services of one server. Only these read the real clock and real randomness. */
export interface Services {
  /** The account's own clock, otherwise the shared clock. */
  readonly clock: ServiceClock;
  /** The id of this server among the servers that share its database. */
  readonly instance: string;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly feed: Feed;
  readonly faults: FaultSource;
  /** Counts for operators. Absent unless metrics are asked for. */
  readonly counters: Counters | undefined;
  /** The server's public URL, without a trailing slash. */
  baseUrl(): string;
  /** The SMTP server to forward emails to, as in `smtp://localhost:1025`; none when undefined. */
  readonly smtp: string | undefined;
  /** Real milliseconds before a webhook request times out. */
  readonly webhookTimeout: number;
  /** Whether webhooks and content requests to an IP address are forbidden. */
  isDeniedTarget(address: string): boolean;
  /** The retention limits of the history. */
  readonly retention: EventRetention;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Returns the same services with an account's clock. */
  forAccount(accountId: string): Services;
}

/** Counts what the server does, for its metrics. */
export interface Counters {
  /** Counts an email that was sent. */
  countEmail(): void;
  /** Counts an attempt of a webhook delivery by its status, or without a response. */
  countWebhook(status: number | undefined): void;
}

/** Runs background jobs. */
export interface JobQueue {
  /** Wakes the queue for a new job, which starts soon after the transaction that inserts it. */
  wake(): void;
}

/** Notifies listeners of new domain events. */
export interface Feed {
  /** Announces new events; listeners are called after the transaction that inserts them. */
  notify(): void;
  /** Calls `listener` after new events; the returned function unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

/** A clock that decides when jobs are due. */
export interface ServiceClock extends Clock {
  /** The account that the clock belongs to; empty for the shared clock. */
  readonly id: string;
}
