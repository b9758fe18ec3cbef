/**
 * The records stored as one JSON document each, with the columns that lists filter and sort by. `seq` orders
 * records with the same `created_at`; `parent_id` is the campaign of a form or the workflow of a trigger; `send_at`
 * is the time a broadcast is sent.
 */
export const RECORD_TABLES = [
  'broadcasts',
  'campaigns',
  'forms',
  'goals',
  'webhooks',
  'workflows',
  'workflow_triggers',
] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

/** All tables that a reset clears. `instances` survives a reset. */
export const TABLES = [
  'accounts',
  'users',
  'memberships',
  'tokens',
  'oauth_applications',
  'oauth_codes',
  'subscribers',
  'subscriber_tags',
  'value_changes',
  'custom_fields',
  'events',
  'visitors',
  'script_messages',
  'domain_events',
  'jobs',
  'clocks',
  'outcomes',
  'rate_windows',
  'campaign_subscriptions',
  'workflow_memberships',
  'deliveries',
  'outbox',
  'mail_links',
  'broadcast_recipients',
  'content_calls',
  'notices',
  'webhook_deliveries',
  'webhook_failures',
  'webhook_listeners',
  'webhook_payloads',
  'subscriber_states',
  'conversions',
  'form_submissions',
  'purchases',
  'orders',
  'refunds',
  'carts',
  'products',
  ...RECORD_TABLES,
] as const;

/** The tables of what a server with its own database keeps in memory. Exported states leave them out. */
export const MEMORY_TABLES = ['checkpoints', 'fault_rules', 'request_entries'] as const;
