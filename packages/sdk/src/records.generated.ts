// biome-ignore-all format: written by `npm run generate` from the contract.
// biome-ignore-all lint/style/noExcessiveLinesPerFile: likewise.

/** A customer's account ("Account"). */
export interface Account {
  id: string;
  /** Default: the website's URL. */
  name: string;
  url: string;
  default_from_name?: string | null | undefined;
  default_from_email?: string | null | undefined;
  default_postal_address?: string | null | undefined;
  /** The owner's email address. */
  primary_email?: string | null | undefined;
  /** Whether third-party cookies track visitors across domains. */
  enable_third_party_cookies: boolean;
  phone_number?: string | null | undefined;
  /** ISO 8601. */
  created_at: string;
  href: string;
}

/** Filter and sort order of the broadcast list. */
export interface BroadcastQuery {
  /** Default: all. */
  status?: 'draft' | 'scheduled' | 'sent' | undefined;
  /** The sort key. */
  sort?: 'created_at' | 'send_at' | 'name' | undefined;
  /** The sort order. */
  direction?: 'asc' | 'desc' | undefined;
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
}

/** A single-email campaign ("Single-email campaign (broadcast)"). */
export interface Broadcast {
  id: string;
  status: 'draft' | 'canceled' | 'scheduled' | 'sending' | 'sent' | (string & {});
  /** An internal name, not shown to subscribers. */
  name: string;
  from_name?: string | null | undefined;
  from_email?: string | null | undefined;
  postal_address?: string | null | undefined;
  /** Whether `send_at` is in each subscriber's own time zone. */
  localize_sending_time: boolean;
  /** ISO 8601. */
  send_at?: string | null | undefined;
  bcc: string | null;
  /** ISO 8601. */
  created_at: string;
  href: string;
  subject: string;
  html_body: string;
  text_body: string;
  links: {
    account: string;
  };
}

/** Filter and sort order of the campaign list. */
export interface CampaignQuery {
  /** Default: all. */
  status?: 'draft' | 'active' | 'paused' | undefined;
  /** The sort key. */
  sort?: 'created_at' | 'name' | undefined;
  /** The sort order. */
  direction?: 'asc' | 'desc' | undefined;
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
}

/** An email series ("Email series campaign"). Rates are fractions of 1. */
export interface Campaign {
  id: string;
  status: 'active' | 'paused' | 'draft' | (string & {});
  name: string;
  /** Overrides the account's default, as `from_email` and `postal_address` do. */
  from_name?: string | null | undefined;
  from_email?: string | null | undefined;
  postal_address?: string | null | undefined;
  /** Sending time, in minutes after midnight. */
  minutes_from_midnight: number;
  /** Whether the sending time is in each subscriber's own time zone. */
  localize_sending_time: boolean;
  /** Sending days: seven characters of 0 or 1, from Monday to Sunday. */
  days_of_the_week_mask: string;
  /** Whether the first email is sent immediately after subscribing. */
  start_immediately: boolean;
  double_optin: boolean;
  /** @deprecated */
  send_to_confirmation_page?: unknown | undefined;
  /** @deprecated */
  use_custom_confirmation_page?: unknown | undefined;
  /** @deprecated */
  post_confirmation_url?: unknown | undefined;
  confirmation_url: string | null;
  /** Address notified when a form submission subscribes someone. */
  notify_subscribe_email?: string | null | undefined;
  /** Address notified when a subscriber unsubscribes. */
  notify_unsubscribe_email?: string | null | undefined;
  bcc: string | null;
  /** Number of emails in the series, of any status. */
  email_count: number;
  active_subscriber_count: number;
  /** Number of subscribers who unsubscribed through a delivered email. */
  unsubscribed_subscriber_count: number;
  email_open_rate: number;
  email_click_rate: number;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  updated_at: string;
  href: string;
  links: {
    account: string;
    forms: string[];
  };
  /** The form created for the campaign, if any. */
  forms?: {
    id: string;
    href: string;
    headline: string;
    description: string;
    button_text: string;
    confirmation_heading: string;
    confirmation_text: string;
    /** Whether a submission sends an event to Google Analytics. */
    send_ga_event: boolean;
    seconds_before_popup: number;
    days_between_popup: number;
    days_between_popup_after_close: number;
    orientation: 'bottom_left_tab' | 'bottom_right_tab' | 'side_left_tab' | 'side_right_tab' | 'embedded' | 'lightbox' | (string & {});
    /** Opacity of the field labels. */
    opacity: number;
    show_labels: boolean;
    /** Color of the tab. */
    primary_color: string;
    /** Color of the headline. */
    secondary_color: string;
    is_widget_enabled: boolean;
    /** URL paths where the form is shown. */
    whitelist: string[];
    /** URL paths where the form is hidden. */
    blacklist: string[];
    is_whitelist_enabled: boolean;
    is_blacklist_enabled: boolean;
    hide_on_mobile: boolean;
    /** @deprecated */
    is_embeddable: boolean;
    /** ISO 8601. */
    created_at: string;
    links: {
      account: string;
    };
  } | null | undefined;
}

