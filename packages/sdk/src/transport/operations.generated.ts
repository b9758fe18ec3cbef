// biome-ignore-all format: written by `npm run generate` from the contract.
import type { contract } from '../contract/index.ts';
import { anyOf, anything, anythingBelow, boolean, email, integer, isoTime, list, name, number, object, oneOf,
  orNull, record, text, timeZone, usMobile, withOneOf } from '../contract/schema/predicates.ts';
import { noun, rare } from './operation.ts';

/** Every operation of the interface, with what a call needs. `Facts` has the defaults. */

const SubscriberInput = withOneOf(['email', 'id', 'visitor_uuid'], object({}, { email, id: name,
  visitor_uuid: name, new_email: email, first_name: text, last_name: text, address1: text, address2: text,
  city: text, state: text, zip: text, country: text, phone: text, sms_number: usMobile, sms_consent: boolean,
  user_id: text, time_zone: timeZone, custom_fields: record(orNull(anyOf(text, number, boolean))),
  tags: list(text), prospect: boolean, potential_lead: boolean, eu_consent: oneOf('granted', 'denied'),
  eu_consent_message: text, lifetime_value: integer, ip_address: text, remove_tags: list(text),
  base_lead_score: integer, status: oneOf('active', 'unsubscribed'), initial_status: oneOf('active',
  'unsubscribed') }));
const SubscriberQuery = object({}, { status: oneOf('all', 'active', 'unsubscribed', 'active_or_unsubscribed',
  'undeliverable', 'removed'), tags: text, subscribed_before: isoTime, subscribed_after: isoTime,
  page: integer, per_page: integer });
const RemoveQuery = object({}, { campaign_id: text });
const EventInput = withOneOf(['email', 'id'], object({ action: name }, { email, id: name, prospect: boolean,
  properties: object({}, { value: anythingBelow(2147483647) }, anything), occurred_at: isoTime }));
const TagInput = object({ email, tag: name });
const UnsubscribeInput = object({ email });

export const accounts = noun<typeof contract.accounts>('accounts', {
  list: { path: '/v2/accounts', response: { kind: 'many' } },
  get: { path: '/v2/accounts/{account_id}', response: { kind: 'one' } },
});

export const broadcasts = noun<typeof contract.broadcasts>('broadcasts', {
  list: { path: '/broadcasts', query: rare('BroadcastQuery'), response: { kind: 'page' } },
  get: { path: '/broadcasts/{broadcast_id}', response: { kind: 'one' } },
});

export const campaigns = noun<typeof contract.campaigns>('campaigns', {
  list: { path: '/campaigns', query: rare('CampaignQuery'), response: { kind: 'page' } },
  get: { path: '/campaigns/{campaign_id}', response: { kind: 'one', hasLinked: true } },
  activate: { method: 'POST', path: '/campaigns/{campaign_id}/activate' },
  pause: { method: 'POST', path: '/campaigns/{campaign_id}/pause' },
  listSubscribers: { path: '/campaigns/{campaign_id}/subscribers', query: rare('CampaignSubscriberQuery'),
    response: { kind: 'page', name: 'subscribers' } },
  subscribe: { method: 'POST', path: '/campaigns/{campaign_id}/subscribers', body: { kind: 'one',
    name: 'subscribers', item: rare('CampaignSubscriberInput') }, response: { kind: 'one',
    name: 'subscribers' }, updatesSubscriber: true },
});

export const campaignSubscriptions = noun<typeof contract.campaignSubscriptions>('campaignSubscriptions', {
  list: { path: '/subscribers/{subscriber_id}/campaign_subscriptions',
    query: rare('CampaignSubscriptionQuery'), response: { kind: 'page', name: 'campaign_subscriptions' } },
});

export const customFieldIdentifiers = noun<typeof contract.customFieldIdentifiers>('customFieldIdentifiers', {
  list: { path: '/custom_field_identifiers', response: { kind: 'many', name: 'custom_field_identifiers' } },
});

export const eventActions = noun<typeof contract.eventActions>('eventActions', {
  list: { path: '/event_actions', query: rare('EventActionQuery'), response: { kind: 'page',
    name: 'event_actions' } },
});

export const events = noun<typeof contract.events>('events', {
  record: { method: 'POST', path: '/events', body: { kind: 'one', item: EventInput } },
  recordBatch: { method: 'POST', path: '/events/batches', body: { kind: 'batch', item: EventInput },
    response: { kind: 'empty' }, limit: 'batch' },
});

export const forms = noun<typeof contract.forms>('forms', {
  list: { path: '/forms', response: { kind: 'many' } },
  get: { path: '/forms/{form_id}', response: { kind: 'one' } },
});

export const goals = noun<typeof contract.goals>('goals', {
  list: { path: '/goals', query: rare('GoalQuery'), response: { kind: 'many' } },
  get: { path: '/goals/{conversion_id}', response: { kind: 'one' } },
});

export const orders = noun<typeof contract.orders>('orders', {
  upsert: { method: 'POST', path: '/orders', body: { kind: 'one', item: rare('OrderInput') },
    response: { kind: 'empty' } },
  upsertBatch: { method: 'POST', path: '/orders/batches', body: { kind: 'batch', item: rare('OrderInput') },
    response: { kind: 'empty' }, limit: 'batch' },
});

