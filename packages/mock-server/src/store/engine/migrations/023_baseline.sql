-- The tables of the first release. `dialects.ts` replaces the words in braces.

-- A row that follows from something has its place: the root of all that follows from the same, and the rows above it, see
-- `place.ts`. The rows of all tables are numbered by one sequence, so that the numbers tell what happened first.
-- sqlite only
-- The highest number that servers of the file have reserved.
create table row_numbers (reserved integer primary key autoincrement);
insert into row_numbers (reserved) values (0);
-- Long work that commits in slices: the accounts that it holds, who does it, and how to undo it.
create table long_work (
  id text not null, account_id text not null, host text not null, process text not null, seen_at bigint not null,
  primary key (id, account_id)
);
create table undo_log (step integer primary key, work text not null, statement text not null);
create index undo_log_by_work on undo_log (work, step);
-- postgres only
create sequence row_numbers;
create table schema_version (version integer not null);
-- A function of SQLite that statements use.
create function instr(haystack pg_catalog.text, needle pg_catalog.text) returns integer
  language sql immutable strict parallel safe return strpos(haystack, needle);
-- both

-- What accounts share.
create table accounts (seq {sequence}, id text not null unique, created_at text not null, data text not null);
create table users (seq {sequence}, id text not null unique, email text not null, data text not null);
create index users_by_email on users (email);
create table tokens (
  token text primary key, kind text not null, user_id text not null, client_id text, created_at text not null
);
create table oauth_applications (client_id text primary key, data text not null);
create table oauth_codes (
  code text primary key, account_id text not null, client_id text not null, user_id text not null,
  redirect_uri text not null, challenge text, challenge_method text, expires_at bigint not null, token text
);

-- What servers of a database tell each other. A server that knows another revision reads accounts and clocks again; the
-- secrets sign the consent page.
create table instances (id text primary key, host text not null, process text not null, seen_at bigint not null);
create table server_revision (revision bigint not null);
insert into server_revision (revision) values (0);
create table server_secrets (name text primary key, value text not null);

-- The fault rules, the request log and the checkpoints of servers that share a database. A server with a database of its own
-- keeps them in memory. The account is empty for a rule of all accounts, a request to none and a checkpoint of the server.
create table fault_rules (
  seq {own_sequence}, account_id text not null, id text, definition text not null, seen bigint not null,
  fired bigint not null
);
create table request_entries (
  seq {own_sequence}, account_id text not null, id text not null, size bigint not null, body text not null,
  response_body text, data text not null
);
create unique index request_entries_by_id on request_entries (id, account_id);
create index request_entries_by_order on request_entries (account_id, seq, size);
create table checkpoints (seq {own_sequence}, account_id text not null, at text not null, state text not null, name text);

-- Accounts. Among indexes that serve equally well, SQLite takes the last one. An index of subscribers has both the conditions
-- and the order of their lists, and one of tags sorts them by creation, so that a list reads only the rows of its page.
create table memberships (
  account_id text not null, user_id text not null, role text not null, primary key (account_id, user_id)
);
create table clocks (
  account_id text primary key, anchor bigint not null, base bigint not null, speed double precision not null,
  resume_speed double precision not null
);
create table rate_windows (
  account_id text not null, token text not null, budget text not null, opened_at bigint not null,
  used integer not null, primary key (account_id, token, budget)
);
create table custom_fields (
  seq {sequence}, account_id text not null, identifier text not null, unique (account_id, identifier)
);
create table subscribers (
  seq {sequence}, account_id text not null, id text not null, email text not null, email_key text not null,
  user_id text, visitor_uuid text, status text not null, created_at text not null, lead_score bigint,
  lifetime_value bigint not null, search_text text not null, data text not null, unique (account_id, id),
  unique (account_id, email_key), unique (account_id, user_id)
);
create index subscribers_by_time on subscribers (account_id, created_at);
create index subscribers_by_order on subscribers (account_id, seq, status, id);
create table subscriber_tags (
  seq {sequence}, account_id text not null, subscriber_id text not null, tag text not null, subscriber_seq bigint,
  unique (account_id, subscriber_id, tag)
);
create index subscriber_tags_by_tag on subscriber_tags (account_id, tag, subscriber_seq);
create table value_changes (
  seq {sequence}, account_id text not null, subscriber_id text not null, kind text not null,
  changed_at text not null, change bigint not null, total bigint, reason text not null, order_id text, root text, parent text
);
create index value_changes_by_subscriber on value_changes (account_id, subscriber_id, kind);
create index value_changes_by_order on value_changes (account_id, seq);