/** Filter and sort order of a campaign's subscribers. `direction` defaults to `desc`. */
export interface CampaignSubscriberQuery {
  /** Default `active`. */
  status?: 'active' | 'unsubscribed' | 'removed' | undefined;
  /** The sort key. */
  sort?: 'id' | 'created_at' | undefined;
  /** The sort order. */
  direction?: 'asc' | 'desc' | undefined;
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
  /** Records per page. Values above 1000 count as 1000. */
  per_page?: number | undefined;
}

/** A recipient of email ("Subscriber"). Fields without a value are absent. */
export interface Subscriber {
  /** Assigned by the service. */
  id: string;
  status: 'active' | 'unsubscribed' | (string & {});
  /** Status used if a request omits `status`. */
  initial_status?: 'active' | 'unsubscribed' | (string & {}) | null | undefined;
  /** The email address. */
  email: string;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zip?: string | null | undefined;
  country?: string | null | undefined;
  phone?: string | null | undefined;
  /** US mobile number in E.164 format. */
  sms_number?: string | null | undefined;
  sms_consent: boolean;
  /** Consent under European Union law. */
  eu_consent: 'granted' | 'denied' | 'unknown' | (string & {});
  /** Olson time zone. Default `Etc/UTC`. */
  time_zone: string;
  /** Offset from UTC, in minutes. */
  utc_offset: number;
  /** Present if the page script has seen the subscriber. */
  visitor_uuid?: string | null | undefined;
  /** Values by identifier, always strings. */
  custom_fields: Record<string, string>;
  tags: string[];
  ip_address?: string | null | undefined;
  user_agent?: string | null | undefined;
  original_referrer?: string | null | undefined;
  landing_url?: string | null | undefined;
  /** Whether the subscriber is marked as a lead. */
  prospect: boolean;
  lead_score?: number | null | undefined;
  /** In cents. */
  lifetime_value: number;
  /** ISO 8601. */
  created_at: string;
  href: string;
  /** Your own identifier of the subscriber. */
  user_id?: string | null | undefined;
  base_lead_score: number;
  links: {
    account: string;
  };
}

/** Arguments for subscribing a subscriber to a campaign. */
export interface CampaignSubscriberInput {
  /** An email address, `ann@example.com`. */
  email: string;
  /** Your own identifier of the subscriber, unique in the account. */
  user_id?: string | undefined;
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone?: string | undefined;
  /** Values by identifier. null or '' clears a field. */
  custom_fields?: object | undefined;
  /** Tags to add. */
  tags?: readonly string[] | undefined;
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** Former name of `prospect`. */
  potential_lead?: boolean | undefined;
  /** Consent under European Union law. */
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
  /** Offset from UTC, in minutes. */
  utc_offset?: number | undefined;
  /** Whether to send a confirmation email. Default: the campaign's setting. */
  double_optin?: boolean | undefined;
  /** Index of the first email to send, from 0. Default 0. */
  starting_email_index?: number | undefined;
  /** Whether to subscribe a removed subscriber again; if false, the response is 422. Default true. */
  reactivate_if_removed?: boolean | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
}

/** Page of a subscriber's campaign subscriptions. */
export interface CampaignSubscriptionQuery {
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
}

/** A subscriber's progress in an email series ("Campaign subscription"). */
export interface CampaignSubscription {
  id: string;
  campaign_id: string;
  status: 'active' | (string & {});
  is_complete: boolean;
  lap: number;
  /** Index of the last email sent, from 0. */
  last_sent_email_index?: number | null | undefined;
  /** ISO 8601. */
  last_sent_email_at?: string | null | undefined;
  links: {
    account: string;
    subscriber: string;
  };
}

