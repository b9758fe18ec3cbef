-- Generated from the migrations by `npm run generate`.
CREATE TABLE accounts (
      seq integer primary key, id text not null unique, created_at text not null, data text not null
    );
CREATE TABLE users (
      seq integer primary key, id text not null unique, email text not null, data text not null
    );
CREATE INDEX users_by_email on users (email);
CREATE TABLE memberships (
      account_id text not null, user_id text not null, role text not null,
      primary key (account_id, user_id)
    );
CREATE TABLE tokens (
      token text primary key, kind text not null, user_id text not null, client_id text,
      created_at text not null
    );
CREATE TABLE oauth_applications (
      client_id text primary key, data text not null
    );
CREATE TABLE oauth_codes (
      code text primary key, account_id text not null, client_id text not null, user_id text not null,
      redirect_uri text not null, challenge text, challenge_method text, expires_at bigint not null, token text
    );
CREATE TABLE subscribers (
      seq integer primary key, account_id text not null, id text not null, email text not null,
      email_key text not null, user_id text, visitor_uuid text, status text not null,
      created_at text not null, lead_score bigint, lifetime_value bigint not null, search_text text not null,
      data text not null,
      unique (account_id, id), unique (account_id, email_key), unique (account_id, user_id)
    );
CREATE TABLE subscriber_tags (
      seq integer primary key, account_id text not null, subscriber_id text not null, tag text not null, subscriber_seq bigint,
      unique (account_id, subscriber_id, tag)
    );
CREATE TABLE value_changes (
      seq integer primary key, account_id text not null, subscriber_id text not null, kind text not null,
      changed_at text not null, change bigint not null, total bigint, reason text not null, order_id text,
      cause text
    );
CREATE INDEX value_changes_by_subscriber on value_changes (account_id, subscriber_id, kind);
CREATE TABLE custom_fields (
      seq integer primary key, account_id text not null, identifier text not null,
      unique (account_id, identifier)
    );
CREATE TABLE events (
      seq integer primary key, account_id text not null, id text not null, subscriber_id text,
      visitor_uuid text, kind text not null, action text not null, occurred_at text not null,
      properties text not null, cause text,
      unique (account_id, id)
    );
CREATE INDEX events_by_action on events (account_id, kind, action);
CREATE INDEX events_by_subscriber on events (account_id, subscriber_id);
CREATE INDEX events_by_visitor on events (account_id, visitor_uuid);
CREATE INDEX events_of_pages on events (account_id, seq) where visitor_uuid is not null;
CREATE TABLE visitors (
      seq integer primary key, account_id text not null, uuid text not null, subscriber_id text,
      created_at text not null, data text not null, unique (account_id, uuid)
    );
CREATE INDEX visitors_by_subscriber on visitors (account_id, subscriber_id, seq);
CREATE TABLE script_messages (
      account_id text not null, id text not null, received_at text not null, result text not null,
      primary key (account_id, id)
    );
CREATE INDEX script_messages_by_time on script_messages (account_id, received_at);
CREATE TABLE domain_events (
      seq integer primary key, account_id text not null, subscriber_id text not null, event text not null,
      properties text not null, occurred_at text not null, cause text
    );
CREATE INDEX domain_events_by_account on domain_events (account_id, seq);
CREATE INDEX domain_events_by_subscriber on domain_events (account_id, subscriber_id, seq);
CREATE TABLE jobs (
      seq integer primary key, account_id text not null, id text not null unique, kind text not null,
      clock_id text not null default '', queue text not null default '', lane text,
      run_at bigint not null, input text not null, claimed_by text, failure text, cause text
    , is_blocked integer not null default 0);
CREATE INDEX jobs_by_claim on jobs (claimed_by) where claimed_by is not null;
CREATE TABLE instances (
      id text primary key, host text not null, process text not null, seen_at bigint not null
    );
CREATE TABLE clocks (
      account_id text primary key, anchor bigint not null, base bigint not null,
      speed double precision not null, resume_speed double precision not null
    );
CREATE TABLE outcomes (
      seq integer primary key, account_id text not null, request_id text not null, position integer not null,
      operation text not null, state text not null, errors text not null, finished_at text not null, cause text, subscriber_id text,
      unique (account_id, request_id, position)
    );
CREATE INDEX outcomes_by_order on outcomes (account_id, seq);
CREATE TABLE rate_windows (
      account_id text not null, token text not null, budget text not null, opened_at bigint not null,
      used integer not null, primary key (account_id, token, budget)
    );
CREATE TABLE campaign_subscriptions (
      seq integer primary key, account_id text not null, id text not null, campaign_id text not null,
      subscriber_id text not null, status text not null, created_at text not null, next_send_at bigint,
      data text not null, unique (account_id, id), unique (account_id, campaign_id, subscriber_id)
    );
CREATE INDEX campaign_subscriptions_by_subscriber
      on campaign_subscriptions (account_id, subscriber_id);
CREATE INDEX campaign_subscriptions_by_time
      on campaign_subscriptions (account_id, campaign_id, next_send_at, seq);
