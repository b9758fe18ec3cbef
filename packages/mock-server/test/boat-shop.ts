import type { Seed } from '../src/index.ts';

/** One token for each role on account 9999999, and one of a user without a role there. */
export const TOKENS = {
  owner: 'olive-token',
  member: 'max-token',
  viewer: 'vera-token',
  stranger: 'sam-token',
} as const;

export const ANN = {
  id: 'k7qz3m',
  email: 'ann+news@acme.test',
  visitor: 'b3c1d6a09e7f4f62a5d80c1e2f3a4b5c',
} as const;

export interface ShopOptions {
  /** The status of campaign 111 and workflow 222. */
  readonly status?: 'draft' | 'active' | 'paused';
  /** Whether Ann has a legacy order, `5001` of `my_shop`. */
  readonly hasOrder?: boolean;
}

/** The status of campaign 111 and workflow 222 that the golden request needs. */
const startingStatus: Readonly<Record<string, 'paused'>> = {
  'campaigns.activate': 'paused',
  'workflows.activate': 'paused',
};

/** The shop in which an operation's golden request succeeds. */
export const shopFor = (key: string): Seed =>
  boatShop({ status: startingStatus[key] ?? 'active', hasOrder: key === 'refunds.upsert' });

/**
 * The shop of the SDK's golden wire JSON, with the same ids: two subscribers, and one record of each other noun.
 * Account 8888888 belongs to another customer.
 */
export function boatShop({ status = 'active', hasOrder = false }: ShopOptions = {}): Seed {
  return {
    accounts: [
      {
        ...shopAccount(),
        subscribers: subscribers(),
        ...sales(),
        ...(hasOrder && { orders: [legacyOrder] }),
        ...mailings(status),
        ...others(),
      },
      {
        id: '8888888',
        url: 'https://other.test',
        users: [{ email: 'sam@other.test', token: TOKENS.stranger }],
        subscribers: [{ id: 'z1', email: 'zoe@other.test' }],
      },
    ],
    oauth_applications: [
      {
        client_id: 'app1',
        client_secret: 'secret',
        name: 'App',
        redirect_uris: ['http://localhost:3000/callback'],
      },
    ],
  };
}

const shopAccount = () => ({
  id: '9999999',
  name: 'Acme',
  url: 'https://acme.test',
  default_from_name: 'Acme Boats',
  default_from_email: 'crew@acme.test',
  default_postal_address: '1 Harbor Way, Duluth MN',
  primary_email: 'owner@acme.test',
  phone_number: '218 555 0100',
  created_at: '2025-12-01T00:00:00Z',
  users: [
    {
      email: 'owner@acme.test',
      name: 'Olive Oar',
      time_zone: 'America/Los_Angeles',
      role: 'owner' as const,
      token: TOKENS.owner,
    },
    { email: 'max@acme.test', name: 'Max', role: 'member' as const, token: TOKENS.member },
    { email: 'vera@acme.test', name: 'Vera', role: 'viewer' as const, token: TOKENS.viewer },
  ],
});

const subscribers = () => [
  {
    id: ANN.id,
    email: ANN.email,
    first_name: 'Ann',
    last_name: 'Ode',
    address1: '12 Quay St',
    address2: 'Flat 3',
    city: 'Duluth',
    state: 'MN',
    zip: '55802',
    country: 'United States',
    phone: '+1 218 555 0142',
    sms_number: '+12185550142',
    sms_consent: true,
    time_zone: 'America/Chicago',
    visitor_uuid: ANN.visitor,
    custom_fields: { shoe_size: '39', plan: 'pro' },
    tags: ['vip', 'boat owner'],
    ip_address: '203.0.113.9',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    original_referrer: 'https://search.test/?q=oars',
    landing_url: 'https://acme.test/oars',
    lifetime_value: 7901, // 12,900 with the purchase
    initial_status: 'active' as const,
    user_id: 'u-88',
    created_at: '2026-03-04T05:06:07Z',
  },
  {
    id: 'p2',
    email: 'bob@acme.test',
    status: 'unsubscribed' as const,
    prospect: false,
    eu_consent: 'denied' as const,
    created_at: '2026-03-05T00:00:00Z',
  },
];

const sender = {
  from_name: 'Acme Boats',
  from_email: 'crew@acme.test',
  postal_address: '1 Harbor Way, Duluth MN',
};