-- Records that are stored as one JSON document each, with the columns that lists filter and sort by.
create table broadcasts ({record});
create index broadcasts_by_parent on broadcasts (account_id, parent_id);
create table campaigns ({record});
create index campaigns_by_parent on campaigns (account_id, parent_id);
create table forms ({record});
create index forms_by_parent on forms (account_id, parent_id);
create table goals ({record});
create index goals_by_parent on goals (account_id, parent_id);
create table webhooks ({record});
create index webhooks_by_parent on webhooks (account_id, parent_id);
create table workflows ({record});
create index workflows_by_parent on workflows (account_id, parent_id);
create table workflow_triggers ({record});
create index workflow_triggers_by_parent on workflow_triggers (account_id, parent_id);
create index workflow_triggers_by_type on workflow_triggers (account_id, name);

-- What happened.
create table events (
  seq {sequence}, account_id text not null, id text not null, subscriber_id text, visitor_uuid text,
  kind text not null, action text not null, occurred_at text not null, properties text not null, root text,
  parent text, unique (account_id, id)
);
create index events_by_action on events (account_id, kind, action);
create index events_by_subscriber on events (account_id, subscriber_id);
create index events_by_visitor on events (account_id, visitor_uuid);
create index events_of_pages on events (account_id, seq) where visitor_uuid is not null;
create index events_by_order on events (account_id, seq);
create index events_by_root on events (account_id, root, seq);
create table domain_events (
  seq {sequence}, account_id text not null, subscriber_id text not null, event text not null,
  properties text not null, occurred_at text not null, root text, parent text
);
create index domain_events_by_account on domain_events (account_id, seq);
create index domain_events_by_subscriber on domain_events (account_id, subscriber_id, seq);
create index domain_events_by_time on domain_events (account_id, occurred_at);
create index domain_events_by_root on domain_events (account_id, root, seq);
create table visitors (
  seq {sequence}, account_id text not null, uuid text not null, subscriber_id text, created_at text not null,
  data text not null, unique (account_id, uuid)
);
create index visitors_by_subscriber on visitors (account_id, subscriber_id, seq);
create table script_messages (
  account_id text not null, id text not null, received_at text not null, result text not null,
  primary key (account_id, id)
);
create index script_messages_by_time on script_messages (account_id, received_at);
create table conversions (
  seq {sequence}, account_id text not null, id text not null, goal_id text not null, subscriber_id text,
  visitor_uuid text, value bigint not null, occurred_at text not null, root text, parent text,
  unique (account_id, id)
);
create index conversions_by_goal on conversions (account_id, goal_id, subscriber_id);
create index conversions_by_subscriber on conversions (account_id, subscriber_id);
create index conversions_by_visitor on conversions (account_id, visitor_uuid);
create index conversions_of_pages on conversions (account_id, seq) where visitor_uuid is not null;
create index conversions_by_root on conversions (account_id, root, seq);
create table form_submissions (
  seq {sequence}, account_id text not null, id text not null, form_id text not null, subscriber_id text not null,
  visitor_uuid text, url text, submitted_at text not null, root text, parent text,
  unique (account_id, id)
);
create index form_submissions_by_subscriber on form_submissions (account_id, subscriber_id);
create index form_submissions_by_order on form_submissions (account_id, seq);
create index form_submissions_by_root on form_submissions (account_id, root, seq);
create table notices (
  seq {sequence}, account_id text not null, id text not null, kind text not null, message text not null,
  details text not null, created_at text not null, unique (account_id, id)
);
create table outcomes (
  seq {sequence}, account_id text not null, request_id text not null, position integer not null,
  operation text not null, state text not null, errors text not null, finished_at text not null, root text,
  parent text, subscriber_id text, unique (account_id, request_id, position)
);
create index outcomes_by_order on outcomes (account_id, seq);
create index outcomes_by_root on outcomes (account_id, root) where position = 0;

