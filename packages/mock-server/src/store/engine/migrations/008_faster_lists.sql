-- For long lists. Among indexes that serve equally well, SQLite takes the last one: for subscribers the one by time, in
-- whose order the rows are stored.
create index subscribers_by_status on subscribers (account_id, status, id);
create index subscribers_by_time on subscribers (account_id, created_at);
drop index subscriber_tags_by_tag;
create index subscriber_tags_by_tag on subscriber_tags (account_id, tag, subscriber_id);
create index domain_events_by_time on domain_events (account_id, occurred_at);
