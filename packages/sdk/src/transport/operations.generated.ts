// biome-ignore-all format: written by `npm run generate` from the contract.
import type { contract } from '../contract/index.ts';
import { anyOf, anything, anythingBelow, boolean, currency, email, integer, integerFrom, isoTime, list, name,
  number, object, oneOf, orNull, record, snakeCase, text, timeZone, url, usMobile,
  withOneOf } from '../contract/schema/predicates.ts';
import { noun } from './operation.ts';

/** Every operation of the interface, with what a call needs. `Facts` has the defaults. */

const BroadcastQuery = object({}, { status: oneOf('draft', 'scheduled', 'sent'), sort: oneOf('created_at',
  'send_at', 'name'), direction: oneOf('asc', 'desc'), page: integer });
const CampaignQuery = object({}, { status: oneOf('draft', 'active', 'paused'), sort: oneOf('created_at',
  'name'), direction: oneOf('asc', 'desc'), page: integer });
const CampaignSubscriberQuery = object({}, { status: oneOf('active', 'unsubscribed', 'removed'),
  sort: oneOf('id', 'created_at'), direction: oneOf('asc', 'desc'), page: integer, per_page: integer });
const CampaignSubscriberInput = object({ email }, { user_id: text, time_zone: timeZone,
  custom_fields: record(orNull(anyOf(text, number, boolean))), tags: list(text), prospect: boolean,
  potential_lead: boolean, eu_consent: oneOf('granted', 'denied'), eu_consent_message: text,
  utc_offset: integer, double_optin: boolean, starting_email_index: integerFrom(0),
  reactivate_if_removed: boolean, base_lead_score: integer });
const CampaignSubscriptionQuery = object({}, { page: integer });
const EventActionQuery = object({}, { page: integer, per_page: integer });
const EventInput = withOneOf(['email', 'id'], object({ action: name }, { email, id: name, prospect: boolean,
  properties: object({}, { value: anythingBelow(2147483647) }, anything), occurred_at: isoTime }));
const GoalQuery = object({}, { status: oneOf('active', 'disabled', 'all'), sort: oneOf('created_at', 'name'),
  direction: oneOf('asc', 'desc') });
const OrderInput = withOneOf(['email', 'id'], object({ amount: integer }, { email, id: name,
  provider: snakeCase, upstream_id: text, tax: integer, fees: integer, discount: integer, permalink: url,
  currency_code: currency, identifier: text, properties: record(anything), occurred_at: isoTime,
  closed_at: isoTime, cancelled_at: orNull(isoTime), financial_state: oneOf('pending', 'authorized',
  'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided'),
  fulfillment_state: oneOf('not_fulfilled', 'partially_fulfilled', 'fulfilled'), billing_address: object({},
  { name: text, first_name: text, last_name: text, company: text, address_1: text, address_2: text,
  city: text, state: text, zip: text, country: text, phone: text, email: text }), shipping_address: object({},
  { name: text, first_name: text, last_name: text, company: text, address_1: text, address_2: text,
  city: text, state: text, zip: text, country: text, phone: text, email: text }), items: list(object({},
  { id: text, product_id: text, sku: text, amount: integer, name: text, quantity: integer, upstream_id: text,
  upstream_product_id: text, upstream_product_variant_id: text, price: integer, tax: integer, fees: integer,
  discount: integer, taxable: boolean, properties: record(anything) })) }));
const PurchaseInput = object({ amount: integer }, { provider: text, order_id: text, permalink: url,
  properties: record(anything), items: list(object({ name, amount: integer }, { quantity: integer,
  product_id: text, sku: text, properties: record(anything) })), occurred_at: isoTime });
const PurchaseQuery = object({}, { page: integer });
const CartActivity = withOneOf(['person_id', 'email'], object({ provider: snakeCase, action: oneOf('created',
  'updated'), cart_id: name, cart_url: name }, { person_id: name, email, initial_status: oneOf('active',
  'unsubscribed'), occurred_at: isoTime, cart_public_id: text, grand_total: number, total_discounts: number,
  currency, items: list(object({}, { product_id: text, product_variant_id: text, sku: text, name: text,
  brand: text, categories: list(text), price: number, quantity: integer, discounts: number, taxes: number,
  fees: number, shipping: number, total: number, product_url: text, image_url: text }, anything)) },
  anything));
const OrderActivity = withOneOf(['person_id', 'email'], object({ provider: snakeCase, action: oneOf('placed',
  'updated', 'paid', 'fulfilled', 'refunded', 'canceled'), order_id: name }, { person_id: name, email,
  initial_status: oneOf('active', 'unsubscribed'), occurred_at: isoTime, order_public_id: text,
  grand_total: number, total_discounts: number, total_taxes: number, total_fees: number,
  total_shipping: number, refund_amount: number, currency, order_url: text, items: list(object({},
  { product_id: text, product_variant_id: text, sku: text, name: text, brand: text, categories: list(text),
  price: number, quantity: integer, discounts: number, taxes: number, fees: number, shipping: number,
  total: number, product_url: text, image_url: text, sale_price: number }, anything)),
  billing_address: object({}, { label: text, first_name: text, last_name: text, company: text,
  address_1: text, address_2: text, city: text, state: text, postal_code: text, country: text, phone: text }),
  shipping_address: object({}, { label: text, first_name: text, last_name: text, company: text,
  address_1: text, address_2: text, city: text, state: text, postal_code: text, country: text,
  phone: text }) }, anything));
const ProductActivity = object({ provider: snakeCase, action: oneOf('created', 'updated', 'deleted'),
  product_id: name, product_variant_id: name, name, price: number }, { occurred_at: isoTime, sku: text,
  brand: text, categories: list(text), currency, inventory: integer, product_url: text, image_url: text },
  anything);
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
const TagInput = object({ email, tag: name });
const UnsubscribeInput = object({ email });
const WorkflowQuery = object({}, { status: oneOf('draft', 'active', 'paused'), sort: oneOf('created_at',
  'name'), direction: oneOf('asc', 'desc'), page: integer });
