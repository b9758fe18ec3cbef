import type { Seed } from '@trickle/mock-server';

/** Text that runs a script wherever it is taken for HTML. */
export const EVIL = `"'><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

/** A link that runs a script wherever it is put into an attribute. */
export const EVIL_LINK = 'javascript:window.hacked=1';

const EVIL_HTML = `<p>Hi</p><script>parent.hacked=1;top.hacked=1</script>
<img src=x onerror="parent.hacked=1"><a href="${EVIL_LINK}">click</a>
<style>*{display:none}</style><iframe srcdoc="<script>top.hacked=1</script>"></iframe>
<form action="https://evil.test"><button>Send</button></form><meta http-equiv="refresh" content="0;url=https://evil.test">`;

/** Names that are hard to fit in: markup, one long word, right to left, emoji, and as many letters as a field takes. */
export const NAMES: readonly string[] = [
  EVIL,
  'W'.repeat(255),
  'مرحبا بكم في متجرنا، خصم على القهوة ✉ 20%',
  '👩‍👩‍👧‍👦🏳️‍🌈☕️'.repeat(12),
  'long words '.repeat(23),
];

const nameOf = (index: number) => NAMES[index % NAMES.length] ?? EVIL;

const at = (day: number) => new Date(Date.UTC(2026, 0, day, 9)).toISOString();

export const ACCOUNT = '9999999';
export const TOKEN = 'inspector_token';
export const EMPTY_ACCOUNT = '8888888';

const subscribers = Array.from({ length: 12 }, (_, i) => ({
  id: `sub-${i}`,
  email: `s${i}@example.com`,
  first_name: nameOf(i),
  last_name: nameOf(i + 1),
  user_id: `${EVIL_LINK}${i}`,
  tags: [...NAMES, 'customer'],
  custom_fields: { note: EVIL, site: EVIL_LINK, ...(i === 1 && { long: 'x'.repeat(2000) }) },
  landing_url: EVIL_LINK,
  original_referrer: EVIL_LINK,
  user_agent: EVIL,
  created_at: at(i + 1),
}));

const emails = [0, 1].map((i) => ({
  id: `90${i}`,
  subject: `${EVIL} ${i}`,
  html_body: EVIL_HTML,
  text_body: EVIL,
  delay: { minutes: i },
}));

/** Records with each of the other names. */
const each = <Shape>(first: number, shape: Shape) =>
  NAMES.slice(1).map((name, index) => ({ ...shape, id: String(first + index), name }));

/** One account in which everything that can be text is hostile, and an empty one. */
export const HOSTILE_SEED: Seed = {
  accounts: [
    {
      id: ACCOUNT,
      name: EVIL,
      url: EVIL_LINK,
      default_from_name: EVIL,
      default_from_email: 'from@example.com',
      default_postal_address: EVIL,
      users: [{ email: 'owner@example.com', name: EVIL, role: 'owner', token: TOKEN }],
      subscribers,
      events: subscribers.map(({ email }) => ({ email, action: EVIL, properties: { [EVIL]: EVIL_LINK } })),
      campaigns: [
        {
          id: '111',
          name: EVIL,
          status: 'active',
          emails,
          subscribers: [{ email: 's1@example.com', deliveries: [{ email_index: 0, sent_at: at(2) }] }],
        },
        ...each(112, { status: 'active' as const, emails: emails.map(({ id: _, ...email }) => email) }),
      ],
      broadcasts: [
        { id: '222', name: EVIL, status: 'draft', subject: EVIL, html_body: EVIL_HTML },
        { id: '223', name: EVIL, status: 'scheduled', subject: EVIL, html_body: EVIL_HTML, send_at: at(400) },
        ...each(224, { status: 'draft' as const, subject: NAMES[1] ?? '', html_body: EVIL_HTML }),
      ],
      workflows: [
        {
          id: '333',
          name: EVIL,
          status: 'active',
          triggers: [{ id: 't1', provider: 'leadpages', trigger_type: EVIL, properties: { form: EVIL } }],
          steps: [
            { type: 'delay', days: 2 },
            { type: 'apply_tag', tag: EVIL },
            { type: 'send_email', subject: EVIL, html_body: EVIL_HTML },
          ],
          subscribers: [{ email: 's2@example.com' }],
        },
        ...each(334, {
          status: 'active' as const,
          steps: [
            { type: 'send_email' as const, subject: NAMES[1] ?? '', html_body: EVIL_HTML },
            ...NAMES.slice(1).map((tag) => ({ type: 'apply_tag' as const, tag })),
            { type: 'delay' as const, days: 2 },
          ],
          subscribers: [{ email: 's7@example.com' }, { email: 's8@example.com' }],
        }),
      ],
      forms: [
        { id: '444', headline: EVIL, description: EVIL_HTML, orientation: 'embedded' },
        ...each(445, {}).map(({ id, name }) => ({ id, headline: name, description: name })),
      ],
      goals: [
        { id: '555', name: EVIL, url: EVIL_LINK, default_value: 500 },
        ...each(556, { default_value: 500 }),
      ],
      webhooks: [
        {
          id: '666',
          post_url: 'http://127.0.0.1:9/hook',
          events: ['subscriber.created', 'subscriber.applied_tag'],
        },
      ],
    },
    { id: EMPTY_ACCOUNT, users: [{ email: 'empty@example.com', role: 'owner', token: 'empty_token' }] },
  ],
  oauth_applications: [
    { client_id: EVIL, client_secret: EVIL, name: EVIL, redirect_uris: ['http://localhost:3000/callback'] },
  ],
};