/** Page of the event actions. */
export interface EventActionQuery {
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
  /** Records per page. Values above 1000 count as 1000. */
  per_page?: number | undefined;
}

export interface EventInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  /** Name of the event. If a conversion has the same name, it is recorded too. */
  action: string;
  /** Default true. */
  prospect?: boolean | undefined;
  properties?: object | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
}

export type EventInputIdentity =
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string };

/** Arguments for recording an event. `email` or `id` identifies the subscriber; at least one is required. */
export type EventInput = EventInputMembers & EventInputIdentity;

/** A signup form ("Form"). */
export interface Form {
  id: string;
  href: string;
  headline: string;
  description: string;
  button_text: string;
  confirmation_heading: string;
  confirmation_text: string;
  /** Whether a submission sends an event to Google Analytics. */
  send_ga_event: boolean;
  seconds_before_popup: number;
  days_between_popup: number;
  days_between_popup_after_close: number;
  orientation: 'bottom_left_tab' | 'bottom_right_tab' | 'side_left_tab' | 'side_right_tab' | 'embedded' | 'lightbox' | (string & {});
  /** Opacity of the field labels. */
  opacity: number;
  show_labels: boolean;
  /** Color of the tab. */
  primary_color: string;
  /** Color of the headline. */
  secondary_color: string;
  is_widget_enabled: boolean;
  /** URL paths where the form is shown. */
  whitelist: string[];
  /** URL paths where the form is hidden. */
  blacklist: string[];
  is_whitelist_enabled: boolean;
  is_blacklist_enabled: boolean;
  hide_on_mobile: boolean;
  /** @deprecated */
  is_embeddable: boolean;
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

/** Filter and sort order of the conversion list. */
export interface GoalQuery {
  /** Default `all`. */
  status?: 'active' | 'disabled' | 'all' | undefined;
  /** The sort key. */
  sort?: 'created_at' | 'name' | undefined;
  /** The sort order. */
  direction?: 'asc' | 'desc' | undefined;
}

/** A conversion ("Conversion (goal)"). */
export interface Goal {
  id: string;
  href: string;
  name: string;
  /** A visit to this URL counts as the conversion. */
  url?: string | null | undefined;
  status: 'active' | 'disabled' | (string & {});
  /** In cents, less than 2,147,483,647. */
  default_value: number;
  counting_method: 'one_per_visitor' | 'all' | (string & {});
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

export interface OrderInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  /** Cents. */
  amount: number;
  /** Name of the order system, in lower snake case: `my_shop`. */
  provider?: string | undefined;
  upstream_id?: string | undefined;
  /** Cents. */
  tax?: number | undefined;
  /** Cents. */
  fees?: number | undefined;
  /** Cents. */
  discount?: number | undefined;
  /** An absolute http or https URL. */
  permalink?: string | undefined;
  /** ISO 4217 code: `USD`. */
  currency_code?: string | undefined;
  identifier?: string | undefined;
  properties?: object | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  /** ISO 8601. */
  closed_at?: string | Date | undefined;
  /** ISO 8601. */
  cancelled_at?: string | Date | null | undefined;
  financial_state?: 'pending' | 'authorized' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | undefined;
  fulfillment_state?: 'not_fulfilled' | 'partially_fulfilled' | 'fulfilled' | undefined;
  billing_address?: {
    name?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    zip?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
    /** The email address. */
    email?: string | undefined;
  } | undefined;
  shipping_address?: {
    name?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    zip?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
    /** The email address. */
    email?: string | undefined;
  } | undefined;
  items?: ReadonlyArray<{
    id?: string | undefined;
    product_id?: string | undefined;
    sku?: string | undefined;
    /** Cents. */
    amount?: number | undefined;
    name?: string | undefined;
    quantity?: number | undefined;
    upstream_id?: string | undefined;
    upstream_product_id?: string | undefined;
    upstream_product_variant_id?: string | undefined;
    /** Cents. */
    price?: number | undefined;
    /** Cents. */
    tax?: number | undefined;
    /** Cents. */
    fees?: number | undefined;
    /** Cents. */
    discount?: number | undefined;
    taxable?: boolean | undefined;
    properties?: object | undefined;
  }> | undefined;
}

export type OrderInputIdentity =
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string };