/** Half of the emails were opened, and half of those clicked. */
const deliveries = () => [
  {
    email_index: 0,
    sent_at: '2026-01-06T09:00:00Z',
    opened_at: '2026-01-06T09:30:00Z',
    clicked_at: '2026-01-06T09:31:00Z',
  },
  { email_index: 1, sent_at: '2026-01-07T09:00:00Z', opened_at: '2026-01-07T21:00:00Z' },
  { email_index: 2, sent_at: '2026-01-08T09:00:00Z' },
  { email_index: 3, sent_at: '2026-01-09T09:00:00Z' },
];

const sales = () => ({
  purchases: [
    {
      id: '840',
      email: ANN.email,
      provider: 'shopify',
      order_id: '1001',
      amount: 4999,
      permalink: 'https://acme.test/orders/1001',
      properties: { gift: true },
      occurred_at: '2026-04-02T10:00:00Z',
      items: [
        {
          product_id: 'oar-2',
          sku: 'OAR2',
          amount: 4999,
          name: 'Oar',
          quantity: 2,
          properties: { color: 'teal' },
        },
      ],
    },
  ],
});

/** The order of the golden refund. */
const legacyOrder = { email: ANN.email, amount: 7500, provider: 'my_shop', upstream_id: '5001' };

const mailings = (status: 'draft' | 'active' | 'paused') => ({
  campaigns: [
    {
      id: '111',
      name: 'First voyage',
      status,
      ...sender,
      bcc: null,
      minutes_from_midnight: 540,
      localize_sending_time: true,
      days_of_the_week_mask: '1111100',
      start_immediately: true,
      double_optin: false,
      send_to_confirmation_page: true,
      use_custom_confirmation_page: false,
      post_confirmation_url: 'https://acme.test/thanks',
      confirmation_url: 'https://acme.test/confirmed',
      notify_subscribe_email: 'sales@acme.test',
      notify_unsubscribe_email: 'care@acme.test',
      emails: [1, 2, 3, 4].map((number) => ({ subject: `Mail ${number}`, html_body: '<p>Ahoy</p>' })),
      subscribers: [{ email: ANN.email, created_at: '2026-01-05T00:00:00Z', deliveries: deliveries() }],
      created_at: '2026-01-02T03:04:05Z',
    },
  ],
  broadcasts: [
    {
      id: '71',
      name: 'Spring sale, private',
      status: 'scheduled' as const,
      ...sender,
      bcc: 'log@acme.test',
      localize_sending_time: false,
      send_at: '2026-05-01T15:00:00Z',
      subject: 'Oars at half price',
      html_body: '<p>Row on.</p>',
      text_body: 'Row on.',
      created_at: '2026-01-12T08:00:00Z',
    },
  ],
  workflows: [
    {
      id: '222',
      name: 'Onboarding',
      status,
      triggers: [{ id: '9', provider: 'drip', trigger_type: 'applied_tag', properties: { tag: 'vip' } }],
      steps: [],
    },
  ],
});

const others = () => ({
  forms: [
    {
      id: '31',
      campaign_id: '111',
      headline: 'Tide letter',
      description: 'One mail a week about the water',
      button_text: 'Count me in',
      confirmation_heading: 'Done',
      confirmation_text: 'Look in your inbox.',
      send_ga_event: false,
      seconds_before_popup: 8,
      days_between_popup: 5,
      days_between_popup_after_close: 30,
      orientation: 'side_left_tab' as const,
      opacity: 0.75,
      show_labels: true,
      primary_color: '#124559',
      secondary_color: '#aec3b0',
      is_widget_enabled: true,
      whitelist: ['/blog/*'],
      blacklist: ['/checkout'],
      is_whitelist_enabled: true,
      is_blacklist_enabled: false,
      hide_on_mobile: true,
      is_embeddable: true,
      created_at: '2026-01-02T03:04:05Z',
    },
  ],
  goals: [
    {
      id: '61',
      name: 'Bought oars',
      url: 'https://acme.test/thanks',
      default_value: 4900,
      counting_method: 'one_per_visitor' as const,
      created_at: '2026-02-03T04:05:06Z',
    },
  ],
  webhooks: [
    {
      id: '77',
      post_url: 'https://hooks.acme.test/in?key=1',
      include_received_email: true,
      events: ['subscriber.created' as const, 'subscriber.received_email' as const],
      created_at: '2026-02-04T00:00:00Z',
    },
  ],
});
