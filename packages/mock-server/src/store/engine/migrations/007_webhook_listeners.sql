-- The accounts whose webhooks `trickle listen` forwards, and what the webhooks would have posted.
create table webhook_listeners (account_id text primary key, expires_at bigint not null);
create table webhook_payloads (
  seq {sequence}, account_id text not null, event text not null, subscriber_id text not null, body text not null
);
create index webhook_payloads_by_order on webhook_payloads (account_id, seq);