-- Jobs that wait for an earlier one in their lane are marked, and left out of the indexes of those that can start. Accounts
-- with due jobs take turns. A trace reads only the few jobs whose records do not say themselves that they wait.
create table jobs (
  seq {sequence}, account_id text not null, id text not null unique, kind text not null,
  clock_id text not null default '', queue text not null default '', lane text, run_at bigint not null,
  input text not null, claimed_by text, failure text, root text, parent text,
  is_blocked integer not null default 0
);
create index jobs_by_claim on jobs (claimed_by) where claimed_by is not null;
create index jobs_by_place on jobs (account_id, lane, seq) where lane is not null and failure is null;
create index jobs_by_queue on jobs (clock_id, queue, run_at, seq)
  where failure is null and claimed_by is null and is_blocked = 0;
create index jobs_by_time on jobs (clock_id, is_blocked, run_at) where failure is null;
create index jobs_by_account on jobs (account_id, is_blocked, run_at) where failure is null;
create index jobs_by_turn on jobs (clock_id, account_id, run_at, seq) where queue = '' and failure is null;
create index jobs_by_root on jobs (account_id, root, seq)
  where kind not in ('webhook', 'workflow_steps', 'campaign_emails');

-- Mailings. An email without a delivery is one of no mailing, such as a confirmation.
create table campaign_subscriptions (
  seq {sequence}, account_id text not null, id text not null, campaign_id text not null,
  subscriber_id text not null, status text not null, created_at text not null, next_send_at bigint,
  root text, parent text, data text not null, unique (account_id, id),
  unique (account_id, campaign_id, subscriber_id)
);
create index campaign_subscriptions_by_subscriber on campaign_subscriptions (account_id, subscriber_id);
create index campaign_subscriptions_by_time on campaign_subscriptions (account_id, campaign_id, next_send_at, seq);
create index campaign_subscriptions_by_status on campaign_subscriptions (account_id, campaign_id, status);
create index campaign_subscriptions_by_root on campaign_subscriptions (account_id, root, seq);
create table workflow_memberships (
  seq {sequence}, account_id text not null, workflow_id text not null, subscriber_id text not null,
  created_at text not null, root text, parent text, data text not null,
  unique (account_id, workflow_id, subscriber_id)
);
create index workflow_memberships_by_subscriber on workflow_memberships (account_id, subscriber_id);
create index workflow_memberships_by_root on workflow_memberships (account_id, root, seq);
create table broadcast_recipients (
  account_id text not null, broadcast_id text not null, subscriber_id text not null, send_at bigint not null,
  is_pending integer not null, primary key (account_id, broadcast_id, subscriber_id)
);
create index broadcast_recipients_by_time
  on broadcast_recipients (account_id, broadcast_id, is_pending, send_at, subscriber_id);