CREATE INDEX campaign_subscriptions_by_status
      on campaign_subscriptions (account_id, campaign_id, status);
CREATE TABLE workflow_memberships (
      seq integer primary key, account_id text not null, workflow_id text not null, subscriber_id text not null,
      created_at text not null, data text not null, unique (account_id, workflow_id, subscriber_id)
    );
CREATE INDEX workflow_memberships_by_subscriber
      on workflow_memberships (account_id, subscriber_id);
CREATE TABLE deliveries (
      seq integer primary key, account_id text not null, id text not null, campaign_id text, broadcast_id text,
      workflow_id text, email_id text not null, email_subject text not null, subscriber_id text not null,
      sent_at text not null, opened_at text, clicked_at text, unsubscribed_at text, bounced_at text,
      complained_at text, cause text, unique (account_id, id)
    );
CREATE INDEX deliveries_by_campaign on deliveries (account_id, campaign_id);
CREATE INDEX deliveries_by_time on deliveries (account_id, sent_at);
CREATE INDEX deliveries_by_subscriber on deliveries (account_id, subscriber_id);
CREATE TABLE outbox (
      account_id text not null, number bigint not null, id text not null, delivery_id text, subscriber_id text,
      recipient text not null, sent_at text not null, data text not null, seq bigint, primary key (account_id, id)
    );
CREATE INDEX outbox_by_number on outbox (account_id, number);
CREATE INDEX outbox_by_recipient on outbox (account_id, recipient);
CREATE TABLE mail_links (
      account_id text not null, id text not null, url text not null, primary key (account_id, id)
    );
CREATE TABLE broadcast_recipients (
      account_id text not null, broadcast_id text not null, subscriber_id text not null,
      send_at bigint not null, is_pending integer not null,
      primary key (account_id, broadcast_id, subscriber_id)
    );
CREATE INDEX broadcast_recipients_by_time
      on broadcast_recipients (account_id, broadcast_id, is_pending, send_at, subscriber_id);
CREATE TABLE content_calls (
      account_id text not null, number bigint not null, id text not null, data text not null,
      primary key (account_id, id)
    );
CREATE INDEX content_calls_by_number on content_calls (account_id, number);
CREATE TABLE webhook_deliveries (
      seq integer primary key, account_id text not null, id text not null, webhook_id text not null, url text not null,
      event text not null, subscriber_id text not null, origin text not null, replay_of text, created_at bigint not null, state text not null, attempts text not null, answer text,
      next_attempt_at bigint, cause text, event_seq bigint, payload_seq bigint, attempt_seqs text not null default '', unique (account_id, id)
    );
CREATE INDEX webhook_deliveries_by_order on webhook_deliveries (account_id, seq);
CREATE INDEX webhook_deliveries_by_subscriber on webhook_deliveries (account_id, subscriber_id);
CREATE INDEX webhook_deliveries_by_state on webhook_deliveries (account_id, webhook_id, state);
CREATE TABLE webhook_failures (
      account_id text not null, webhook_id text not null, since bigint not null, latest bigint not null,
      primary key (account_id, webhook_id)
    );
CREATE TABLE notices (
      seq integer primary key, account_id text not null, id text not null, kind text not null, message text not null,
      details text not null, created_at text not null, unique (account_id, id)
    );
CREATE TABLE conversions (
      seq integer primary key, account_id text not null, id text not null, goal_id text not null,
      subscriber_id text, visitor_uuid text, value bigint not null, occurred_at text not null, cause text,
      unique (account_id, id)
    );
CREATE INDEX conversions_by_goal on conversions (account_id, goal_id, subscriber_id);
CREATE INDEX conversions_by_subscriber on conversions (account_id, subscriber_id);
CREATE INDEX conversions_by_visitor on conversions (account_id, visitor_uuid);
CREATE TABLE form_submissions (
      seq integer primary key, account_id text not null, id text not null, form_id text not null,
      subscriber_id text not null, visitor_uuid text, url text, submitted_at text not null,
      cause text, unique (account_id, id)
    );
CREATE INDEX form_submissions_by_subscriber on form_submissions (account_id, subscriber_id);
CREATE TABLE purchases (
      seq integer primary key, account_id text not null, id text not null, subscriber_id text not null,
      occurred_at text not null, data text not null, unique (account_id, id)
    );
CREATE INDEX purchases_by_subscriber on purchases (account_id, subscriber_id);
CREATE TABLE orders (
      seq integer primary key, account_id text not null, api text not null, id text not null, provider text,
      external_id text, subscriber_id text not null, data text not null,
      unique (account_id, api, provider, external_id), unique (account_id, id)
    );
CREATE INDEX orders_by_subscriber on orders (account_id, subscriber_id);
CREATE TABLE refunds (
      seq integer primary key, account_id text not null, id text not null, order_id text not null,
      upstream_id text, data text not null,
      unique (account_id, id), unique (account_id, order_id, upstream_id)
    );
