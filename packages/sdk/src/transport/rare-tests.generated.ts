// biome-ignore-all format: written by `npm run generate` from the contract.
import { anyOf, anything, boolean, email, integer, isoTime, list, name, number, object, oneOf, orNull, record,
  text, timeZone, withOneOf } from '../contract/schema/predicates.ts';
import { currency, integerFrom, snakeCase, url } from '../contract/schema/rare-formats.ts';

export const BroadcastQuery = object({}, { status: oneOf('draft', 'scheduled', 'sent'),
  sort: oneOf('created_at', 'send_at', 'name'), direction: oneOf('asc', 'desc'), page: integer });
export const CampaignQuery = object({}, { status: oneOf('draft', 'active', 'paused'),
  sort: oneOf('created_at', 'name'), direction: oneOf('asc', 'desc'), page: integer });
export const CampaignSubscriberQuery = object({}, { status: oneOf('active', 'unsubscribed', 'removed'),
  sort: oneOf('id', 'created_at'), direction: oneOf('asc', 'desc'), page: integer, per_page: integer });
export const CampaignSubscriberInput = object({ email }, { user_id: text, time_zone: timeZone,
  custom_fields: record(orNull(anyOf(text, number, boolean))), tags: list(text), prospect: boolean,
  potential_lead: boolean, eu_consent: oneOf('granted', 'denied'), eu_consent_message: text,
  utc_offset: integer, double_optin: boolean, starting_email_index: integerFrom(0),
  reactivate_if_removed: boolean, base_lead_score: integer });
export const CampaignSubscriptionQuery = object({}, { page: integer });
export const EventActionQuery = object({}, { page: integer, per_page: integer });
export const GoalQuery = object({}, { status: oneOf('active', 'disabled', 'all'), sort: oneOf('created_at',
  'name'), direction: oneOf('asc', 'desc') });
export const OrderInput = withOneOf(['email', 'id'], object({ amount: integer }, { email, id: name,
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
export const PurchaseInput = object({ amount: integer }, { provider: text, order_id: text, permalink: url,
  properties: record(anything), items: list(object({ name, amount: integer }, { quantity: integer,
  product_id: text, sku: text, properties: record(anything) })), occurred_at: isoTime });
export const PurchaseQuery = object({}, { page: integer });
export const CartActivity = withOneOf(['person_id', 'email'], object({ provider: snakeCase,
  action: oneOf('created', 'updated'), cart_id: name, cart_url: name }, { person_id: name, email,
  initial_status: oneOf('active', 'unsubscribed'), occurred_at: isoTime, cart_public_id: text,
  grand_total: number, total_discounts: number, currency, items: list(object({}, { product_id: text,
  product_variant_id: text, sku: text, name: text, brand: text, categories: list(text), price: number,
  quantity: integer, discounts: number, taxes: number, fees: number, shipping: number, total: number,
  product_url: text, image_url: text }, anything)) }, anything));
export const OrderActivity = withOneOf(['person_id', 'email'], object({ provider: snakeCase,
  action: oneOf('placed', 'updated', 'paid', 'fulfilled', 'refunded', 'canceled'), order_id: name },
  { person_id: name, email, initial_status: oneOf('active', 'unsubscribed'), occurred_at: isoTime,
  order_public_id: text, grand_total: number, total_discounts: number, total_taxes: number,
  total_fees: number, total_shipping: number, refund_amount: number, currency, order_url: text,
  items: list(object({}, { product_id: text, product_variant_id: text, sku: text, name: text, brand: text,
  categories: list(text), price: number, quantity: integer, discounts: number, taxes: number, fees: number,
  shipping: number, total: number, product_url: text, image_url: text, sale_price: number }, anything)),
  billing_address: object({}, { label: text, first_name: text, last_name: text, company: text,
  address_1: text, address_2: text, city: text, state: text, postal_code: text, country: text, phone: text }),
  shipping_address: object({}, { label: text, first_name: text, last_name: text, company: text,
  address_1: text, address_2: text, city: text, state: text, postal_code: text, country: text,
  phone: text }) }, anything));
export const ProductActivity = object({ provider: snakeCase, action: oneOf('created', 'updated', 'deleted'),
  product_id: name, product_variant_id: name, name, price: number }, { occurred_at: isoTime, sku: text,
  brand: text, categories: list(text), currency, inventory: integer, product_url: text, image_url: text },
  anything);
export const WorkflowQuery = object({}, { status: oneOf('draft', 'active', 'paused'),
  sort: oneOf('created_at', 'name'), direction: oneOf('asc', 'desc'), page: integer });
export const WorkflowStartInput = withOneOf(['email', 'id'], object({}, { email, id: name, first_name: text,
  last_name: text, address1: text, address2: text, city: text, state: text, zip: text, country: text,
  phone: text, user_id: text, time_zone: timeZone, custom_fields: record(orNull(anyOf(text, number,
  boolean))), tags: list(text), prospect: boolean, potential_lead: boolean, eu_consent: oneOf('granted',
  'denied'), eu_consent_message: text }));
