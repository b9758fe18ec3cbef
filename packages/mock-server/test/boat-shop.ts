import type { Seed } from '../src/index.ts';

/** One token of each role on account 9999999, and one of a user who has no place there. */
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
  /** Of campaign 111 and workflow 222. */
  readonly status?: 'draft' | 'active' | 'paused';
}

/**
 * The shop that the golden wire JSON of the SDK speaks of, with the same ids: two people, and one of each other
 * noun. Account 8888888 is another customer's.
 */
export function boatShop({ status = 'active' }: ShopOptions = {}): Seed {
  return {
    accounts: [
      { ...shopAccount(), subscribers: people(), ...mailings(status), ...others() },
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

const people = () => [
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
    lifetime_value: 12_900,
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

const mailings = (status: 'draft' | 'active' | 'paused') => ({
  campaigns: [
    { id: '111', name: 'First voyage', status, emails: [{ subject: 'One', html_body: '<p>Hi</p>' }] },
  ],
  broadcasts: [{ id: '71', name: 'Spring sale', subject: 'Oars', html_body: '<p>Oars</p>' }],
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
  forms: [{ id: '31', headline: 'Tide letter', orientation: 'side_left_tab' as const }],
  goals: [{ id: '61', name: 'Bought', url: 'https://acme.test/thanks', default_value: 4900 }],
  webhooks: [{ id: '77', post_url: 'https://acme.test/hook' }],
});