CREATE TABLE carts (
      seq integer primary key, account_id text not null, provider text not null, cart_id text not null,
      subscriber_id text not null, data text not null, unique (account_id, provider, cart_id)
    );
CREATE TABLE products (
      seq integer primary key, account_id text not null, provider text not null, product_id text not null,
      product_variant_id text not null, data text not null,
      unique (account_id, provider, product_id, product_variant_id)
    );
CREATE TABLE broadcasts (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX broadcasts_by_parent on broadcasts (account_id, parent_id);
CREATE TABLE campaigns (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX campaigns_by_parent on campaigns (account_id, parent_id);
CREATE TABLE forms (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX forms_by_parent on forms (account_id, parent_id);
CREATE TABLE goals (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX goals_by_parent on goals (account_id, parent_id);
CREATE TABLE webhooks (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX webhooks_by_parent on webhooks (account_id, parent_id);
CREATE TABLE workflows (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX workflows_by_parent on workflows (account_id, parent_id);
CREATE TABLE workflow_triggers (
        seq integer primary key, account_id text not null, id text not null, parent_id text, name text not null,
        status text not null, created_at text not null, send_at text, data text not null,
        unique (account_id, id)
      );
CREATE INDEX workflow_triggers_by_parent on workflow_triggers (account_id, parent_id);
CREATE INDEX workflow_triggers_by_type on workflow_triggers (account_id, name);
CREATE TABLE server_revision (revision bigint not null);
CREATE TABLE webhook_listeners (account_id text primary key, expires_at bigint not null);
CREATE TABLE webhook_payloads (
  seq integer primary key, account_id text not null, event text not null, subscriber_id text not null, body text not null
, state_seq bigint, event_seq bigint, is_listened integer not null default 1, waiting text);
CREATE INDEX webhook_payloads_by_order on webhook_payloads (account_id, seq);
CREATE INDEX subscribers_by_time on subscribers (account_id, created_at);
CREATE INDEX domain_events_by_time on domain_events (account_id, occurred_at);
CREATE TABLE fault_rules (
  seq integer primary key, account_id text not null, id text, definition text not null, seen bigint not null, fired bigint not null
);
CREATE TABLE request_entries (
  seq integer primary key, account_id text not null, id text not null, size bigint not null, body text not null,
  response_body text, data text not null
);
CREATE UNIQUE INDEX request_entries_by_id on request_entries (id, account_id);
CREATE INDEX request_entries_by_order on request_entries (account_id, seq, size);
CREATE TABLE checkpoints (seq integer primary key, account_id text not null, at text not null, state text not null, name text);
CREATE INDEX subscribers_by_order on subscribers (account_id, seq, status, id);
CREATE INDEX subscriber_tags_by_tag on subscriber_tags (account_id, tag, subscriber_seq);
CREATE TRIGGER number_of_tagged_subscriber after insert on subscriber_tags when new.subscriber_seq is null begin
  update subscriber_tags set subscriber_seq = (
    select seq from subscribers where account_id = new.account_id and id = new.subscriber_id
  ) where seq = new.seq;
end;
CREATE TABLE server_secrets (name text primary key, value text not null);
CREATE TABLE subscriber_states (seq integer primary key, account_id text not null, resource text not null);
CREATE INDEX subscriber_states_by_order on subscriber_states (account_id, seq);
CREATE INDEX webhook_deliveries_by_payload on webhook_deliveries (account_id, payload_seq);
CREATE INDEX webhook_payloads_by_state on webhook_payloads (account_id, state_seq);
CREATE INDEX webhook_payloads_waiting on webhook_payloads (account_id, seq) where waiting is not null;
CREATE INDEX jobs_by_place on jobs (account_id, lane, seq) where lane is not null and failure is null;
CREATE INDEX jobs_by_queue on jobs (clock_id, queue, run_at, seq)
  where failure is null and claimed_by is null and is_blocked = 0;
CREATE INDEX jobs_by_time on jobs (clock_id, is_blocked, run_at) where failure is null;
CREATE INDEX jobs_by_account on jobs (account_id, is_blocked, run_at) where failure is null;
CREATE INDEX jobs_by_turn on jobs (clock_id, account_id, run_at, seq) where queue = '' and failure is null;
CREATE INDEX value_changes_by_order on value_changes (account_id, seq);
CREATE INDEX conversions_of_pages on conversions (account_id, seq) where visitor_uuid is not null;
CREATE INDEX form_submissions_by_order on form_submissions (account_id, seq);
CREATE INDEX products_by_order on products (account_id, provider, seq);
CREATE TABLE row_numbers (reserved integer primary key autoincrement);
CREATE INDEX outbox_of_no_mailing on outbox (account_id, subscriber_id) where delivery_id is null;
CREATE INDEX events_by_order on events (account_id, seq);
CREATE INDEX jobs_of_traces on jobs (account_id, seq) where kind not in ('webhook', 'workflow_steps', 'campaign_emails');
insert into server_revision (revision) values (0);
insert into row_numbers (reserved) values (0);
