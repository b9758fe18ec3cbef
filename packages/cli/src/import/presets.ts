/** An export of another service: how to recognise it, and the fields of its columns. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  /** Columns that every such export has, with alternatives. */
  readonly signs: readonly (readonly string[])[];
  /** A column that no such export has. */
  readonly without?: string;
  /** The pattern of its file name, if its columns do not distinguish it from another export. */
  readonly file?: RegExp;
  /** Fields by column, where the name is unclear; '' for a column to skip. */
  readonly fields: Readonly<Record<string, string>>;
  /** Consent columns. One "no" is enough. */
  readonly consent: readonly string[];
  /** Whether nobody in the file may get emails. */
  readonly isRefused?: boolean;
}

const mailchimp = {
  name: 'mailchimp',
  fields: {
    ...{ FNAME: 'first_name', LNAME: 'last_name', OPTIN_IP: 'ip_address', CC: 'country', REGION: 'state' },
    ...{ CONFIRM_IP: '', LATITUDE: '', LONGITUDE: '', GMTOFF: '', DSTOFF: '', LEID: '', EUID: '' },
  },
  consent: [],
};

/** The first match counts. */
export const PRESETS: readonly Preset[] = [
  {
    ...mailchimp,
    title: 'Mailchimp (unsubscribed)',
    signs: [['UNSUB_TIME'], ['LEID', 'OPTIN_TIME']],
    isRefused: true,
  },
  {
    ...mailchimp,
    title: 'Mailchimp (cleaned: their addresses bounce)',
    signs: [['CLEAN_TIME'], ['LEID', 'OPTIN_TIME']],
    isRefused: true,
  },
  {
    ...mailchimp,
    title: 'Mailchimp (never subscribed)',
    signs: [['MEMBER_RATING'], ['OPTIN_TIME']],
    file: /(?:^|[\\/])non-?subscribed/i,
    isRefused: true,
  },
  { ...mailchimp, title: 'Mailchimp (subscribed)', signs: [['MEMBER_RATING'], ['OPTIN_TIME']] },
  {
    name: 'shopify',
    title: 'Shopify',
    signs: [['Accepts Email Marketing', 'Accepts Marketing'], ['Tax Exempt'], ['Tags']],
    fields: {
      ...{ 'Customer ID': 'user_id', 'Accepts SMS Marketing': 'sms_consent' },
      ...{ 'Default Address Address1': 'address1', 'Default Address Address2': 'address2' },
      ...{ 'Default Address City': 'city', 'Default Address Province Code': 'state' },
      ...{ 'Default Address Country Code': 'country', 'Default Address Zip': 'zip' },
      ...{ 'Province Code': 'state', Province: '', 'Country Code': 'country', Country: '' },
    },
    consent: ['Accepts Email Marketing', 'Accepts Marketing'],
  },
  {
    name: 'klaviyo',
    title: 'Klaviyo',
    signs: [
      ['Email Marketing Consent'],
      ['Klaviyo ID', 'Profile Created On', 'Date Added', 'Email Marketing Consent Timestamp'],
    ],
    fields: { 'State / Region': 'state', 'SMS Marketing Consent': 'sms_consent' },
    consent: ['Email Marketing Consent', 'Email Suppressions', 'Suppressed'],
  },
  {
    name: 'hubspot',
    title: 'HubSpot',
    signs: [
      ['Record ID', 'Record ID - Contact'],
      ['Email'],
      ['Lifecycle Stage', 'Lead Status', 'Create Date', 'Contact owner'],
    ],
    fields: {
      ...{ 'Street Address': 'address1', 'State/Region': 'state', 'Country/Region': 'country' },
      'Time Zone': '',
    },
    consent: ['Unsubscribed from all email', 'Marketing contact status'],
  },
  {
    name: 'brevo',
    title: 'Brevo',
    signs: [
      ['EMAIL'],
      ['EMAIL_BLACKLISTED', 'MODIFIED_TIME'],
      ['SMS', 'SMS_BLACKLISTED', 'WHATSAPP', 'LANDLINE_NUMBER'],
    ],
    fields: {
      ...{ PRENOM: 'first_name', NOM: 'last_name', VORNAME: 'first_name', NACHNAME: 'last_name' },
      ...{ SMS: 'phone', EXT_ID: 'user_id', CONTACT_TIMEZONE: 'time_zone', SMS_BLACKLISTED: 'sms_consent' },
    },
    consent: ['EMAIL_BLACKLISTED'],
  },
  {
    name: 'activecampaign',
    title: 'ActiveCampaign',
    signs: [
      ['Email'],
      ['First Name'],
      ['Status'],
      ['Tags'],
      ['Date Created', 'Date Subscribed'],
      ['IP', 'IP4', 'IP Address'],
    ],
    fields: { IP4: 'ip_address' },
    consent: ['Status'],
  },
  {
    name: 'customerio',
    title: 'Customer.io',
    signs: [['cio_id'], ['email']],
    fields: { id: 'user_id' },
    consent: ['unsubscribed'],
  },
  {
    name: 'woocommerce',
    title: 'WooCommerce',
    signs: [['Sign Up', 'Date Registered'], ['AOV'], ['Total Spend']],
    fields: { ...{ Name: 'custom_fields.name', 'Country / Region': 'country', 'Billing Phone': 'phone' } },
    consent: [],
  },
  {
    name: 'kit',
    title: 'Kit',
    signs: [['first_name'], ['email'], ['created_at'], ['status']],
    without: 'href', // of `trickle export`
    fields: {},
    consent: ['status'],
  },
];

export const PRESET_NAMES = [...new Set(PRESETS.map(({ name }) => name))];
