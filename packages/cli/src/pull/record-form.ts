import { field as f } from '@trickle/sdk/contract';
import { fits } from './lengths.ts';
import type { Json } from './parts.ts';

/** What a seed accepts as a member. */
interface Check {
  safeParse(value: unknown): { readonly success: boolean };
}

const record = { id: f.name(), created_at: f.isoTime() };
const visitorId: Check = {
  safeParse: (value) => ({ success: typeof value === 'string' && /^[\da-f]{32}$/i.test(value) }),
};
const named = { ...record, name: f.name() };
const sender = {
  from_name: f.text(),
  from_email: f.email(),
  postal_address: f.text(),
  bcc: f.emailList(),
};

/** The members of a seed that responses have, in the order of the files. */
export const SHAPES = {
  account: {
    ...record,
    name: f.text(),
    url: f.text(),
    default_from_name: f.text(),
    default_from_email: f.email(),
    default_postal_address: f.text(),
    enable_third_party_cookies: f.boolean(),
  },
  campaigns: {
    ...named,
    status: f.oneOf('draft', 'active', 'paused'),
    ...sender,
    minutes_from_midnight: f.integerBetween(0, 1439),
    localize_sending_time: f.boolean(),
    days_of_the_week_mask: f.dayMask(),
    start_immediately: f.boolean(),
    double_optin: f.boolean(),
    send_to_confirmation_page: f.boolean(),
    use_custom_confirmation_page: f.boolean(),
    post_confirmation_url: f.url(),
    confirmation_url: f.url(),
    notify_subscribe_email: f.emailList(),
    notify_unsubscribe_email: f.emailList(),
  },
  broadcasts: {
    ...named,
    status: f.oneOf('draft', 'canceled', 'scheduled', 'sending', 'sent'),
    send_at: f.isoTime(),
    ...sender,
    localize_sending_time: f.boolean(),
    subject: f.text(),
    html_body: f.text(),
    text_body: f.text(),
  },
  workflows: { ...named, status: f.oneOf('draft', 'active', 'paused') },
  triggers: { id: f.name(), provider: f.name(), trigger_type: f.name(), properties: f.properties() },
  forms: {
    ...record,
    headline: f.text(),
    description: f.text(),
    button_text: f.text(),
    confirmation_heading: f.text(),
    confirmation_text: f.text(),
    send_ga_event: f.boolean(),
    seconds_before_popup: f.integer(),
    days_between_popup: f.integer(),
    days_between_popup_after_close: f.integer(),
    orientation: f.oneOf(
      ...(['bottom_left_tab', 'bottom_right_tab', 'side_left_tab'] as const),
      ...(['side_right_tab', 'embedded', 'lightbox'] as const),
    ),
    opacity: f.number(),
    show_labels: f.boolean(),
    primary_color: f.text(),
    secondary_color: f.text(),
    is_widget_enabled: f.boolean(),
    whitelist: f.texts(),
    blacklist: f.texts(),
    is_whitelist_enabled: f.boolean(),
    is_blacklist_enabled: f.boolean(),
    hide_on_mobile: f.boolean(),
    is_embeddable: f.boolean(),
  },
  goals: {
    ...named,
    status: f.oneOf('active', 'disabled'),
    url: f.text(),
    default_value: f.integerBelow(2_147_483_647),
    counting_method: f.oneOf('one_per_visitor', 'all'),
  },
  webhooks: {
    ...record,
    post_url: f.url(),
    include_received_email: f.boolean(),
    events: f.texts(),
  },
  subscribers: {
    ...record,
    email: f.email(),
    first_name: f.text(),
    last_name: f.text(),
    address1: f.text(),
    address2: f.text(),
    city: f.text(),
    state: f.text(),
    zip: f.text(),
    country: f.text(),
    phone: f.text(),
    sms_number: f.usMobile(),
    sms_consent: f.boolean(),
    visitor_uuid: visitorId,
    user_id: f.name(),
    time_zone: f.timeZone(),
    custom_fields: f.customFields(),
    tags: f.texts(),
    prospect: f.boolean(),
    eu_consent: f.oneOf('granted', 'denied'),
    lifetime_value: f.cents(),
    base_lead_score: f.integer(),
    initial_status: f.oneOf('active', 'unsubscribed'),
    ip_address: f.text(),
    user_agent: f.text(),
    original_referrer: f.text(),
    landing_url: f.text(),
  },
  purchases: {
    id: f.name(),
    amount: f.cents(),
    provider: f.text(),
    order_id: f.text(),
    permalink: f.url(),
    properties: f.properties(),
    occurred_at: f.isoTime(),
  },
  items: {
    name: f.name(),
    amount: f.cents(),
    quantity: f.integer(),
    product_id: f.text(),
    sku: f.text(),
    properties: f.properties(),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Check>>>>;

/** The kinds of records in responses. */
export type Noun = keyof typeof SHAPES;

/** The members that a record of a seed must have. */
const REQUIRED = ['id', 'name', 'provider', 'trigger_type', 'post_url', 'email', 'amount'];

/** Records that are too valuable to be left out for a member that is not required. */
const LENIENT: readonly Noun[] = ['subscribers', 'purchases', 'items'];

/** A record in the form of a seed, with the names of members that were left out; or the member that a seed would refuse. */
export type RecordForm =
  | { readonly form: Json; readonly dropped: readonly string[] }
  | { readonly refused: string };

/** Brings a record of a response into the form of a seed. Absent, null and empty members are left out. */
export function recordForm(noun: Noun, response: object): RecordForm {
  const form: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, check] of Object.entries<Check>(SHAPES[noun])) {
    const raw: unknown = Reflect.get(response, name);
    // Published responses have numbers as ids.
    const value = name === 'id' && typeof raw === 'number' ? String(raw) : raw;
    const isEmpty = value === undefined || value === null || value === '';
    if (check.safeParse(value).success && fits(name, value)) form[name] = value;
    else if (REQUIRED.includes(name)) return { refused: name };
    else if (!isEmpty && !LENIENT.includes(noun)) return { refused: name };
    else if (!isEmpty) dropped.push(name);
  }
  return { form, dropped };
}

/** Orders by id: shorter ones first, so that numbers are in their order. */
export const byId = (a: Json, b: Json): number => compareIds(String(a.id), String(b.id));

export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
