import { createIds, systemRandom } from '../../shared/platform/random.ts';
import { beginning, type Place } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { type AccountFeatures, findAccountFeatures } from '../../store/tables/account-features.ts';
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
  /** The place of the changes in the trace, recorded with everything that follows from them. */
  readonly place: Place;
}

/** The place of changes by one call of the admin API or of a function of a server. `what` tells which. */
export const adminPlace = (what?: string): Place =>
  beginning('admin', createIds(systemRandom).letters(), what);

/** A subscriber's state that the transaction has stored for webhooks. */
interface KnownState {
  readonly subscriberId: string;
  /** The state may be another one if this is, or the time step, within which UTC offsets stay the same. */
  readonly version: object;
  readonly step: number;
  readonly seq: number;
}

/** The values that a transaction has read or stored for an account, and reads or stores only once. */
interface AccountCache {
  pageRoom?: PageRoom;
  /** Tags of the submitted form: the account chose them, so the limit of pages does not apply. */
  formTags?: readonly string[];
  state?: KnownState | undefined;
  /** The subscriber of the first event. */
  subscriberId?: string | undefined;
  /** The number of webhook deliveries that the transaction may still create. */
  deliveriesLeft?: number;
}

/** The number of custom fields and tags that pages can still add to the account. Counted when a page adds the first one. */
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

export const openContext = (
  { services, tx, accountId, place }: AccountTransaction,
  source: Source,
): Context => ({
  services,
  tx,
  accountId,
  place,
  source,
  cache: {},
});

export const accountFeatures = ({ tx, accountId }: Context): Promise<AccountFeatures> =>
  findAccountFeatures(tx, accountId);