/** Arguments for creating or updating a legacy order. Amounts are in cents. `email` or `id` identifies an existing subscriber; at least one is required. `provider` and `upstream_id` together identify the order to update. */
export type OrderInput = OrderInputMembers & OrderInputIdentity;

/** Arguments for recording a purchase. Amounts are in cents. */
export interface PurchaseInput {
  /** Cents. */
  amount: number;
  provider?: string | undefined;
  order_id?: string | undefined;
  /** An absolute http or https URL. */
  permalink?: string | undefined;
  properties?: object | undefined;
  items?: ReadonlyArray<{
    name: string;
    /** Total of the line, in cents. */
    amount: number;
    /** Default 1. */
    quantity?: number | undefined;
    product_id?: string | undefined;
    sku?: string | undefined;
    properties?: object | undefined;
  }> | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
}

/** Page of a subscriber's purchases. */
export interface PurchaseQuery {
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
}

/** A purchase ("Purchase", beta). Amounts are in cents. */
export interface Purchase {
  id: string;
  provider?: string | null | undefined;
  order_id?: string | null | undefined;
  /** Cents. */
  amount: number;
  permalink?: string | null | undefined;
  properties: Record<string, unknown>;
  /** ISO 8601. */
  occurred_at: string;
  items: Array<{
    id: string;
    product_id?: string | null | undefined;
    sku?: string | null | undefined;
    /** Total of the line, in cents. */
    amount: number;
    name: string;
    quantity: number;
    properties: Record<string, unknown>;
  }>;
  links: {
    account: string;
    subscriber: string;
  };
}

/** Arguments for creating or updating a refund of a legacy order ("Refund"). */
export interface RefundInput {
  /** The provider of the refunded order. */
  provider: string;
  /** The `upstream_id` of the refunded order. */
  order_upstream_id: string;
  /** In cents. */
  amount: number;
  /** Identifies the refund. Required for updates. */
  upstream_id?: string | undefined;
  note?: string | undefined;
  /** ISO 8601. */
  processed_at?: string | Date | undefined;
}

export interface CartActivityMembers {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  /** The subscriber's id. If given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** Status of a new subscriber. Default `active`. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'created' | 'updated';
  cart_id: string;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  /** The id shown to the customer. */
  cart_public_id?: string | undefined;
  /** Total including discounts. Default 0. */
  grand_total?: number | undefined;
  /** Default 0. */
  total_discounts?: number | undefined;
  /** ISO 4217 code: `USD`. */
  currency?: string | undefined;
  /** Link back to the cart. */
  cart_url: string;
  items?: ReadonlyArray<{
    product_id?: string | undefined;
    product_variant_id?: string | undefined;
    sku?: string | undefined;
    name?: string | undefined;
    brand?: string | undefined;
    categories?: readonly string[] | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    price?: number | undefined;
    quantity?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    discounts?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    taxes?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    fees?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    shipping?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    total?: number | undefined;
    product_url?: string | undefined;
    image_url?: string | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  }> | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}

export type CartActivityIdentity =
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The subscriber's id. If given, `email` is ignored. */ person_id: string };

/** A cart activity. Amounts are decimal. `person_id` or `email` identifies the subscriber; at least one is required. Custom attributes are kept, on the activity and on each item. */
export type CartActivity = CartActivityMembers & CartActivityIdentity;

/** Response to one activity, which is processed in the background. */
export interface ActivityAccepted {
  request_id: string;
}

/** Response to a batch of activities: one id for each, in order. */
export interface ActivitiesAccepted {
  request_ids: string[];
}

export interface OrderActivityMembers {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  /** The subscriber's id. If given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** Status of a new subscriber. Default `active`. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'placed' | 'updated' | 'paid' | 'fulfilled' | 'refunded' | 'canceled';
  /** ISO 8601. Default: now. For `placed`, the time of the order. */
  occurred_at?: string | Date | undefined;
  order_id: string;
  /** The id shown to the customer. */
  order_public_id?: string | undefined;
  /** Default 0, as for the next five amounts. */
  grand_total?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_discounts?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_taxes?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_fees?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_shipping?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  refund_amount?: number | undefined;
  /** ISO 4217 code: `USD`. */
  currency?: string | undefined;
  order_url?: string | undefined;
  items?: ReadonlyArray<{
    product_id?: string | undefined;
    product_variant_id?: string | undefined;
    sku?: string | undefined;
    name?: string | undefined;
    brand?: string | undefined;
    categories?: readonly string[] | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    price?: number | undefined;
    quantity?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    discounts?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    taxes?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    fees?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    shipping?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    total?: number | undefined;
    product_url?: string | undefined;
    image_url?: string | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    sale_price?: number | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  }> | undefined;
  billing_address?: {
    label?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    postal_code?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
  } | undefined;
  shipping_address?: {
    label?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    postal_code?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
  } | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}