create table deliveries (
  seq {sequence}, account_id text not null, id text not null, campaign_id text, broadcast_id text,
  workflow_id text, email_id text not null, email_subject text not null, subscriber_id text not null,
  sent_at text not null, opened_at text, clicked_at text, unsubscribed_at text, bounced_at text,
  complained_at text, root text, parent text, unique (account_id, id)
);
create index deliveries_by_campaign on deliveries (account_id, campaign_id);
create index deliveries_by_time on deliveries (account_id, sent_at);
create index deliveries_by_subscriber on deliveries (account_id, subscriber_id);
create index deliveries_by_root on deliveries (account_id, root, seq);
create table outbox (
  account_id text not null, number bigint not null, id text not null, delivery_id text, subscriber_id text,
  recipient text not null, sent_at text not null, root text, parent text, data text not null, seq bigint,
  primary key (account_id, id)
);
create index outbox_by_number on outbox (account_id, number);
create index outbox_by_recipient on outbox (account_id, recipient);
create index outbox_by_root on outbox (account_id, root, seq) where delivery_id is null;
create table mail_links (account_id text not null, id text not null, url text not null, primary key (account_id, id));
create table content_calls (
  account_id text not null, number bigint not null, id text not null, data text not null,
  primary key (account_id, id)
);
create index content_calls_by_number on content_calls (account_id, number);

-- The body of a webhook request is stored once for each event, and the subscriber in it once for each state. Deliveries to
-- webhooks and listeners (`trickle listen`) share both.
create table webhook_deliveries (
  seq {sequence}, account_id text not null, id text not null, webhook_id text not null, url text not null,
  event text not null, subscriber_id text not null, origin text not null, replay_of text,
  created_at bigint not null, state text not null, attempts text not null, answer text, next_attempt_at bigint,
  root text, parent text, event_seq bigint, payload_seq bigint, attempt_seqs text not null default '', unique (account_id, id)
);
create index webhook_deliveries_by_order on webhook_deliveries (account_id, seq);
create index webhook_deliveries_by_subscriber on webhook_deliveries (account_id, subscriber_id);
create index webhook_deliveries_by_state on webhook_deliveries (account_id, webhook_id, state);
create index webhook_deliveries_by_payload on webhook_deliveries (account_id, payload_seq);
create index webhook_deliveries_by_root on webhook_deliveries (account_id, root, seq);
create table webhook_failures (
  account_id text not null, webhook_id text not null, since bigint not null, latest bigint not null,
  primary key (account_id, webhook_id)
);
create table webhook_listeners (account_id text primary key, expires_at bigint not null);
create table webhook_payloads (
  seq {sequence}, account_id text not null, event text not null, subscriber_id text not null, body text not null,
  state_seq bigint, event_seq bigint, is_listened integer not null default 1, waiting text,
  root text, parent text
);
create index webhook_payloads_by_order on webhook_payloads (account_id, seq);
create index webhook_payloads_by_state on webhook_payloads (account_id, state_seq);
create index webhook_payloads_waiting on webhook_payloads (account_id, seq) where waiting is not null;
create table subscriber_states (seq {sequence}, account_id text not null, resource text not null);
create index subscriber_states_by_order on subscriber_states (account_id, seq);

-- Commerce.
create table purchases (
  seq {sequence}, account_id text not null, id text not null, subscriber_id text not null,
  occurred_at text not null, data text not null, unique (account_id, id)
);
create index purchases_by_subscriber on purchases (account_id, subscriber_id);
create table orders (
  seq {sequence}, account_id text not null, api text not null, id text not null, provider text, external_id text,
  subscriber_id text not null, data text not null, unique (account_id, api, provider, external_id),
  unique (account_id, id)
);
create index orders_by_subscriber on orders (account_id, subscriber_id);
create table refunds (
  seq {sequence}, account_id text not null, id text not null, order_id text not null, upstream_id text,
  data text not null, unique (account_id, id), unique (account_id, order_id, upstream_id)
);
create table carts (
  seq {sequence}, account_id text not null, provider text not null, cart_id text not null,
  subscriber_id text not null, data text not null, unique (account_id, provider, cart_id)
);
create table products (
  seq {sequence}, account_id text not null, provider text not null, product_id text not null,
  product_variant_id text not null, data text not null,
  unique (account_id, provider, product_id, product_variant_id)
);
create index products_by_order on products (account_id, provider, seq);