export const purchases = noun<typeof contract.purchases>('purchases', {
  create: { method: 'POST', path: '/subscribers/{id_or_email}/purchases', body: { kind: 'one',
    item: rare('PurchaseInput') }, response: { kind: 'empty' } },
  list: { path: '/subscribers/{id_or_email}/purchases', query: rare('PurchaseQuery'),
    response: { kind: 'page' } },
  get: { path: '/subscribers/{id_or_email}/purchases/{purchase_id}', response: { kind: 'one' } },
});

export const refunds = noun<typeof contract.refunds>('refunds', {
  upsert: { method: 'POST', path: '/refunds', body: { kind: 'one' }, response: { kind: 'empty' } },
});

export const shopperActivity = noun<typeof contract.shopperActivity>('shopperActivity', {
  cart: { method: 'POST', path: '/v3/{account_id}/shopper_activity/cart', body: { kind: 'bare',
    item: rare('CartActivity') }, response: { kind: 'bare' } },
  cartBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/cart/batch', body: { kind: 'list',
    name: 'carts', item: rare('CartActivity') }, response: { kind: 'bare' }, limit: 'batch' },
  order: { method: 'POST', path: '/v3/{account_id}/shopper_activity/order', body: { kind: 'bare',
    item: rare('OrderActivity') }, response: { kind: 'bare' } },
  orderBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/order/batch', body: { kind: 'list',
    name: 'orders', item: rare('OrderActivity') }, response: { kind: 'bare' }, limit: 'batch' },
  product: { method: 'POST', path: '/v3/{account_id}/shopper_activity/product', body: { kind: 'bare',
    item: rare('ProductActivity') }, response: { kind: 'bare' } },
  productBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/product/batch',
    body: { kind: 'list', name: 'products', item: rare('ProductActivity') }, response: { kind: 'bare' },
    limit: 'batch' },
});

export const subscribers = noun<typeof contract.subscribers>('subscribers', {
  upsert: { method: 'POST', path: '/subscribers', body: { kind: 'one', item: SubscriberInput },
    response: { kind: 'one' }, repeatable: true, updatesSubscriber: true },
  list: { path: '/subscribers', query: SubscriberQuery, response: { kind: 'page' } },
  get: { path: '/subscribers/{id_or_email_or_visitor_uuid}', response: { kind: 'one' } },
  remove: { method: 'POST', path: '/subscribers/{id_or_email}/remove', query: RemoveQuery,
    response: { kind: 'one' }, repeatable: true, updatesSubscriber: true },
  unsubscribeAll: { method: 'POST', path: '/subscribers/{id_or_email}/unsubscribe_all',
    response: { kind: 'one' }, repeatable: true, updatesSubscriber: true },
  delete: { method: 'DELETE', path: '/subscribers/{id_or_email}', updatesSubscriber: true },
  upsertBatch: { method: 'POST', path: '/subscribers/batches', body: { kind: 'batch', item: SubscriberInput },
    response: { kind: 'empty' }, limit: 'batch', repeatable: true },
});

export const tags = noun<typeof contract.tags>('tags', {
  list: { path: '/tags', response: { kind: 'many' } },
  apply: { method: 'POST', path: '/tags', body: { kind: 'one', item: TagInput }, response: { kind: 'empty' },
    repeatable: true, updatesSubscriber: true },
  remove: { method: 'DELETE', path: '/subscribers/{email}/tags/{tag}', updatesSubscriber: true },
});

export const unsubscribes = noun<typeof contract.unsubscribes>('unsubscribes', {
  createBatch: { method: 'POST', path: '/unsubscribes/batches', body: { kind: 'batch', name: 'subscribers',
    item: UnsubscribeInput }, limit: 'batch', repeatable: true },
});

export const user = noun<typeof contract.user>('user', {
  get: { path: '/v2/user', response: { kind: 'one', name: 'users' } },
});

export const webhooks = noun<typeof contract.webhooks>('webhooks', {
  list: { path: '/webhooks', response: { kind: 'many' } },
  get: { path: '/webhooks/{webhook_id}', response: { kind: 'one' } },
  create: { method: 'POST', path: '/webhooks', body: { kind: 'one' }, response: { kind: 'one' } },
  delete: { method: 'DELETE', path: '/webhooks/{webhook_id}' },
});

export const workflows = noun<typeof contract.workflows>('workflows', {
  list: { path: '/workflows', query: rare('WorkflowQuery'), response: { kind: 'page' } },
  get: { path: '/workflows/{workflow_id}', response: { kind: 'one' } },
  activate: { method: 'POST', path: '/workflows/{workflow_id}/activate' },
  pause: { method: 'POST', path: '/workflows/{workflow_id}/pause' },
  start: { method: 'POST', path: '/workflows/{workflow_id}/subscribers', body: { kind: 'one',
    name: 'subscribers', item: rare('WorkflowStartInput') }, response: { kind: 'one', name: 'subscribers' },
    updatesSubscriber: true },
  remove: { method: 'DELETE', path: '/workflows/{workflow_id}/subscribers/{id_or_email}',
    updatesSubscriber: true },
});

export const workflowTriggers = noun<typeof contract.workflowTriggers>('workflowTriggers', {
  list: { path: '/workflows/{workflow_id}/triggers', response: { kind: 'many', name: 'triggers' } },
  create: { method: 'POST', path: '/workflows/{workflow_id}/triggers', body: { kind: 'one',
    name: 'triggers' }, response: { kind: 'one', name: 'triggers' } },
  update: { method: 'PUT', path: '/workflows/{workflow_id}/triggers/{trigger_id}', body: { kind: 'one',
    name: 'triggers' }, response: { kind: 'one', name: 'triggers' } },
});