export type OrderActivityIdentity =
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The subscriber's id. If given, `email` is ignored. */ person_id: string };

/** An order activity. Amounts are decimal. `provider` and `order_id` together identify the order. For a refund or cancelation, give `refund_amount` and leave `grand_total` unchanged. */
export type OrderActivity = OrderActivityMembers & OrderActivityIdentity;

/** A product activity. Amounts are decimal. `provider` and `product_id` together identify the product. */
export interface ProductActivity {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  action: 'created' | 'updated' | 'deleted';
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  product_id: string;
  /** Repeat `product_id` if the product has no variants. */
  product_variant_id: string;
  sku?: string | undefined;
  name: string;
  brand?: string | undefined;
  categories?: readonly string[] | undefined;
  /** ISO 4217 code. Default `USD`. */
  currency?: string | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  price: number;
  inventory?: number | undefined;
  product_url?: string | undefined;
  image_url?: string | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}

export interface SubscriberInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  visitor_uuid?: string | undefined;
  /** New email address. If no subscriber has `email`, one is created with this address. */
  new_email?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  address1?: string | undefined;
  address2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  phone?: string | undefined;
  /** US mobile number in E.164 format: `+12065550100`. */
  sms_number?: string | undefined;
  /** Default false. */
  sms_consent?: boolean | undefined;
  /** Your own identifier of the subscriber, unique in the account. */
  user_id?: string | undefined;
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone?: string | undefined;
  /** Values by identifier. null or '' clears a field. */
  custom_fields?: object | undefined;
  /** Tags to add. */
  tags?: readonly string[] | undefined;
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** Former name of `prospect`. */
  potential_lead?: boolean | undefined;
  /** Consent under European Union law. */
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
  /** In cents. */
  lifetime_value?: number | undefined;
  ip_address?: string | undefined;
  remove_tags?: readonly string[] | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
  status?: 'active' | 'unsubscribed' | undefined;
  /** Status used if `status` is omitted. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
}

export type SubscriberInputIdentity =
  | {  visitor_uuid: string }
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string };

/** Arguments for creating or updating a subscriber. At least one of `email`, `id` and `visitor_uuid` is required. */
export type SubscriberInput = SubscriberInputMembers & SubscriberInputIdentity;

/** Filters of the subscriber list. */
export interface SubscriberQuery {
  /** Default `active`. */
  status?: 'all' | 'active' | 'unsubscribed' | 'active_or_unsubscribed' | 'undeliverable' | 'removed' | undefined;
  /** Comma-separated tags; matches subscribers with at least one of them. */
  tags?: string | undefined;
  /** ISO 8601. Matches subscribers created before this time. */
  subscribed_before?: string | Date | undefined;
  /** ISO 8601. Matches subscribers created after this time. */
  subscribed_after?: string | Date | undefined;
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
  /** Records per page. Values above 1000 count as 1000. */
  per_page?: number | undefined;
}

/** The campaign to remove the subscriber from. Default: all campaigns. */
export interface RemoveQuery {
  /** The campaign. Default: all campaigns. */
  campaign_id?: string | undefined;
}

/** Arguments for applying a tag. */
export interface TagInput {
  /** An email address, `ann@example.com`. */
  email: string;
  tag: string;
}

/** The subscriber to unsubscribe. */
export interface UnsubscribeInput {
  /** An email address, `ann@example.com`. */
  email: string;
}

/** The owner of the credentials ("User"). */
export interface User {
  /** The email address. */
  email: string;
  name: string;
  time_zone: string;
}

