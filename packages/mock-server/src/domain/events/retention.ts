import { MAX_PRUNED } from '../../store/engine/prune.ts';
import { products } from '../../store/tables/commerce.ts';
import { conversions } from '../../store/tables/conversions.ts';
import { domainEvents } from '../../store/tables/domain-events.ts';
import { deleteOldEventsOf, events as eventTable } from '../../store/tables/events.ts';
import { formSubmissions } from '../../store/tables/form-submissions.ts';
import { outcomes as outcomesTable } from '../../store/tables/outcomes.ts';
import { valueChanges } from '../../store/tables/value-changes.ts';
import { deleteOldVisitorsOf, visitors } from '../../store/tables/visitors.ts';
import type { AccountTransaction, Context } from '../context/context.ts';
import type { Services } from '../context/services.ts';

/** The upper limit of the average overshoot before pruning: less than pruning deletes, so that the overshoot ends. */
const MAX_OVERSHOOT = MAX_PRUNED / 2;

/** Randomly decides whether to prune after `added` rows, so that the overshoot averages a tenth of `limit`. */
export const isTimeToPrune = ({ random }: Pick<Services, 'random'>, limit: number, added = 1): boolean =>
  random() * Math.min(MAX_OVERSHOOT, limit / 10) < added;

/** Prunes an account's oldest events from time to time. */
export async function pruneEvents({ services, tx, accountId }: Context): Promise<void> {
  const { events } = services.retention;
  if (isTimeToPrune(services, events)) await domainEvents.prune(tx, accountId, events);
}

/** Prunes an account's oldest changes of lead scores and lifetime values from time to time. */
export async function pruneValueChanges({ services, tx, accountId }: Context): Promise<void> {
  const { events } = services.retention;
  if (isTimeToPrune(services, events)) await valueChanges.prune(tx, accountId, events);
}

/** Prunes an account's oldest outcomes from time to time. */
export async function pruneOutcomes(
  { services, tx, accountId }: AccountTransaction,
  added: number,
): Promise<void> {
  const { outcomes } = services.retention;
  if (isTimeToPrune(services, outcomes, added)) await outcomesTable.prune(tx, accountId, outcomes);
}

/** Events retained per unidentified visitor. */
const EVENTS_OF_VISITOR = 10_000;
/** Products retained that only pages have reported. */
const PRODUCTS_OF_PAGES = 10_000;
/** Visitors retained per subscriber. Each browser is one. */
const VISITORS_OF_SUBSCRIBER = 100;

/** Prunes the oldest unidentified visitors from time to time. */
// Unspecified: U-133
export async function pruneVisitors({ services, tx, accountId }: Context): Promise<void> {
  const { events } = services.retention;
  if (isTimeToPrune(services, events)) await visitors.prune(tx, accountId, events, 'subscriber_id is null');
}

/** Prunes a subscriber's oldest visitors: pages can identify any number of browsers as one subscriber. */
// Unspecified: U-133
export async function pruneVisitorsOf(
  { tx, accountId }: Context,
  subscriberId: string,
  except: string,
): Promise<void> {
  await deleteOldVisitorsOf(tx, accountId, subscriberId, { except, kept: VISITORS_OF_SUBSCRIBER });
}

/** Prunes the oldest events and conversions from pages from time to time. */
// Unspecified: U-133
export async function prunePageEvents(
  { services, tx, accountId }: Context,
  visitorUuid: string,
): Promise<void> {
  const { events } = services.retention;
  if (isTimeToPrune(services, EVENTS_OF_VISITOR)) {
    await deleteOldEventsOf(tx, accountId, visitorUuid, EVENTS_OF_VISITOR);
  }
  if (!isTimeToPrune(services, events)) return;
  const ofPages = 'visitor_uuid is not null';
  await eventTable.prune(tx, accountId, events, ofPages);
  await conversions.prune(tx, accountId, events, ofPages);
}

/** Prunes the oldest form submissions from time to time. */
// Unspecified: U-133
export async function pruneFormSubmissions({ services, tx, accountId }: Context): Promise<void> {
  const { events } = services.retention;
  if (!isTimeToPrune(services, events)) return;
  await formSubmissions.prune(tx, accountId, events);
}

/** Prunes the oldest products that only pages have reported from time to time. `provider` marks them. */
// Unspecified: U-133
export async function prunePageProducts(
  { services, tx, accountId }: Context,
  provider: string,
): Promise<void> {
  if (!isTimeToPrune(services, PRODUCTS_OF_PAGES)) return;
  await products.prune(tx, accountId, PRODUCTS_OF_PAGES, `provider = '${provider}'`);
}
