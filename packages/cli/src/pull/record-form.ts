import { field as f } from '@trickle/sdk/contract';
import { fits } from './lengths.ts';
import type { Json } from './parts.ts';

/** What a seed accepts as a member. */
interface Check {
  safeParse(value: unknown): { readonly success: boolean };
}

const record = { id: f.name(), created_at: f.isoTime() };
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
} satisfies Readonly<Record<string, Readonly<Record<string, Check>>>>;

/** The kinds of records in responses. */
export type Noun = keyof typeof SHAPES;

/** The members that a record of a seed must have. */
const REQUIRED = ['id', 'name', 'provider', 'trigger_type', 'post_url'];

/** Brings a record of a response into the form of a seed, or names the member that a seed would refuse. Null and empty members are left out. */
export function recordForm(
  noun: Noun,
  response: object,
): { readonly form: Json } | { readonly refused: string } {
  const form: Record<string, unknown> = {};
  for (const [name, check] of Object.entries<Check>(SHAPES[noun])) {
    const raw: unknown = Reflect.get(response, name);
    // Published responses have numbers as ids.
    const value = name === 'id' && typeof raw === 'number' ? String(raw) : raw;
    const isEmpty = value === undefined || value === null || value === '';
    if (check.safeParse(value).success && fits(name, value)) form[name] = value;
    else if (!isEmpty || REQUIRED.includes(name)) return { refused: name };
  }
  return { form };
}

/** Orders by id: shorter ones first, so that numbers are in their order. */
export const byId = (a: Json, b: Json): number => compareIds(String(a.id), String(b.id));

const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
