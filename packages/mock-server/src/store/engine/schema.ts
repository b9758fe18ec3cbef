/** The version of the tables below. They never change: `migrations/` has what came later. */
export const BASE_VERSION = 5;

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

/** The tables that only older versions have. Their rows in an exported state are ignored. */
export const DROPPED_TABLES: readonly string[] = ['subscriber_locks'];

/** The tables of what a server with its own database keeps in memory. Exported states leave them out. */
export const MEMORY_TABLES = ['checkpoints', 'fault_rules', 'request_entries'] as const;

/** The statements that create the tables of `BASE_VERSION`, before `dialects.ts` adapts them to a database. */
export function createTables(): string {
  const records = RECORD_TABLES.map(
    (table) => `
      create table if not exists ${table} (
        seq {sequence}, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
      create index if not exists ${table}_by_parent on ${table} (account_id, parent_id);`,
  ).join('');
  return `
    create table if not exists accounts (
      seq {sequence}, id text not null unique, created_at text not null, data text not null
    );
    create table if not exists users (
      seq {sequence}, id text not null unique, email text not null, data text not null
    );
    create index if not exists users_by_email on users (email);
    create table if not exists memberships (
      account_id text not null, user_id text not null, role text not null,
      primary key (account_id, user_id)
    );
    create table if not exists tokens (
      token text primary key, kind text not null, user_id text not null, client_id text,
      created_at text not null
    );
    create table if not exists oauth_applications (
      client_id text primary key, data text not null
    );
    create table if not exists oauth_codes (
      code text primary key, account_id text not null, client_id text not null, user_id text not null,
      redirect_uri text not null, challenge text, challenge_method text, expires_at bigint not null, token text
    );
    create table if not exists subscribers (
      seq {sequence}, account_id text not null, id text not null, email text not null,
      email_key text not null, user_id text, visitor_uuid text, status text not null,
      created_at text not null, lead_score bigint, lifetime_value bigint not null, search_text text not null,
      data text not null,
      unique (account_id, id), unique (account_id, email_key), unique (account_id, user_id)
    );
    create table if not exists subscriber_tags (
      seq {sequence}, account_id text not null, subscriber_id text not null, tag text not null,
      unique (account_id, subscriber_id, tag)
    );
    create index if not exists subscriber_tags_by_tag on subscriber_tags (account_id, tag);
    create table if not exists value_changes (
      seq {sequence}, account_id text not null, subscriber_id text not null, kind text not null,
      changed_at text not null, change bigint not null, total bigint, reason text not null, order_id text,
      cause text
    );
    create index if not exists value_changes_by_subscriber on value_changes (account_id, subscriber_id, kind);
    create table if not exists custom_fields (
      seq {sequence}, account_id text not null, identifier text not null,
      unique (account_id, identifier)
    );
    create table if not exists events (
      seq {sequence}, account_id text not null, id text not null, subscriber_id text,
      visitor_uuid text, kind text not null, action text not null, occurred_at text not null,
      properties text not null, cause text,
      unique (account_id, id)
    );
    create index if not exists events_by_action on events (account_id, kind, action);
    create index if not exists events_by_subscriber on events (account_id, subscriber_id);
    create index if not exists events_by_visitor on events (account_id, visitor_uuid);
    create index if not exists events_of_pages on events (account_id, seq) where visitor_uuid is not null;
    create table if not exists visitors (
      seq {sequence}, account_id text not null, uuid text not null, subscriber_id text,
      created_at text not null, data text not null, unique (account_id, uuid)
    );
    create index if not exists visitors_by_subscriber on visitors (account_id, subscriber_id, seq);
    create table if not exists script_messages (
      account_id text not null, id text not null, received_at text not null, result text not null,
      primary key (account_id, id)
    );
    create index if not exists script_messages_by_time on script_messages (account_id, received_at);
    create table if not exists domain_events (
      seq {sequence}, account_id text not null, subscriber_id text not null, event text not null,
      properties text not null, occurred_at text not null, cause text
    );
    create index if not exists domain_events_by_account on domain_events (account_id, seq);
    create index if not exists domain_events_by_subscriber on domain_events (account_id, subscriber_id, seq);
    create table if not exists jobs (
      seq {sequence}, account_id text not null, id text not null unique, kind text not null,
      clock_id text not null default '', queue text not null default '', lane text,
      run_at bigint not null, payload text not null, claimed_by text, failure text, cause text
    );
    create index if not exists jobs_by_queue on jobs (clock_id, queue, run_at, seq) where failure is null;
    create index if not exists jobs_by_time on jobs (clock_id, run_at) where failure is null;
    create index if not exists jobs_by_account on jobs (account_id, run_at) where failure is null;
    create index if not exists jobs_by_lane on jobs (account_id, lane, seq) where lane is not null;
    create index if not exists jobs_by_claim on jobs (claimed_by) where claimed_by is not null;
    create table if not exists instances (
      id text primary key, host text not null, process text not null, seen_at bigint not null
    );
    create table if not exists clocks (
      account_id text primary key, anchor bigint not null, base bigint not null,
      speed double precision not null, resume_speed double precision not null
    );
    create table if not exists outcomes (
      seq {sequence}, account_id text not null, request_id text not null, position integer not null,
      operation text not null, state text not null, errors text not null, finished_at text not null, cause text,
      unique (account_id, request_id, position)
    );
    create index if not exists outcomes_by_order on outcomes (account_id, seq);
    create table if not exists rate_windows (
      account_id text not null, token text not null, budget text not null, opened_at bigint not null,
      used integer not null, primary key (account_id, token, budget)
    );
    create table if not exists subscriber_locks (
      account_id text not null, subscriber text not null, claimed_by text not null,
      primary key (account_id, subscriber)
    );
    create table if not exists campaign_subscriptions (
      seq {sequence}, account_id text not null, id text not null, campaign_id text not null,
      subscriber_id text not null, status text not null, created_at text not null, next_send_at bigint,
      data text not null, unique (account_id, id), unique (account_id, campaign_id, subscriber_id)
    );
    create index if not exists campaign_subscriptions_by_subscriber
      on campaign_subscriptions (account_id, subscriber_id);
    create index if not exists campaign_subscriptions_by_time
      on campaign_subscriptions (account_id, campaign_id, next_send_at, seq);
    create index if not exists campaign_subscriptions_by_status
      on campaign_subscriptions (account_id, campaign_id, status);
    create table if not exists workflow_memberships (
      seq {sequence}, account_id text not null, workflow_id text not null, subscriber_id text not null,
      created_at text not null, data text not null, unique (account_id, workflow_id, subscriber_id)
    );
    create index if not exists workflow_memberships_by_subscriber
      on workflow_memberships (account_id, subscriber_id);
    create table if not exists deliveries (
      seq {sequence}, account_id text not null, id text not null, campaign_id text, broadcast_id text,
      workflow_id text, email_id text not null, email_subject text not null, subscriber_id text not null,
      sent_at text not null, opened_at text, clicked_at text, unsubscribed_at text, bounced_at text,
      complained_at text, cause text, unique (account_id, id)
    );
    create index if not exists deliveries_by_campaign on deliveries (account_id, campaign_id);
    create index if not exists deliveries_by_time on deliveries (account_id, sent_at);
    create index if not exists deliveries_by_subscriber on deliveries (account_id, subscriber_id);
    create table if not exists outbox (
      account_id text not null, number bigint not null, id text not null, delivery_id text, subscriber_id text,
      recipient text not null, sent_at text not null, data text not null, primary key (account_id, id)
    );
    create index if not exists outbox_by_number on outbox (account_id, number);
    create index if not exists outbox_by_recipient on outbox (account_id, recipient);
    create table if not exists mail_links (
      account_id text not null, id text not null, url text not null, primary key (account_id, id)
    );
    create table if not exists broadcast_recipients (
      account_id text not null, broadcast_id text not null, subscriber_id text not null,
      send_at bigint not null, is_pending integer not null,
      primary key (account_id, broadcast_id, subscriber_id)
    );
    create index if not exists broadcast_recipients_by_time
      on broadcast_recipients (account_id, broadcast_id, is_pending, send_at, subscriber_id);
    create table if not exists content_calls (
      account_id text not null, number bigint not null, id text not null, data text not null,
      primary key (account_id, id)
    );
    create index if not exists content_calls_by_number on content_calls (account_id, number);
    create table if not exists webhook_deliveries (
      seq {sequence}, account_id text not null, id text not null, webhook_id text not null, url text not null,
      event text not null, subscriber_id text not null, origin text not null, replay_of text, body text not null,
      created_at bigint not null, state text not null, attempts text not null, answer text,
      next_attempt_at bigint, cause text, event_seq bigint, unique (account_id, id)
    );
    create index if not exists webhook_deliveries_by_order on webhook_deliveries (account_id, seq);
    create index if not exists webhook_deliveries_by_subscriber on webhook_deliveries (account_id, subscriber_id);
    create index if not exists webhook_deliveries_by_state on webhook_deliveries (account_id, webhook_id, state);
    create table if not exists webhook_failures (
      account_id text not null, webhook_id text not null, since bigint not null, latest bigint not null,
      primary key (account_id, webhook_id)
    );
    create table if not exists notices (
      seq {sequence}, account_id text not null, id text not null, kind text not null, message text not null,
      details text not null, created_at text not null, unique (account_id, id)
    );
    create table if not exists conversions (
      seq {sequence}, account_id text not null, id text not null, goal_id text not null,
      subscriber_id text, visitor_uuid text, value bigint not null, occurred_at text not null, cause text,
      unique (account_id, id)
    );
    create index if not exists conversions_by_goal on conversions (account_id, goal_id, subscriber_id);
    create index if not exists conversions_by_subscriber on conversions (account_id, subscriber_id);
    create index if not exists conversions_by_visitor on conversions (account_id, visitor_uuid);
    create table if not exists form_submissions (
      seq {sequence}, account_id text not null, id text not null, form_id text not null,
      subscriber_id text not null, visitor_uuid text, url text, submitted_at text not null,
      cause text, unique (account_id, id)
    );
    create index if not exists form_submissions_by_subscriber on form_submissions (account_id, subscriber_id);
    create table if not exists purchases (
      seq {sequence}, account_id text not null, id text not null, subscriber_id text not null,
      occurred_at text not null, data text not null, unique (account_id, id)
    );
    create index if not exists purchases_by_subscriber on purchases (account_id, subscriber_id);
    create table if not exists orders (
      seq {sequence}, account_id text not null, api text not null, id text not null, provider text,
      external_id text, subscriber_id text not null, data text not null,
      unique (account_id, api, provider, external_id), unique (account_id, id)
    );
    create index if not exists orders_by_subscriber on orders (account_id, subscriber_id);
    create table if not exists refunds (
      seq {sequence}, account_id text not null, id text not null, order_id text not null,
      upstream_id text, data text not null,
      unique (account_id, id), unique (account_id, order_id, upstream_id)
    );
    create table if not exists carts (
      seq {sequence}, account_id text not null, provider text not null, cart_id text not null,
      subscriber_id text not null, data text not null, unique (account_id, provider, cart_id)
    );
    create table if not exists products (
      seq {sequence}, account_id text not null, provider text not null, product_id text not null,
      product_variant_id text not null, data text not null,
      unique (account_id, provider, product_id, product_variant_id)
    );${records}
    create index if not exists workflow_triggers_by_type on workflow_triggers (account_id, name);`;
}