/** A URL that receives event notifications ("Webhook"). */
export interface Webhook {
  id: string;
  href: string;
  post_url: string;
  /** Currently `2`; older webhooks may have other versions. */
  version: string;
  include_received_email: boolean;
  events: Array<'subscriber.created' | 'subscriber.deleted' | 'subscriber.marked_as_deliverable' | 'subscriber.marked_as_undeliverable' | 'subscriber.subscribed_to_email_marketing' | 'subscriber.subscribed_to_campaign' | 'subscriber.removed_from_campaign' | 'subscriber.unsubscribed_from_campaign' | 'subscriber.unsubscribed_all' | 'subscriber.reactivated' | 'subscriber.completed_campaign' | 'subscriber.applied_tag' | 'subscriber.removed_tag' | 'subscriber.updated_custom_field' | 'subscriber.updated_email_address' | 'subscriber.updated_lifetime_value' | 'subscriber.updated_time_zone' | 'subscriber.received_email' | 'subscriber.opened_email' | 'subscriber.clicked_email' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.clicked_trigger_link' | 'subscriber.visited_page' | 'subscriber.became_lead' | 'subscriber.became_non_prospect' | 'subscriber.updated_lead_score' | 'subscriber.performed_custom_event' | 'subscriber.updated_alias' | (string & {})>;
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

/** Arguments for creating a webhook. */
export interface WebhookInput {
  /** URL to post notifications to, http or https. */
  post_url: string;
  /** Default false. */
  include_received_email?: boolean | undefined;
  /** Default: all events except `subscriber.received_email`. */
  events?: ReadonlyArray<'subscriber.created' | 'subscriber.deleted' | 'subscriber.marked_as_deliverable' | 'subscriber.marked_as_undeliverable' | 'subscriber.subscribed_to_email_marketing' | 'subscriber.subscribed_to_campaign' | 'subscriber.removed_from_campaign' | 'subscriber.unsubscribed_from_campaign' | 'subscriber.unsubscribed_all' | 'subscriber.reactivated' | 'subscriber.completed_campaign' | 'subscriber.applied_tag' | 'subscriber.removed_tag' | 'subscriber.updated_custom_field' | 'subscriber.updated_email_address' | 'subscriber.updated_lifetime_value' | 'subscriber.updated_time_zone' | 'subscriber.received_email' | 'subscriber.opened_email' | 'subscriber.clicked_email' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.clicked_trigger_link' | 'subscriber.visited_page' | 'subscriber.became_lead' | 'subscriber.became_non_prospect' | 'subscriber.updated_lead_score' | 'subscriber.performed_custom_event' | 'subscriber.updated_alias'> | undefined;
}

/** Filter and sort order of the workflow list. */
export interface WorkflowQuery {
  /** Default: all. */
  status?: 'draft' | 'active' | 'paused' | undefined;
  /** The sort key. */
  sort?: 'created_at' | 'name' | undefined;
  /** The sort order. */
  direction?: 'asc' | 'desc' | undefined;
  /** The page number. Values below 1 count as 1. */
  page?: number | undefined;
}

/** An automation ("Workflow"). */
export interface Workflow {
  id: string;
  href: string;
  name: string;
  status: 'draft' | 'active' | 'paused' | (string & {});
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

export interface WorkflowStartInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  address1?: string | undefined;
  address2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  phone?: string | undefined;
  /** Your own identifier of the subscriber, unique in the account. */
  user_id?: string | undefined;
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone?: string | undefined;
  /** Values by identifier. null or '' clears a field. */
  custom_fields?: object | undefined;
  /** Tags to add. */
  tags?: readonly string[] | undefined;
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** Former name of `prospect`. */
  potential_lead?: boolean | undefined;
  /** Consent under European Union law. */
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
}

export type WorkflowStartInputIdentity =
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string };

/** Arguments for starting a subscriber on a workflow. At least one of `email` and `id` is required. */
export type WorkflowStartInput = WorkflowStartInputMembers & WorkflowStartInputIdentity;

/** A trigger that starts subscribers on a workflow ("Workflow trigger"). */
export interface WorkflowTrigger {
  id: string;
  type: 'trigger' | (string & {});
  trigger_type: string;
  provider: string;
  properties: Record<string, unknown>;
  /** Steps required before the trigger takes effect. */
  actions_required: Array<{
    code: string;
    message: string;
  }>;
}

/** Arguments for creating or updating a trigger. */
export interface WorkflowTriggerInput {
  provider: string;
  trigger_type: string;
  properties?: object | undefined;
}
