-- The body of a webhook request is stored once for each event, and the subscriber in it once for each state. Deliveries to
-- webhooks and listeners share both. A body without a state is complete.
create table subscriber_states (seq {sequence}, account_id text not null, resource text not null);
create index subscriber_states_by_order on subscriber_states (account_id, seq);
alter table webhook_payloads add column state_seq bigint;
alter table webhook_payloads add column event_seq bigint;
alter table webhook_payloads add column is_listened integer not null default 1;
alter table webhook_payloads add column waiting text;
alter table webhook_payloads add column delivery_seq bigint;
insert into webhook_payloads (account_id, event, subscriber_id, body, event_seq, is_listened, delivery_seq)
  select account_id, event, subscriber_id, body, event_seq, 0, seq from webhook_deliveries order by seq;
create index webhook_payloads_by_delivery on webhook_payloads (delivery_seq);
alter table webhook_deliveries add column payload_seq bigint;
update webhook_deliveries set payload_seq = (
  select seq from webhook_payloads where delivery_seq = webhook_deliveries.seq
);
drop index webhook_payloads_by_delivery;
alter table webhook_payloads drop column delivery_seq;
alter table webhook_deliveries drop column body;
create index webhook_deliveries_by_payload on webhook_deliveries (account_id, payload_seq);
create index webhook_payloads_by_state on webhook_payloads (account_id, state_seq);
create index webhook_payloads_waiting on webhook_payloads (account_id, seq) where waiting is not null;
-- Jobs that wait for an earlier one in their lane are marked, and are left out of the indexes of those that can start.
alter table jobs add column is_blocked integer not null default 0;
create index jobs_by_place on jobs (account_id, lane, seq) where lane is not null and failure is null;
update jobs set is_blocked = 1 where lane is not null and failure is null and exists (
  select 1 from jobs earlier where earlier.account_id = jobs.account_id and earlier.lane = jobs.lane
    and earlier.seq < jobs.seq and earlier.failure is null
);
drop index jobs_by_lane;
drop index jobs_by_queue;
create index jobs_by_queue on jobs (clock_id, queue, run_at, seq)
  where failure is null and claimed_by is null and is_blocked = 0;
drop index jobs_by_time;
create index jobs_by_time on jobs (clock_id, is_blocked, run_at) where failure is null;
drop index jobs_by_account;
create index jobs_by_account on jobs (account_id, is_blocked, run_at) where failure is null;
-- Accounts with due jobs take turns.
create index jobs_by_turn on jobs (clock_id, account_id, run_at, seq) where queue = '' and failure is null;
-- Pruning reads only an index, whatever other accounts have.
create index value_changes_by_order on value_changes (account_id, seq);
create index conversions_of_pages on conversions (account_id, seq) where visitor_uuid is not null;
create index form_submissions_by_order on form_submissions (account_id, seq);
create index products_by_order on products (account_id, provider, seq);
-- Servers of versions 5 to 12 do not notice this migration, and would post bodies that are not there. With another name of
-- this column they run no job and accept nothing that needs one, and no job is lost.
alter table jobs rename column payload to input;