const WorkflowStartInput = withOneOf(['email', 'id'], object({}, { email, id: name, first_name: text,
  last_name: text, address1: text, address2: text, city: text, state: text, zip: text, country: text,
  phone: text, user_id: text, time_zone: timeZone, custom_fields: record(orNull(anyOf(text, number,
  boolean))), tags: list(text), prospect: boolean, potential_lead: boolean, eu_consent: oneOf('granted',
  'denied'), eu_consent_message: text }));

export const accounts = noun<typeof contract.accounts>('accounts', {
  list: { path: '/v2/accounts', response: { kind: 'many' } },
  get: { path: '/v2/accounts/{account_id}', response: { kind: 'one' } },
});

export const broadcasts = noun<typeof contract.broadcasts>('broadcasts', {
  list: { path: '/broadcasts', query: BroadcastQuery, response: { kind: 'page' } },
  get: { path: '/broadcasts/{broadcast_id}', response: { kind: 'one' } },
});

export const campaigns = noun<typeof contract.campaigns>('campaigns', {
  list: { path: '/campaigns', query: CampaignQuery, response: { kind: 'page' } },
  get: { path: '/campaigns/{campaign_id}', response: { kind: 'one', hasLinked: true } },
  activate: { method: 'POST', path: '/campaigns/{campaign_id}/activate' },
  pause: { method: 'POST', path: '/campaigns/{campaign_id}/pause' },
  listSubscribers: { path: '/campaigns/{campaign_id}/subscribers', query: CampaignSubscriberQuery,
    response: { kind: 'page', name: 'subscribers' } },
  subscribe: { method: 'POST', path: '/campaigns/{campaign_id}/subscribers', body: { kind: 'one',
    name: 'subscribers', item: CampaignSubscriberInput }, response: { kind: 'one', name: 'subscribers' },
    updatesSubscriber: true },
});

export const campaignSubscriptions = noun<typeof contract.campaignSubscriptions>('campaignSubscriptions', {
  list: { path: '/subscribers/{subscriber_id}/campaign_subscriptions', query: CampaignSubscriptionQuery,
    response: { kind: 'page', name: 'campaign_subscriptions' } },
});

export const customFieldIdentifiers = noun<typeof contract.customFieldIdentifiers>('customFieldIdentifiers', {
  list: { path: '/custom_field_identifiers', response: { kind: 'many', name: 'custom_field_identifiers' } },
});

export const eventActions = noun<typeof contract.eventActions>('eventActions', {
  list: { path: '/event_actions', query: EventActionQuery, response: { kind: 'page',
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
  list: { path: '/goals', query: GoalQuery, response: { kind: 'many' } },
  get: { path: '/goals/{conversion_id}', response: { kind: 'one' } },
});

export const orders = noun<typeof contract.orders>('orders', {
  upsert: { method: 'POST', path: '/orders', body: { kind: 'one', item: OrderInput },
    response: { kind: 'empty' } },
  upsertBatch: { method: 'POST', path: '/orders/batches', body: { kind: 'batch', item: OrderInput },
    response: { kind: 'empty' }, limit: 'batch' },
});

export const purchases = noun<typeof contract.purchases>('purchases', {
  create: { method: 'POST', path: '/subscribers/{id_or_email}/purchases', body: { kind: 'one',
    item: PurchaseInput }, response: { kind: 'empty' } },
  list: { path: '/subscribers/{id_or_email}/purchases', query: PurchaseQuery, response: { kind: 'page' } },
  get: { path: '/subscribers/{id_or_email}/purchases/{purchase_id}', response: { kind: 'one' } },
});

export const refunds = noun<typeof contract.refunds>('refunds', {
  upsert: { method: 'POST', path: '/refunds', body: { kind: 'one' }, response: { kind: 'empty' } },
});

export const shopperActivity = noun<typeof contract.shopperActivity>('shopperActivity', {
  cart: { method: 'POST', path: '/v3/{account_id}/shopper_activity/cart', body: { kind: 'bare',
    item: CartActivity }, response: { kind: 'bare' } },
  cartBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/cart/batch', body: { kind: 'list',
    name: 'carts', item: CartActivity }, response: { kind: 'bare' }, limit: 'batch' },
  order: { method: 'POST', path: '/v3/{account_id}/shopper_activity/order', body: { kind: 'bare',
    item: OrderActivity }, response: { kind: 'bare' } },
  orderBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/order/batch', body: { kind: 'list',
    name: 'orders', item: OrderActivity }, response: { kind: 'bare' }, limit: 'batch' },
  product: { method: 'POST', path: '/v3/{account_id}/shopper_activity/product', body: { kind: 'bare',
    item: ProductActivity }, response: { kind: 'bare' } },
  productBatch: { method: 'POST', path: '/v3/{account_id}/shopper_activity/product/batch',
    body: { kind: 'list', name: 'products', item: ProductActivity }, response: { kind: 'bare' },
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
  list: { path: '/workflows', query: WorkflowQuery, response: { kind: 'page' } },
  get: { path: '/workflows/{workflow_id}', response: { kind: 'one' } },
  activate: { method: 'POST', path: '/workflows/{workflow_id}/activate' },
  pause: { method: 'POST', path: '/workflows/{workflow_id}/pause' },
  start: { method: 'POST', path: '/workflows/{workflow_id}/subscribers', body: { kind: 'one',
    name: 'subscribers', item: WorkflowStartInput }, response: { kind: 'one', name: 'subscribers' },
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
