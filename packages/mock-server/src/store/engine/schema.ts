/** The content of pages of the inspector. */
export const TOPICS = [
  'requests',
  'events',
  'emails',
  'webhook_deliveries',
  'content_calls',
  'jobs',
  'faults',
  'clock',
  'checkpoints',
  'records',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The facts about a table that its columns do not tell. */
interface Facts {
  /**
   * The owner of the rows, if not one account each, by `account_id`: shared by accounts; messages of the servers of a database,
   * which survive a reset; or data that a server with its own database keeps in memory, and an exported state leaves out.
   */
  readonly of?: 'accounts' | 'servers' | 'memory';
  /** The columns that identify a row. Default: the account and `id`. */
  readonly key?: readonly string[];
  /** Whether the database gives the rows no number (`seq`). */
  readonly isUnnumbered?: true;
  /** The column that names a row for readers. */
  readonly label?: string;
  /** The columns that follow from others, or are about the server. Comparisons leave them out. */
  readonly inner?: readonly string[];
  /** Whether comparisons leave the table out: it changes with every request, or holds only the bodies of webhook requests. */
  readonly isUncompared?: true;
  /** The pages of the inspector that show it; null for none, or if requests change it that change nothing else. Default: records. */
  readonly topic?: Topic | null;
  /** The name of its records in the plan of a rehearsal. The other tables hold consequences. */
  readonly noun?: string;
}

const facts = {
  accounts: { of: 'accounts', key: ['id'], noun: 'account' },
  users: { of: 'accounts', key: ['id'], label: 'email' },
  memberships: { key: ['account_id', 'user_id'], isUnnumbered: true },
  tokens: { of: 'accounts', key: ['token'], isUnnumbered: true, label: 'kind' },
  oauth_applications: { of: 'accounts', key: ['client_id'], isUnnumbered: true },
  oauth_codes: { of: 'accounts', key: ['code'], isUnnumbered: true },
  subscribers: { label: 'email', inner: ['email_key', 'search_text'], noun: 'subscribers' },
  subscriber_tags: {
    key: ['account_id', 'subscriber_id', 'tag'],
    label: 'tag',
    inner: ['subscriber_seq'],
    noun: 'tags of subscribers',
  },
  value_changes: { key: ['seq'], label: 'kind' },
  custom_fields: { key: ['account_id', 'identifier'], label: 'identifier' },
  events: { label: 'action', topic: 'events', noun: 'events' },
  visitors: { key: ['account_id', 'uuid'] },
  script_messages: { isUnnumbered: true, topic: null },
  domain_events: { key: ['seq'], label: 'event', topic: 'events' },
  jobs: { key: ['id'], label: 'kind', inner: ['claimed_by'], topic: 'jobs' },
  clocks: { key: ['account_id'], isUnnumbered: true, topic: 'clock' },
  outcomes: { key: ['account_id', 'request_id', 'position'], label: 'operation' },
  rate_windows: {
    key: ['account_id', 'token', 'budget'],
    isUnnumbered: true,
    isUncompared: true,
    topic: null,
  },
  campaign_subscriptions: { noun: 'campaign subscriptions' },
  workflow_memberships: {
    key: ['account_id', 'workflow_id', 'subscriber_id'],
    noun: 'subscribers on workflows',
  },
  deliveries: { topic: 'emails' },
  outbox: { isUnnumbered: true, topic: 'emails' },
  mail_links: { isUnnumbered: true, topic: null },
  broadcast_recipients: { key: ['account_id', 'broadcast_id', 'subscriber_id'], isUnnumbered: true },
  content_calls: { isUnnumbered: true, topic: 'content_calls' },
  notices: { label: 'kind' },
  webhook_deliveries: { label: 'event', inner: ['payload_seq', 'attempt_seqs'], topic: 'webhook_deliveries' },
  webhook_failures: { key: ['account_id', 'webhook_id'], isUnnumbered: true },
  webhook_listeners: { key: ['account_id'], isUnnumbered: true, isUncompared: true, topic: null },
  webhook_payloads: { key: ['seq'], isUncompared: true, topic: null },
  subscriber_states: { key: ['seq'], isUncompared: true, topic: null },
  conversions: { noun: 'conversions' },
  form_submissions: { noun: 'form submissions' },
  purchases: { noun: 'purchases' },
  orders: { noun: 'orders' },
  refunds: { noun: 'refunds' },
  carts: { key: ['account_id', 'provider', 'cart_id'], noun: 'carts' },
  products: { key: ['account_id', 'provider', 'product_id', 'product_variant_id'], noun: 'products' },
  broadcasts: { label: 'name', noun: 'broadcasts' },
  campaigns: { label: 'name', noun: 'campaigns' },
  workflows: { label: 'name', noun: 'workflows' },
  workflow_triggers: { label: 'name', noun: 'workflow triggers' },
  forms: { label: 'name', noun: 'forms' },
  goals: { label: 'name', noun: 'goals' },
  webhooks: { label: 'name', noun: 'webhooks' },
  checkpoints: { of: 'memory', key: ['seq'], topic: 'checkpoints' },
  fault_rules: { of: 'memory', key: ['seq'], topic: 'faults' },
  request_entries: { of: 'memory', key: ['account_id', 'id'], topic: 'requests' },
  instances: { of: 'servers', key: ['id'], isUnnumbered: true, topic: null },
  server_revision: { of: 'servers', key: [], isUnnumbered: true, topic: null },
  server_secrets: { of: 'servers', key: ['name'], isUnnumbered: true, topic: null },
} as const satisfies Readonly<Record<string, Facts>>;

type AnyTable = keyof typeof facts;

/** The name of a table whose rows are data of accounts: a reset clears it, and checkpoints and states have its rows. */
export type Table = {
  [T in AnyTable]: (typeof facts)[T] extends { of: 'servers' | 'memory' } ? never : T;
}[AnyTable];

/** The facts about all tables, by their names. */
export const SCHEMA: ReadonlyMap<string, Facts> = new Map(Object.entries(facts));

const tablesOf = (is: (facts: Facts) => boolean) =>
  [...SCHEMA].flatMap(([name, facts]) => (is(facts) ? [name] : []));

export const SHARED_TABLES = tablesOf(({ of }) => of === 'accounts') as readonly Table[]; // by the type's condition

/** The tables whose rows each belong to one account, by `account_id`. */
export const ACCOUNT_TABLES = tablesOf(({ of }) => of === undefined) as readonly Table[]; // by the type's condition

/** All tables of data. */
export const TABLES = tablesOf(({ of }) => of === undefined || of === 'accounts') as readonly Table[]; // the same

/** The tables of what a server with its own database keeps in memory. */
export const MEMORY_TABLES: readonly string[] = tablesOf(({ of }) => of === 'memory');

/** The tables whose rows get the next number when they are inserted. */
export const NUMBERED_TABLES: readonly string[] = tablesOf(({ isUnnumbered }) => !isUnnumbered);
