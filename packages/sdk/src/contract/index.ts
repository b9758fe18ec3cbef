/** The whole interface as data. Imports only zod; schemas are built on first use. */
import { accounts } from './accounts.ts';
import { broadcasts } from './broadcasts.ts';
import { campaignSubscriptions } from './campaign-subscriptions.ts';
import { campaigns } from './campaigns.ts';
import { customFieldIdentifiers } from './custom-field-identifiers.ts';
import { eventActions } from './event-actions.ts';
import { events } from './events.ts';
import { forms } from './forms.ts';
import { goals } from './goals.ts';
import { oauth } from './oauth.ts';
import { orders } from './orders.ts';
import { purchases } from './purchases.ts';
import { refunds } from './refunds.ts';
import { shopperActivity } from './shopper-activity.ts';
import { subscribers } from './subscribers.ts';
import { tags } from './tags.ts';
import { unsubscribes } from './unsubscribes.ts';
import { user } from './user.ts';
import { webhooks } from './webhooks.ts';
import { workflowTriggers } from './workflow-triggers.ts';
import { workflows } from './workflows.ts';

export * from './accounts.ts';
export * from './broadcasts.ts';
export * from './campaign-subscriptions.ts';
export * from './campaigns.ts';
export * from './content.ts';
export * from './custom-field-identifiers.ts';
export * from './event-actions.ts';
export * from './events.ts';
export * from './forms.ts';
export * from './goals.ts';
export * from './oauth.ts';
export * from './orders.ts';
export * from './purchases.ts';
export * from './refunds.ts';
export * from './schema/endpoint.ts';
export * from './schema/envelope.ts';
export * from './schema/errors.ts';
export * as field from './schema/field.ts';
export { BATCH_LIMIT, type RequestLayout, type ResponseLayout } from './schema/layout.ts';
export * from './schema/limits.ts';
export { attributeOf, type Loss, lossIn } from './schema/lossy.ts';
export * from './schema/nearest-name.ts';
export * from './schema/parse-json.ts';
export * from './schema/rows.ts';
export * from './schema/schema.ts';
export * from './schema/validation.ts';
export * from './script.ts';
export * from './shopper-activity.ts';
export * from './subscribers.ts';
export * from './tags.ts';
export * from './unsubscribes.ts';
export * from './user.ts';
export * from './webhook-events.ts';
export * from './webhooks.ts';
export * from './workflow-triggers.ts';
export * from './workflows.ts';

/** Every operation of the interface, by noun and method. */
export const contract = Object.freeze({
  accounts,
  broadcasts,
  campaigns,
  campaignSubscriptions,
  customFieldIdentifiers,
  eventActions,
  events,
  forms,
  goals,
  oauth,
  orders,
  purchases,
  refunds,
  shopperActivity,
  subscribers,
  tags,
  unsubscribes,
  user,
  webhooks,
  workflows,
  workflowTriggers,
});

/** The operations that update one subscriber. The service runs one at a time per subscriber ("Limits", concurrency). */
// Unspecified: U-11
export const SUBSCRIBER_UPDATES: ReadonlySet<unknown> = new Set<unknown>([
  subscribers.upsert,
  subscribers.remove,
  subscribers.unsubscribeAll,
  subscribers.delete,
  tags.apply,
  tags.remove,
  campaigns.subscribe,
  workflows.start,
  workflows.remove,
]);
