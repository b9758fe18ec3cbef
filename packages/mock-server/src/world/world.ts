import type { FaultSource } from '../fault-injection/rule.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { EventRetention } from '../request-log/log.ts';
import type { Store } from '../store/store.ts';

/** Everything that changes or surprises in one server. Nothing else reads the real clock or real chance. */
export interface World {
  /** Of the account that is worked for, where it has a clock of its own. */
  readonly clock: WorldClock;
  /** The id of this server among those that share its database. */
  readonly instance: string;
  readonly ids: Ids;
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly feed: Feed;
  readonly faults: FaultSource;
  /** The URL by which the server is reached from outside, without a slash at its end. */
  baseUrl(): string;
  /** Where emails are sent on to, as in `smtp://localhost:1025`; nowhere when undefined. */
  readonly smtp: string | undefined;
  /** How many real milliseconds a webhook's receiver has for its answer. */
  readonly webhookTimeout: number;
  /** Whether webhooks and content requests may not go to an IP address. */
  isDeniedTarget(address: string): boolean;
  /** How much is kept of what happened. */
  readonly retention: EventRetention;
  /** A number from 0 to below 1 by chance. */
  random(): number;
  /** The same world by the clock of an account. */
  of(accountId: string): World;
}

/** Does what was accepted for the background. */
export interface JobQueue {
  /** Says that a job was written; it is begun soon after the transaction that wrote it. */
  wake(): void;
}

/** Says that something happened to people, to those who look on. */
export interface Feed {
  /** Says that events were written; lookers-on hear of it after the transaction that wrote them. */
  notify(): void;
  /** Calls `look` after events were written; tells how to end that. */
  subscribe(look: () => void): () => void;
}

// As they were when the program began: tests that stop the timers are to stop their own, not the server's.

/** A clock that jobs are due by. */
export interface WorldClock extends Clock {
  /** The account whose own clock it is; empty for the clock of all others. */
  readonly id: string;
}
