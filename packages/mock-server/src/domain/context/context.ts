import type { WebhookEvent } from '@trickle/sdk/contract';
import { createIds } from '../../shared/platform/ids.ts';
import { systemRandom } from '../../shared/platform/random.ts';
import type { Cause } from '../../store/engine/cause.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { AccountFeatures } from '../../store/tables/account-features.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Services } from './services.ts';

/** The origin of a change; events report it as `source`. */
export type Source =
  | 'api'
  | 'batch'
  | 'script'
  | 'shopper_activity'
  | 'admin'
  | 'seed'
  | 'workflow'
  | 'mailing'
  | 'email';

/** One account within one transaction. */
export interface AccountTransaction {
  readonly services: Services;
  readonly tx: Transaction;
  readonly accountId: string;
  /** The cause of the changes, recorded with everything that follows from them. Null if unknown. */
  readonly cause?: Cause | null | undefined;
  /** The ids of what the work concerns: subscribers, visitors, broadcasts, requests that are processed in the background. */
  readonly concerned?: string[] | undefined;
}

/** How many ids of what the work concerns are noted. */
const MAX_CONCERNED = 1000;

/** Notes that the work concerns a record, by its id. */
export function concern({ concerned }: Pick<AccountTransaction, 'concerned'>, id: string): void {
  if (concerned && concerned.length < MAX_CONCERNED && !concerned.includes(id)) concerned.push(id);
}

/** The cause of changes by one call of the admin API or of a function of a server. */
export const adminCause = (): Cause => ({ type: 'admin', id: createIds(systemRandom).letters() });

/** The cause of everything in a seed. */
export const SEED_CAUSE: Cause = { type: 'seed', id: null };

/** Enabled webhooks by the events that they want. */
export type WebhooksByEvent = ReadonlyMap<WebhookEvent, readonly RecordRow<'webhooks'>[]>;

/** A subscriber's state that the transaction has stored for webhooks. */
export interface KnownState {
  readonly subscriberId: string;
  /** Differs when the state may be another one. */
  readonly key: string;
  /** The number of the stored state. */
  readonly seq: number;
}

/** A subscriber as it was found, or its absence. */
export interface FoundSubscriber {
  /** What it was found by. */
  readonly key: string;
  readonly row: SubscriberRow | undefined;
  /** How often subscribers had changed by then. */
  readonly changes: number;
}

/** The tags of a subscriber that the transaction has created. */
export interface FirstTags {
  readonly subscriberId: string;
  readonly tags: readonly string[];
  /** How often subscribers or their tags had changed by then. */
  readonly changes: number;
}

/** What a transaction has read or stored for an account, and reads or stores only once. */
export interface AccountCache {
  features?: Promise<AccountFeatures>;
  /** The subscriber that the request updates. The caller may change the row, so take it away. */
  found?: FoundSubscriber | undefined;
  firstTags?: FirstTags;
  webhooksByEvent?: Promise<WebhooksByEvent>;
  pageRoom?: PageRoom;
  /** Tags of the submitted form: the account chose them, so the limit of pages does not apply. */
  formTags?: readonly string[];
  /** Forget it when changes are rolled back within the transaction. */
  state?: KnownState | undefined;
  /** How many webhook deliveries the transaction may still create. */
  deliveriesLeft?: number;
}

/** How many more custom fields and tags pages can add to the account. Counted when a page adds the first one. */
export interface PageRoom {
  fields?: number;
  tags?: number;
}

/** The context of domain logic. */
export interface Context extends AccountTransaction {
  readonly source: Source;
  readonly cache: AccountCache;
  /** The time of events that occurred before they are recorded, as in a seed, ISO 8601. Default: now. */
  readonly occurredAt?: string | undefined;
  /** In a workflow step, the number of workflows that started one another without a delay, up to this one. */
  readonly depth?: number | undefined;
}

/** Creates the context of changes in a transaction. */
export const openContext = (
  { services, tx, accountId, cause, concerned }: AccountTransaction,
  source: Source,
): Context => ({
  services,
  tx,
  accountId,
  cause,
  concerned,
  source,
  cache: {},
});
